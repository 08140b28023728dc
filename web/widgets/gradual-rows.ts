// A table of thousands of cells is drawn some rows at a time, so that every frame has room for it. While its numbers go on
// changing, the rows that can be seen are drawn round and round; the others when the numbers rest.
import { css, html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { guard } from 'lit/directives/guard.js';
import { styleMap } from 'lit/directives/style-map.js';

/** A row has one cell at least, a step one row. */
const CELLS_A_STEP = 64;
/** Where one row of a group changes, the browser paints all of them again. */
const ROWS_A_GROUP = 2;
/** Seen before anybody has scrolled: more than the height of the place lets be seen. */
const ROWS_IN_VIEW = 20;
/** Numbers that have stayed for so long rest: while a slider is dragged they change sooner. */
const REST_MS = 250;

/** For the scrolling place of such a table. A group that has not changed is not painted again. */
export const gradualStyle = css`
  .table {
    contain: content;
    max-height: 28rem;
    overflow: auto;
  }

  .table table {
    border-collapse: separate;
    border-spacing: 0;
  }

  .table tbody {
    position: relative;
    z-index: 0;
  }
`;

export class GradualRows {
  /** Of each row, when it was drawn last, counted in changes; 0: never. */
  #drawn: number[] = [];
  #changes = 0;
  #changedAt = Number.NEGATIVE_INFINITY;
  #next = 0;
  #first = 0;
  #last = ROWS_IN_VIEW;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** Every row is to be drawn: its numbers have changed, or it is new. */
  renew(rows: number): void {
    this.#changes += 1;
    if (this.#changes > 1) this.#changedAt = performance.now();
    this.#drawn = Array.from({ length: rows }, (_, row) => this.#drawn[row] ?? 0);
  }

  /** For the scroll event of the table's place; whether rows that are still to be drawn have come into view. */
  look(place: HTMLElement): boolean {
    const height = place.querySelector('tr')!.offsetHeight;
    this.#first = Math.floor(place.scrollTop / height) - 1;
    this.#last = this.#first + Math.ceil(place.clientHeight / height) + 1;
    return this.#stale().some((row) => this.#isSeen(row));
  }

  /** Takes the rows of the next step; call it before rendering. */
  step(cols: number): void {
    const stale = this.#stale();
    const seen = stale.filter((row) => this.#isSeen(row));
    const most = Math.max(1, Math.floor(CELLS_A_STEP / Math.max(1, cols)));
    if (seen.length > 0) {
      const from = seen.findIndex((row) => row >= this.#next);
      const turned = from < 0 ? seen : [...seen.slice(from), ...seen.slice(0, from)];
      this.#draw(turned.slice(0, most));
    } else if (this.wait === 0 && stale.length > 0) {
      // A group comes back to the page as a whole.
      const group = groupOf(stale[0]!);
      this.#draw(stale.filter((row, i) => i < most || groupOf(row) === group));
    }
  }

  get done(): boolean {
    return this.#drawn.every((drawn) => drawn === this.#changes);
  }

  /** How long the next step waits for the numbers to rest, ms; 0 when it can be taken now. */
  get wait(): number {
    if (this.#stale().some((row) => this.#isSeen(row))) return 0;
    return Math.max(0, REST_MS - (performance.now() - this.#changedAt));
  }

  /** Asks for the next step, now or when the numbers rest; nothing where all rows are drawn. */
  goOn(ask: () => void): void {
    clearTimeout(this.#resting);
    if (this.done) return;
    if (this.wait === 0) ask();
    else this.#resting = setTimeout(ask, this.wait);
  }

  /** The rows as they stand, in groups: the ones of this step are drawn, the others stay as they are. */
  render(row: (index: number) => TemplateResult): TemplateResult[] {
    const rows = (from: number, to: number) =>
      this.#drawn
        .slice(from, to)
        .map((drawn, index) => guard([drawn], () => (drawn === 0 ? nothing : row(from + index))));
    return Array.from({ length: Math.ceil(this.#drawn.length / ROWS_A_GROUP) }, (_, group) => {
      const from = group * ROWS_A_GROUP;
      const drawn = this.#drawn.slice(from, from + ROWS_A_GROUP);
      const stale = drawn.some((change) => change !== this.#changes);
      return html`<tbody
        role="rowgroup"
        class=${classMap({ away: stale && !this.#isSeen(from) })}
        style=${styleMap({ '--rows': String(drawn.length) })}
      >${guard(drawn, () => rows(from, from + ROWS_A_GROUP))}</tbody>`;
    });
  }

  #stale(): number[] {
    return this.#drawn.flatMap((drawn, row) => (drawn === this.#changes ? [] : [row]));
  }

  #isSeen(row: number): boolean {
    return groupOf(row) >= groupOf(this.#first) && groupOf(row) <= groupOf(this.#last);
  }

  #draw(rows: readonly number[]): void {
    for (const row of rows) this.#drawn[row] = this.#changes;
    this.#next = (rows.at(-1) ?? 0) + 1;
  }
}

function groupOf(row: number): number {
  return Math.floor(row / ROWS_A_GROUP);
}
