import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { live } from 'lit/directives/live.js';
import { styleMap } from 'lit/directives/style-map.js';
import type { Matrix } from '../../engine/types.js';
import { formatFloat32, formatNumber } from '../../model/format-number.js';
import { FormatError } from '../../model/formats/number-array.js';
import { spokenText } from '../../model/spoken.js';
import { exactText, whereText } from '../cell-words.js';
import { keyHelp } from '../key-help.js';
import { differs } from '../same.js';
import { base, define, LaDrawing, objectStyle } from '../theme/base.js';
import { lookOf, type ObjectKind } from '../theme/objects.js';
import {
  type Block,
  type Cell,
  type CellPlace,
  type CellRules,
  type Cells,
  cellOf,
  cellsOf,
  isBlock,
  isComplete,
  matrixOf,
  pasteInto,
  type Resizable,
  type SizeLimits,
  sameMatrix,
  shownText,
} from './cells.js';
import { cellAfter } from './keys.js';
import { sizeButtons } from './size-buttons.js';
import { matrixStyle } from './style.js';

export type { Resizable } from './cells.js';

/** Marks one cell, or a row or column as a whole where the other index is left out. Counted from 0. */
export interface MatrixMark {
  readonly row?: number;
  readonly col?: number;
  /** Whose colour the mark takes; by default the matrix's own. */
  readonly object?: ObjectKind;
}

export interface MatrixChange {
  readonly matrix: Matrix;
}

export interface MatrixInvalid {
  readonly row: number;
  readonly col: number;
  readonly text: string;
  readonly message: string;
}

/**
 * <la-matrix>: a matrix between brackets, to read or to type into.
 *
 * Typing, arrow keys, Enter, Tab; pasting a block (CSV, tabs, JSON) from the focused cell on. A text that is no number
 * stays as typed, with a sentence below its row, until it is one; only then `la-change` is fired.
 *
 * Events: `la-change` MatrixChange, when every cell holds a number; `la-invalid` MatrixInvalid, when one does not.
 * Parts: label, grid, cell, error, status.
 */
export class LaMatrix extends LaDrawing {
  static override properties = {
    // Hosts make a new object for the same numbers at every turn; that must not undo what is being typed.
    matrix: { attribute: false, hasChanged: (value: Matrix, old?: Matrix) => !sameMatrix(value, old) },
    label: {},
    object: {},
    readonly: { type: Boolean, reflect: true },
    integers: { type: Boolean },
    resizable: {},
    min: { type: Number },
    max: { type: Number },
    maxRows: { type: Number, attribute: 'max-rows' },
    maxCols: { type: Number, attribute: 'max-cols' },
    marks: { attribute: false, hasChanged: differs },
    hideShape: { type: Boolean, attribute: 'hide-shape' },
  };

  static override styles = [base, objectStyle, matrixStyle];

  /** Never changed in place: another matrix is another object. */
  matrix: Matrix = { rows: 0, cols: 0, data: new Float32Array() };
  /** The name in formulas: 'Q', 'φ(K)'. */
  label = '';
  object: ObjectKind = 'plain';
  readonly = false;
  integers = false;
  resizable: Resizable = 'none';
  /** Bounds of an entry. */
  min = Number.NEGATIVE_INFINITY;
  max = Number.POSITIVE_INFINITY;
  maxRows = 64;
  maxCols = 32;
  marks: readonly MatrixMark[] = [];
  hideShape = false;

  #cells: Cells = [];
  /** The cell that the Tab key reaches, and whose exact value is told. */
  #active = { row: 0, col: 0 };
  #told: { row: number; col: number } | null = null;
  #editing: { row: number; col: number; before: Cell } | null = null;
  #notice = '';

  get #rules(): CellRules {
    const { integers, min, max } = this;
    const outside = (found: string) =>
      this.say('matrix.below', { found: `“${found}”`, min: formatNumber(min), max: formatNumber(max) });
    return { integers, min, max, outside };
  }

  get #limits(): SizeLimits {
    return { resizable: this.resizable, maxRows: this.maxRows, maxCols: this.maxCols };
  }

  override focus(options?: FocusOptions): void {
    this.#cellElement(this.#active.row, this.#active.col)?.focus(options);
  }

  protected override scheduleUpdate(): Promise<void> {
    // What is typed into answers at once.
    if (this.shadowRoot?.activeElement) this.drawNow();
    return super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('matrix')) {
      // The host may hand back the matrix of the last change; texts that still stand for it are kept.
      this.#cells = cellsOf(this.matrix, this.#cells);
      const { row, col } = this.#active;
      this.#active = {
        row: Math.min(row, Math.max(0, this.matrix.rows - 1)),
        col: Math.min(col, Math.max(0, this.matrix.cols - 1)),
      };
    }
  }

  protected override render(): TemplateResult {
    const look = lookOf(this.object);
    const rows = this.#cells.length;
    const cols = this.#cells[0]?.length ?? 0;
    const longest = Math.max(0, ...this.#cells.flat().map((cell) => shownText(cell).length));
    const figure = {
      '--colour': look.colour,
      '--edge': look.edge,
      '--letters': String(Math.min(longest, 12)),
    };
    return html`
      <div class="figure" style=${styleMap(figure)}>
        ${
          this.label === ''
            ? nothing
            : html`<div class="name" part="label" aria-hidden="true">
                <span class=${classMap({ letter: true, normaliser: this.object === 'normaliser' })}>${this.label}</span>
                ${this.hideShape ? nothing : html`<span class="quiet">${this.#shape(rows, cols)}</span>`}
              </div>`
        }
        <div class="scroll">
          <table
            role="grid"
            part="grid"
            aria-label=${spokenText(`${this.label} ${this.#shape(rows, cols)}`)}
            aria-rowcount=${rows}
            aria-colcount=${cols}
            aria-readonly=${this.readonly}
            aria-describedby=${this.readonly ? nothing : 'keys'}
            @keydown=${this.#onKey}
            @paste=${this.#onPaste}
            @mouseleave=${() => this.#tell(null)}
          >
            <tbody role="rowgroup">${this.#cells.map((row, index) => this.#row(row, index))}</tbody>
          </table>
        </div>
      </div>
      ${this.readonly ? nothing : sizeButtons(this.say, this.label, { rows, cols }, this.#limits, (r, c) => this.#resize(r, c))}
      <p class="status quiet" part="status" aria-live="polite">${this.#status()}</p>
      ${this.readonly ? nothing : keyHelp(this.say('matrix.keys'))}
    `;
  }

  #row(row: readonly Cell[], index: number): TemplateResult {
    const wrong = row.findIndex(({ problem }) => problem !== '');
    return html`
      <tr role="row" aria-rowindex=${index + 1}>
        ${row.map((cell, col) => this.#cell(cell, index, col))}
      </tr>
      ${
        wrong < 0
          ? nothing
          : html`<tr role="row">
              <td role="gridcell" class="problem" colspan=${row.length}>
                <p class="error" part="error" id="problem-${index}" role="alert">
                  ${this.#where(index, wrong)}: ${row[wrong]!.problem}
                </p>
              </td>
            </tr>`
      }
    `;
  }

  #cell(cell: Cell, row: number, col: number): TemplateResult {
    const mark = this.#markAt(row, col);
    const style =
      mark === undefined ? nothing : styleMap({ '--mark': lookOf(mark.object ?? this.object).colour });
    const active = this.#active.row === row && this.#active.col === col;
    const negative = cell.value < 0;
    if (this.readonly) {
      return html`<td
        role="gridcell"
        part="cell"
        class=${classMap({ marked: mark !== undefined, negative })}
        style=${style}
        data-at="${row} ${col}"
        aria-colindex=${col + 1}
        tabindex=${active ? 0 : -1}
        @focus=${() => this.#visit(row, col)}
        @mouseenter=${() => this.#tell({ row, col })}
      >${formatNumber(cell.value)}</td>`;
    }
    const editing = this.#editing?.row === row && this.#editing.col === col;
    const text = editing ? cell.text : shownText(cell);
    return html`<td
      role="gridcell"
      part="cell"
      class=${classMap({ marked: mark !== undefined })}
      style=${style}
      aria-colindex=${col + 1}
    >
      <input
        type="text"
        inputmode=${this.integers && this.min >= 0 ? 'numeric' : 'text'}
        autocomplete="off"
        spellcheck="false"
        data-at="${row} ${col}"
        aria-label=${spokenText(`${this.label} ${this.#where(row, col)}`)}
        aria-invalid=${cell.problem !== ''}
        aria-describedby=${cell.problem === '' ? nothing : `problem-${row}`}
        .value=${live(text)}
        @focus=${(event: FocusEvent) => this.#startEditing(event, row, col)}
        @blur=${() => this.#stopEditing()}
        @input=${(event: InputEvent) => this.#type(row, col, (event.target as HTMLInputElement).value)}
        @mouseenter=${() => this.#tell({ row, col })}
      />
    </td>`;
  }

  #status(): string | typeof nothing {
    if (this.#notice !== '') return this.#notice;
    if (this.#told === null) return nothing;
    const { row, col } = this.#told;
    const cell = this.#cells[row]?.[col];
    if (cell === undefined || cell.problem !== '') return nothing;
    // The cell itself may show every digit there is.
    if (formatNumber(cell.value) === formatFloat32(cell.value)) return nothing;
    return exactText(this.say, this.#where(row, col), cell.value);
  }

  #shape(rows: number, cols: number): string {
    return this.say('matrix.shape', { rows, cols });
  }

  #where(row: number, col: number): string {
    return whereText(this.say, row, col);
  }

  #markAt(row: number, col: number): MatrixMark | undefined {
    return this.marks.find((mark) => (mark.row ?? row) === row && (mark.col ?? col) === col);
  }

  #tell(cell: { row: number; col: number } | null): void {
    this.drawNow();
    this.#told = cell ?? (this.shadowRoot?.activeElement === null ? null : { ...this.#active });
    this.#notice = '';
    this.requestUpdate();
  }

  #visit(row: number, col: number): void {
    this.#active = { row, col };
    this.#tell({ row, col });
  }

  #startEditing(event: FocusEvent, row: number, col: number): void {
    const cell = this.#cells[row]![col]!;
    this.#editing = { row, col, before: cell };
    this.#visit(row, col);
    const input = event.target as HTMLInputElement;
    void this.updateComplete.then(() => {
      if (this.shadowRoot?.activeElement === input) input.select();
    });
  }

  #stopEditing(): void {
    this.#editing = null;
    this.requestUpdate();
  }

  #type(row: number, col: number, text: string): void {
    this.#replace(row, col, cellOf(text, this.#rules));
  }

  #replace(row: number, col: number, cell: Cell): void {
    this.#cells = this.#cells.map((cells, r) =>
      r === row ? cells.map((old, c) => (c === col ? cell : old)) : cells,
    );
    this.#report(cell.problem === '' ? null : { row, col });
  }

  /** Tells the host: the matrix when every cell is a number, else the cell that is none. */
  #report(wrong: { row: number; col: number } | null): void {
    this.requestUpdate();
    if (isComplete(this.#cells)) {
      this.matrix = matrixOf(this.#cells);
      this.emit<MatrixChange>('la-change', { matrix: this.matrix });
    } else if (wrong !== null) {
      const { text, problem } = this.#cells[wrong.row]![wrong.col]!;
      this.emit<MatrixInvalid>('la-invalid', { ...wrong, text, message: problem });
    }
  }

  #resize(rows: number, cols: number): void {
    const zero: Cell = { text: '0', value: 0, problem: '' };
    this.#cells = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: cols }, (_, col) => this.#cells[row]?.[col] ?? zero),
    );
    this.#active = { row: Math.min(this.#active.row, rows - 1), col: Math.min(this.#active.col, cols - 1) };
    this.#report(null);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { row, col } = this.#active;
    const input = event.target instanceof HTMLInputElement ? event.target : null;
    if (event.key === 'Escape' && this.#editing !== null) {
      const { before } = this.#editing;
      if (this.#cells[row]![col] === before) return;
      event.stopPropagation();
      this.#replace(row, col, before);
      return;
    }
    const next = cellAfter(event, { row, col }, (this.#cells[0]?.length ?? 1) - 1, input);
    if (next === null) return;
    event.preventDefault();
    this.#cellElement(next.row, next.col)?.focus();
  }

  #onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (this.readonly || !isBlock(text)) return;
    event.preventDefault();
    void this.#read(text, this.#active);
  }

  async #read(text: string, at: CellPlace): Promise<void> {
    const reader = await import('./read-block.js').catch(() => null);
    if (reader === null) return this.#refusePaste(this.say('matrix.paste-unread'));
    try {
      this.#paste(reader.readBlock(text), at);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#refusePaste(error.message);
    }
  }

  #refusePaste(reason: string): void {
    this.#notice = this.say('matrix.paste-failed', { reason });
    this.requestUpdate();
  }

  #paste(block: Block, at: CellPlace): void {
    const { row, col } = at;
    const pasted = pasteInto(this.#cells, block, at, this.#limits, this.#rules);
    if ('room' in pasted) {
      this.#notice = this.say('matrix.paste-too-large', {
        rows: block.rows,
        cols: block.cols,
        where: this.#where(row, col),
        freeRows: pasted.room.rows,
        freeCols: pasted.room.cols,
      });
      this.requestUpdate();
      return;
    }
    this.#cells = pasted.cells;
    this.#editing = null;
    this.#notice = this.say('matrix.pasted', { rows: block.rows, cols: block.cols });
    const wrong = this.#cells.findIndex((cells) => cells.some(({ problem }) => problem !== ''));
    this.#report(
      wrong < 0 ? null : { row: wrong, col: this.#cells[wrong]!.findIndex(({ problem }) => problem !== '') },
    );
  }

  #cellElement(row: number, col: number): HTMLElement | null {
    return this.renderRoot.querySelector(`[data-at="${row} ${col}"]`);
  }
}

define('la-matrix', LaMatrix);

declare global {
  interface HTMLElementTagNameMap {
    'la-matrix': LaMatrix;
  }
}
