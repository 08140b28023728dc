// A table of thousands of cells is drawn some rows at a time, so that every frame has room for it. While its numbers go on
// changing, the cells that can be seen are drawn round and round, and the others of their rows are empty; all others are
// drawn when the numbers rest.
import { css, html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { guard } from 'lit/directives/guard.js';
import { styleMap } from 'lit/directives/style-map.js';
import { drawNothingElse } from './draw-queue.js';

/** A row has one cell at least, a step one row. */
const CELLS_A_STEP = 64;
/** Where one row of a group changes, the browser paints all of them again. */
const ROWS_A_GROUP = 2;
/** Seen before anybody has scrolled: more than the height of the place lets be seen. */
const ROWS_IN_VIEW = 20;
/** Numbers rest when they, and every slider and field of the page, have stayed as they are for so long. */
const REST_MS = 250;

let inputAt = Number.NEGATIVE_INFINITY;
globalThis.addEventListener?.(
  'input',
  () => {
    inputAt = performance.now();
  },
  { capture: true, passive: true },
);

/** Columns of a table, counted from 0, without its column of names; `to` comes after the last. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

const ALL: Columns = { from: 0, to: Number.POSITIVE_INFINITY };

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
  /** Of each row, the columns that were drawn then. */
  #filled: Columns[] = [];
  #changes = 0;
  #changedAt = Number.NEGATIVE_INFINITY;
  #next = 0;
  #first = 0;
  #last = ROWS_IN_VIEW;
  #columns = ALL;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** Every row is to be drawn: its numbers have changed, or it is new. */
  renew(rows: number): void {
    this.#changes += 1;
    if (this.#changes > 1) this.#changedAt = performance.now();
    this.#drawn = Array.from({ length: rows }, (_, row) => this.#drawn[row] ?? 0);
    this.#filled = Array.from({ length: rows }, (_, row) => this.#filled[row] ?? ALL);
  }

  /**
   * For the scroll event of the table's place, and when its size changes; whether cells that are still to be drawn have
   * come into view. `cols`: how many columns there are beside the column of names, where all are equally wide; without
   * it all columns count as seen.
   */
  look(place: HTMLElement, cols?: number): boolean {
    const height = place.querySelector('tr')!.offsetHeight;
    this.#first = Math.floor(place.scrollTop / height) - 1;
    this.#last = this.#first + Math.ceil(place.clientHeight / height) + 1;
    if (cols !== undefined) {
      const width = place.scrollWidth / (cols + 1);
      const from = Math.max(0, Math.floor(place.scrollLeft / width) - 1);
      this.#columns = { from, to: from + Math.ceil(place.clientWidth / width) + 1 };
    }
    return this.#seenStale(this.#wanted).length > 0;
  }

  /** Takes the rows of the next step; call it before rendering. */
  step(cols: number): void {
    const wanted = this.#wanted;
    const seen = this.#seenStale(wanted);
    if (seen.length > 0) {
      const from = seen.findIndex((row) => row >= this.#next);
      const turned = from < 0 ? seen : [...seen.slice(from), ...seen.slice(0, from)];
      this.#draw(turned, wanted, (row) => widthOf(this.#filled[row]!, wanted, cols));
    } else if (this.wait === 0) {
      // A group comes back to the page as a whole: it has room for all of its rows or for none.
      this.#draw(this.#stale(ALL), ALL, (row) => (row % ROWS_A_GROUP === 0 ? ROWS_A_GROUP * cols : 0));
    }
  }

  get done(): boolean {
    return this.#stale(ALL).length === 0;
  }

  /** How long the next step waits for the numbers to rest, ms; 0 when it can be taken now. */
  get wait(): number {
    return this.#seenStale(this.#wanted).length > 0 ? 0 : this.#untilRest;
  }

  /** Asks for the next step, now or when the numbers rest; nothing where all rows are drawn. */
  goOn(ask: () => void): void {
    clearTimeout(this.#resting);
    if (this.done) return;
    if (this.wait === 0) ask();
    else this.#resting = setTimeout(ask, this.wait);
  }

  /**
   * The rows as they stand, in groups: the ones of this step are drawn, the others stay as they are. `row` leaves cells
   * outside the columns that it is given empty.
   */
  render(row: (index: number, columns: Columns) => TemplateResult): TemplateResult[] {
    const rows = (from: number, to: number) =>
      this.#drawn
        .slice(from, to)
        .map((drawn, i) =>
          guard([drawn, this.#filled[from + i]], () =>
            drawn === 0 ? nothing : row(from + i, this.#filled[from + i]!),
          ),
        );
    return Array.from({ length: Math.ceil(this.#drawn.length / ROWS_A_GROUP) }, (_, group) => {
      const from = group * ROWS_A_GROUP;
      const to = from + ROWS_A_GROUP;
      const drawn = this.#drawn.slice(from, to);
      const stale = drawn.some((change) => change !== this.#changes);
      return html`<tbody
        role="rowgroup"
        class=${classMap({ away: stale && !this.#isSeen(from) })}
        style=${styleMap({ '--rows': String(drawn.length) })}
      >${guard([...drawn, ...this.#filled.slice(from, to)], () => rows(from, to))}</tbody>`;
    });
  }

  get #untilRest(): number {
    return Math.max(0, REST_MS - (performance.now() - Math.max(this.#changedAt, inputAt)));
  }

  /** What rows in view are to show: while their numbers change, no more than can be seen. */
  get #wanted(): Columns {
    return this.#untilRest > 0 ? this.#columns : ALL;
  }

  #stale(wanted: Columns): number[] {
    return this.#drawn.flatMap((drawn, row) =>
      drawn === this.#changes && contains(this.#filled[row]!, wanted) ? [] : [row],
    );
  }

  #seenStale(wanted: Columns): number[] {
    return this.#stale(wanted).filter((row) => this.#isSeen(row));
  }

  #isSeen(row: number): boolean {
    return groupOf(row) >= groupOf(this.#first) && groupOf(row) <= groupOf(this.#last);
  }

  /** Draws the first of `rows`: one, and as many more as a step has room for. */
  #draw(rows: readonly number[], columns: Columns, cellsOf: (row: number) => number): void {
    if (rows.length > 0) drawNothingElse();
    let cells = 0;
    for (const [i, row] of rows.entries()) {
      cells += cellsOf(row);
      if (i > 0 && cells > CELLS_A_STEP) return;
      this.#drawn[row] = this.#changes;
      this.#filled[row] = columns;
      this.#next = row + 1;
    }
  }
}

/** How many of `cols` columns either has: what is emptied is drawn too. */
function widthOf(a: Columns, b: Columns, cols: number): number {
  return Math.min(cols, Math.max(a.to, b.to)) - Math.min(a.from, b.from);
}

function contains(outer: Columns, inner: Columns): boolean {
  return outer.from <= inner.from && outer.to >= inner.to;
}

function groupOf(row: number): number {
  return Math.floor(row / ROWS_A_GROUP);
}
