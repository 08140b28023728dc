// How a cell of a matrix is named and its exact value told, in every widget the same.
import type { speaker } from '../lesson-kit/strings.js';
import { formatFloat32, formatFloat64 } from '../model/format-number.js';

type Say = ReturnType<typeof speaker>;

export interface CellNames {
  readonly rowNames: readonly string[];
  readonly colNames: readonly string[];
  /** What a row is: 'query'. */
  readonly rowTitle?: string;
  readonly colTitle?: string;
}

/** 'row 3 “teacher” (query), column 5 “the” (key)', counted from 1. */
export function whereText(say: Say, names: CellNames, row: number, col: number): string {
  const name = (list: readonly string[], at: number) => (list[at] === undefined ? '' : ` “${list[at]}”`);
  const title = (text = '') => (text === '' ? '' : ` (${text})`);
  const rowText = say('matrix.row', { row: row + 1 }) + name(names.rowNames, row) + title(names.rowTitle);
  const colText = say('matrix.column', { col: col + 1 }) + name(names.colNames, col) + title(names.colTitle);
  return `${rowText}, ${colText}`;
}

/** The whole float32, and the float64 truth where it is known. */
export function exactText(say: Say, where: string, value: number, truth: number | undefined): string {
  const float32 = formatFloat32(value);
  return truth === undefined
    ? say('matrix.exact', { where, float32 })
    : say('matrix.exact-and-truth', { where, float32, float64: formatFloat64(truth) });
}
