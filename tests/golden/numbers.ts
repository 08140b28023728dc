// Row lists, as the cases are written, and matrices, as the module takes them.
import type { FeatureMap, Matrix, State } from '../../web/engine/types.js';

export type Row = number[];
export type Rows = Row[];

export interface Tokens {
  Q: Rows;
  K: Rows;
  V: Rows;
}

export const range = (n: number): Row => Array.from({ length: n }, (_, i) => i);
export const filled = (rows: number, cols: number, value: number): Rows =>
  range(rows).map(() => new Array<number>(cols).fill(value));
export const identity = (n: number): Rows => range(n).map((i) => range(n).map((j) => (i === j ? 1 : 0)));
export const column = (numbers: Row): Rows => numbers.map((number) => [number]);
export const dot = (a: Row, b: Row): number => a.reduce((total, value, i) => total + value * b[i]!, 0);
export const sums = (rows: Rows): Row => rows.map((row) => row.reduce((a, b) => a + b, 0));
export const total = (rows: Rows): number => sums(rows).reduce((a, b) => a + b, 0);
export const positionsOf = (row: Row): Row => range(row.length).filter((j) => row[j] !== 0);

export const matrix = (rows: Rows, cols = rows[0]!.length): Matrix => ({
  rows: rows.length,
  cols,
  data: Float32Array.from(rows.flat()),
});
export const rowsOf = ({ rows, cols, data }: Matrix): Rows =>
  range(rows).map((i) => Array.from(data.subarray(i * cols, (i + 1) * cols)));
export const square = (bytes: Uint8Array, n: number): Rows =>
  range(n).map((i) => Array.from(bytes.subarray(i * n, (i + 1) * n)));
export const stateOf = ({ S, z }: State) => ({ S: rowsOf(S), z: Array.from(z) });
export const bytesOf = (numbers: Row | Rows | undefined): Uint8Array | undefined =>
  numbers && Uint8Array.from(numbers.flat());

/** IEEE values are spelt in words, long constant inputs are abbreviated. */
export function decode(value: unknown): unknown {
  if (value === 'nan') return Number.NaN;
  if (value === 'inf') return Infinity;
  if (value === '-inf') return -Infinity;
  if (Array.isArray(value)) return value.map(decode);
  if (value === null || typeof value !== 'object') return value;
  if ('fill' in value) {
    const { shape, value: constant } = value.fill as { shape: [number, number]; value: number };
    return filled(...shape, constant);
  }
  if ('alternate' in value) {
    const { shape, values } = value.alternate as { shape: [number, number]; values: Row };
    return range(shape[0]).map((i) => new Array(shape[1]).fill(values[i % values.length]));
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, decode(inner)]));
}

/** The case's name of a feature map, as the public module spells it. */
export function mapOf({ phi, W, nu }: { phi: string; W?: Rows; nu?: number }): FeatureMap {
  switch (phi) {
    case 'elu1':
      return { kind: 'elu+1' };
    case 'relu':
    case 'identity':
    case 'taylor2':
      return { kind: phi };
    case 'dpfp':
      return { kind: 'dpfp', nu: nu! };
    case 'hedgehog_softmax_concat':
      return { kind: 'hedgehog', activation: 'softmax' };
    case 'favor_pos':
      return { kind: 'favor', features: W!.length, seed: 1, projection: matrix(W!) };
    default:
      throw new Error(`no feature map for ${phi}`);
  }
}
