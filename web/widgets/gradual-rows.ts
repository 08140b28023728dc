// A table of thousands of cells is drawn some rows at a time, round and round while its numbers change, so that every
// frame has room for it.
import { css, html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';

/** A row has one cell at least, a step one row. */
const CELLS_A_STEP = 128;
/** Where one row of a group changes, the browser paints all of them again. */
const ROWS_A_GROUP = 8;

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
  #next = 0;
  #left = 0;

  /** Every row is to be drawn: its numbers have changed, or it is new. */
  renew(rows: number): void {
    this.#changes += 1;
    this.#left = rows;
    this.#drawn = Array.from({ length: rows }, (_, row) => this.#drawn[row] ?? 0);
    if (this.#next >= rows) this.#next = 0;
  }

  /** Takes the rows of the next step; call it before rendering. */
  step(cols: number): void {
    const rows = Math.min(this.#left, Math.max(1, Math.floor(CELLS_A_STEP / Math.max(1, cols))));
    for (let i = 0; i < rows; i++) {
      this.#drawn[this.#next] = this.#changes;
      this.#next = (this.#next + 1) % this.#drawn.length;
    }
    this.#left -= rows;
  }

  get done(): boolean {
    return this.#left === 0;
  }

  /** The rows as they stand, in groups: the ones of this step are drawn, the others stay as they are. */
  render(row: (index: number) => TemplateResult): TemplateResult[] {
    const rows = this.#drawn.map((drawn, index) =>
      guard([drawn], () => (drawn === 0 ? nothing : row(index))),
    );
    return Array.from(
      { length: Math.ceil(rows.length / ROWS_A_GROUP) },
      (_, group) => html`<tbody>${rows.slice(group * ROWS_A_GROUP, (group + 1) * ROWS_A_GROUP)}</tbody>`,
    );
  }
}
