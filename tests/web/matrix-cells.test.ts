// The cells of an editable matrix: what is pasted stands where it was put, and a typed text is kept.
import { describe, expect, it } from 'vitest';
import { fromRows, toRows } from '../../web/model/matrices.js';
import {
  type Cells,
  cellOf,
  cellsOf,
  isComplete,
  matrixOf,
  pasteInto,
} from '../../web/widgets/la-matrix/cells.js';
import { readBlock } from '../../web/widgets/la-matrix/read-block.js';

const RULES = { integers: false, min: -100, max: 100, outside: (found: string) => `${found} is outside` };
const NINE = cellsOf(
  fromRows([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ]),
);
const sizes = (resizable: 'none' | 'rows' | 'columns' | 'both') => ({ resizable, maxRows: 4, maxCols: 4 });
const rowsOf = (pasted: ReturnType<typeof pasteInto>) =>
  'cells' in pasted ? toRows(matrixOf(pasted.cells)) : pasted.room;
const paste = (
  text: string,
  row: number,
  col: number,
  resizable: Parameters<typeof sizes>[0] = 'none',
  cells: Cells = NINE,
) => rowsOf(pasteInto(cells, readBlock(text), { row, col }, sizes(resizable), RULES));

describe('a pasted block', () => {
  it('goes from its place to the right and down, and leaves the rest', () => {
    expect(paste('-1\t-2', 2, 1)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, -1, -2],
    ]);
    expect(paste('[[-1], [-2]]', 0, 2)).toEqual([
      [1, 2, -1],
      [4, 5, -2],
      [7, 8, 9],
    ]);
  });

  it('in the corner of a matrix that may change its size gives it its own, within bounds', () => {
    expect(paste('-1\t-2', 0, 0, 'both')).toEqual([[-1, -2]]);
    expect(paste('-1\t-2', 0, 0, 'rows')).toEqual([[-1, -2, 3]]);
    expect(paste('1\t2\t3\t4\t5', 0, 0, 'both')).toEqual({ rows: 4, cols: 4 });
  });

  it('elsewhere changes no size, and is refused with the room there is', () => {
    expect(paste('-1\t-2', 0, 1, 'both')).toEqual([
      [1, -1, -2],
      [4, 5, 6],
      [7, 8, 9],
    ]);
    expect(paste('1\t2\t3', 0, 1, 'both')).toEqual({ rows: 3, cols: 2 });
    expect(paste('1\n2\n3', 1, 0, 'both')).toEqual({ rows: 2, cols: 3 });
  });
});

describe('a cell', () => {
  it('keeps the text that was typed for its number, and takes a new one where the number is another', () => {
    const before = [[cellOf('0.50', RULES), cellOf('1/4', RULES)]];
    const after = cellsOf(fromRows([[0.5, 0.75]]), before);
    expect(after[0]!.map(({ text }) => text)).toEqual(['0.50', '0.75']);
  });

  it('that is no number within its bounds says so, and the matrix is not complete', () => {
    expect(cellOf('101', RULES).problem).toBe('101 is outside');
    expect(cellOf('-100', RULES).problem).toBe('');
    expect(cellOf('2.5', { ...RULES, integers: true }).problem).toMatch(/whole number/);
    expect(isComplete([[cellOf('1', RULES), cellOf('x', RULES)]])).toBe(false);
    expect(isComplete(NINE)).toBe(true);
  });
});
