// Small helpers between the rows a reader types and the row-major matrices the core takes.
import type { Matrix } from '../../engine/types.js';

export function fromRows(rows: readonly (readonly number[])[]): Matrix {
  return { rows: rows.length, cols: rows[0]?.length ?? 0, data: Float32Array.from(rows.flat()) };
}

export function toRows(matrix: Matrix): number[][] {
  return Array.from({ length: matrix.rows }, (_, row) => Array.from(rowOf(matrix, row)));
}

/** A view of one row; it shares the matrix's memory. */
export function rowOf(matrix: Matrix, row: number): Float32Array {
  return matrix.data.subarray(row * matrix.cols, (row + 1) * matrix.cols);
}

/** Rows [from, to), copied. */
export function rowsOf(matrix: Matrix, from: number, to: number): Matrix {
  return {
    rows: to - from,
    cols: matrix.cols,
    data: matrix.data.slice(from * matrix.cols, to * matrix.cols),
  };
}

/** A vector as a matrix of one row. */
export function asRow(vector: Float32Array): Matrix {
  return { rows: 1, cols: vector.length, data: vector };
}

export function identityMatrix(size: number): Matrix {
  const data = new Float32Array(size * size);
  for (let i = 0; i < size; ++i) data[i * size + i] = 1;
  return { rows: size, cols: size, data };
}
