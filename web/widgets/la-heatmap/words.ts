// What a heat map says of itself to those who listen, and in the line below it.
import type { Matrix } from '../../engine/types.js';
import type { speaker } from '../../lesson-kit/strings.js';
import { formatFloat32, formatFloat64, formatNumber } from '../../model/format-number.js';

export interface Described {
  readonly matrix: Matrix;
  readonly mask: Uint8Array | null;
  readonly exact: Float64Array | null;
  readonly rowNames: readonly string[];
  readonly colNames: readonly string[];
  readonly rowTitle: string;
  readonly colTitle: string;
}

export class HeatmapWords {
  readonly #map: Described;
  readonly #say: ReturnType<typeof speaker>;

  constructor(map: Described, say: ReturnType<typeof speaker>) {
    this.#map = map;
    this.#say = say;
  }

  value(row: number, col: number): string {
    const { matrix, mask } = this.#map;
    const at = row * matrix.cols + col;
    return mask?.[at] === 0 ? this.#say('heatmap.not-allowed') : formatNumber(matrix.data[at]!);
  }

  /** 'row 3 “teacher” (query), column 5 “the” (key)' */
  where(row: number, col: number): string {
    const { rowNames, colNames, rowTitle, colTitle } = this.#map;
    const name = (names: readonly string[], at: number) => (names[at] === undefined ? '' : ` “${names[at]}”`);
    const title = (text: string) => (text === '' ? '' : ` (${text})`);
    const rowText = this.#say('matrix.row', { row: row + 1 }) + name(rowNames, row) + title(rowTitle);
    const colText = this.#say('matrix.column', { col: col + 1 }) + name(colNames, col) + title(colTitle);
    return `${rowText}, ${colText}`;
  }

  read(row: number, col: number): string {
    return `${this.where(row, col)}: ${this.value(row, col)}`;
  }

  /** The whole float32, and the float64 truth where it is known. */
  readExact(row: number, col: number): string {
    const { matrix, mask, exact } = this.#map;
    const at = row * matrix.cols + col;
    if (mask?.[at] === 0) return this.read(row, col);
    const where = this.where(row, col);
    const float32 = formatFloat32(matrix.data[at]!);
    return exact === null
      ? this.#say('matrix.exact', { where, float32 })
      : this.#say('matrix.exact-and-truth', { where, float32, float64: formatFloat64(exact[at]!) });
  }

  summary(): string {
    const { matrix, mask } = this.#map;
    const { rows, cols, data } = matrix;
    let low = -1;
    let high = -1;
    let negatives = 0;
    for (let at = 0; at < data.length; at++) {
      if (mask?.[at] === 0) continue;
      if (low < 0 || data[at]! < data[low]!) low = at;
      if (high < 0 || data[at]! > data[high]!) high = at;
      if (data[at]! < 0) negatives++;
    }
    if (high < 0) return '';
    const summary = this.#say('heatmap.summary', {
      rows,
      cols,
      low: formatNumber(data[low]!),
      high: formatNumber(data[high]!),
      where: this.where(Math.floor(high / cols), high % cols),
    });
    return negatives === 0 ? summary : `${summary} ${this.#say('heatmap.negatives', { count: negatives })}`;
  }
}
