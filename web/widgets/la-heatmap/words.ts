// What a heat map says of itself to those who listen, and in the line below it.
import type { Matrix } from '../../engine/types.js';
import type { speaker } from '../../lesson-kit/strings.js';
import { formatNumber } from '../../model/format-number.js';
import { type CellNames, exactText, whereText } from '../cell-words.js';

export interface Described extends CellNames {
  readonly matrix: Matrix;
  readonly mask: Uint8Array | null;
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

  where(row: number, col: number): string {
    return whereText(this.#say, row, col, this.#map);
  }

  read(row: number, col: number): string {
    return `${this.where(row, col)}: ${this.value(row, col)}`;
  }

  readExact(row: number, col: number): string {
    const { matrix, mask } = this.#map;
    const at = row * matrix.cols + col;
    if (mask?.[at] === 0) return this.read(row, col);
    return exactText(this.#say, this.where(row, col), matrix.data[at]!);
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
      rows: this.#say('heatmap.rows', { count: rows }),
      cols: this.#say('heatmap.cols', { count: cols }),
      low: formatNumber(data[low]!),
      high: formatNumber(data[high]!),
      where: this.where(Math.floor(high / cols), high % cols),
    });
    return negatives === 0 ? summary : `${summary} ${this.#say('heatmap.negatives', { count: negatives })}`;
  }
}
