// The texts of an editable matrix and the numbers they stand for. A text that is no number is kept as it was typed.
import type { Matrix } from '../../engine/types.js';
import { formatFloat32, formatFloat64, formatNumber } from '../../model/format-number.js';
import { parseInteger, parseNumber } from '../../model/parse-number.js';

export interface Cell {
  readonly text: string;
  /** NaN while the text is no number. */
  readonly value: number;
  /** Why it is none; '' otherwise. */
  readonly problem: string;
}

export type Cells = readonly (readonly Cell[])[];

/** What a cell accepts. */
export interface CellRules {
  readonly integers: boolean;
  readonly min: number;
  readonly max: number;
  /** Says that a number is outside min and max. */
  readonly outside: (found: string) => string;
}

export function cellOf(text: string, rules: CellRules): Cell {
  const parsed = rules.integers ? parseInteger(text) : parseNumber(text);
  if (!parsed.ok) return { text, value: Number.NaN, problem: parsed.message };
  if (parsed.value < rules.min || parsed.value > rules.max) {
    return { text, value: Number.NaN, problem: rules.outside(text.trim()) };
  }
  return { text, value: Math.fround(parsed.value), problem: '' };
}

/** Cells for a matrix; a cell whose text already stands for the number keeps its text ("0.50", "1/3"). */
export function cellsOf(matrix: Matrix, before: Cells = []): Cells {
  return Array.from({ length: matrix.rows }, (_, row) =>
    Array.from({ length: matrix.cols }, (_, col) => {
      const value = matrix.data[row * matrix.cols + col]!;
      const known = before[row]?.[col];
      return known?.value === value ? known : { text: formatFloat32(value), value, problem: '' };
    }),
  );
}

export function matrixOf(cells: Cells): Matrix {
  const rows = cells.length;
  const cols = cells[0]?.length ?? 0;
  return { rows, cols, data: Float32Array.from(cells.flatMap((row) => row.map(({ value }) => value))) };
}

export function sameMatrix(a: Matrix, b: Matrix | undefined): boolean {
  if (a === b) return true;
  if (b === undefined || a.rows !== b.rows || a.cols !== b.cols || a.data.length !== b.data.length)
    return false;
  return a.data.every((value, i) => Object.is(value, b.data[i]));
}

export function isComplete(cells: Cells): boolean {
  return cells.every((row) => row.every(({ problem }) => problem === ''));
}

/** Numbers that arrive together. */
export interface Block {
  readonly rows: number;
  readonly cols: number;
  readonly data: ArrayLike<number>;
}

/** Counted from 0. */
export interface CellPlace {
  readonly row: number;
  readonly col: number;
}

/** Whether a pasted text is a block of cells and not the text of one. */
export function isBlock(text: string): boolean {
  const trimmed = text.trim();
  return /[\t\n;[{]/.test(trimmed) || /\d\s*,\s*[-−+.\d]+\s*,/.test(trimmed) || /\d\s+[-−+.\d]/.test(trimmed);
}

/** Letters that fit a cell without rounding. */
const SHORT = 6;

/** A number as a cell shows it: rounded like every number on the page, unless it is short or typed in another form. */
export function shownText({ text, value, problem }: Cell): string {
  return problem !== '' || text.length <= SHORT || text !== formatFloat32(value) ? text : formatNumber(value);
}

/** What the reader may change besides the entries. */
export type Resizable = 'none' | 'rows' | 'columns' | 'both';

export interface SizeLimits {
  readonly resizable: Resizable;
  readonly maxRows: number;
  readonly maxCols: number;
}

/**
 * The cells with a block written from `at` on. At the corner of a matrix whose size may change, the block is the new
 * matrix. `room`: what would have fitted, where the block does not.
 */
export function pasteInto(
  cells: Cells,
  block: Block,
  at: CellPlace,
  { resizable, maxRows, maxCols }: SizeLimits,
  rules: CellRules,
): { cells: Cells } | { room: { rows: number; cols: number } } {
  const corner = at.row === 0 && at.col === 0;
  const freeRows = corner && (resizable === 'rows' || resizable === 'both');
  const freeCols = corner && (resizable === 'columns' || resizable === 'both');
  const room = {
    rows: freeRows ? maxRows : cells.length - at.row,
    cols: freeCols ? maxCols : (cells[0]?.length ?? 0) - at.col,
  };
  if (block.rows > room.rows || block.cols > room.cols) return { room };
  const rows = freeRows ? block.rows : cells.length;
  const cols = freeCols ? block.cols : (cells[0]?.length ?? 0);
  const written = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (_, col) => {
      const [r, c] = [row - at.row, col - at.col];
      return r >= 0 && r < block.rows && c >= 0 && c < block.cols
        ? cellOf(formatFloat64(block.data[r * block.cols + c]!), rules)
        : cells[row]![col]!;
    }),
  );
  return { cells: written };
}
