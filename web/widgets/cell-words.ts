// How a cell of a matrix is named and its exact value told, in every widget the same.
import type { speaker } from '../lesson-kit/strings.js';
import { formatFloat32 } from '../model/format-number.js';

type Say = ReturnType<typeof speaker>;

export interface CellNames {
  readonly rowNames: readonly string[];
  readonly colNames: readonly string[];
  /** What a row is: 'query'. */
  readonly rowTitle?: string;
  readonly colTitle?: string;
}

const UNNAMED: CellNames = { rowNames: [], colNames: [] };

/** 'row 3 “teacher” (query), column 5 “the” (key)', counted from 1. */
export function whereText(say: Say, row: number, col: number, names: CellNames = UNNAMED): string {
  const name = (list: readonly string[], at: number) => (list[at] === undefined ? '' : ` “${list[at]}”`);
  const title = (text = '') => (text === '' ? '' : ` (${text})`);
  const rowText = say('matrix.row', { row: row + 1 }) + name(names.rowNames, row) + title(names.rowTitle);
  const colText = say('matrix.column', { col: col + 1 }) + name(names.colNames, col) + title(names.colTitle);
  return `${rowText}, ${colText}`;
}

/** The whole float32. */
export function exactText(say: Say, where: string, value: number): string {
  return say('matrix.exact', { where, float32: formatFloat32(value) });
}
