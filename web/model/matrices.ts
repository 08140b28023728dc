// Between rows of numbers, as people type them and links carry them, and the row-major matrices that the core takes.
import type { Matrix } from '../engine/types.js';
import { shortestFloat32 } from './format-number.js';

/** Rows of equal length; each number is rounded to float32. */
export function fromRows(rows: readonly (readonly number[])[]): Matrix {
  return { rows: rows.length, cols: rows[0]?.length ?? 0, data: Float32Array.from(rows.flat()) };
}

export function toRows(matrix: Matrix): number[][] {
  return Array.from({ length: matrix.rows }, (_, row) => Array.from(rowOf(matrix, row)));
}

/** The rows in the shortest decimals that are the same float32: what was typed as 0.1 is 0.1, and not the number nearest to it. */
export function toDecimalRows(matrix: Matrix): number[][] {
  return toRows(matrix).map((row) => row.map((entry) => Number(shortestFloat32(entry))));
}

/** A view of one row; it shares the matrix's memory. */
export function rowOf({ cols, data }: Matrix, row: number): Float32Array {
  return data.subarray(row * cols, (row + 1) * cols);
}

/** Rows [from, to), copied. */
export function rowsOf({ cols, data }: Matrix, from: number, to: number): Matrix {
  return { rows: to - from, cols, data: data.slice(from * cols, to * cols) };
}

/** A vector as a matrix of one row; it shares the vector's memory. */
export function asRow(vector: Float32Array): Matrix {
  return { rows: 1, cols: vector.length, data: vector };
}

/** Every entry times `factor`, rounded to float32; the matrix itself where that is 1. */
export function scaledBy(matrix: Matrix, factor: number): Matrix {
  return factor === 1 ? matrix : { ...matrix, data: matrix.data.map((entry) => entry * factor) };
}

export function identityMatrix(size: number): Matrix {
  const data = new Float32Array(size * size);
  for (let i = 0; i < size; ++i) data[i * size + i] = 1;
  return { rows: size, cols: size, data };
}
