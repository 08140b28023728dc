// Matrix products in plain JavaScript: 4×2 tiles, sums in double, float32 in memory.

/**
 * C (rows, cols) += A (rows, inner) Bᵀ, B (cols, inner). Each matrix is given as its array, where it starts in it,
 * and how far apart its rows are. rows is a multiple of 4 and cols of 2.
 */
export function addProduct(rows, cols, inner, A, aStart, aStride, B, bStart, bStride, C, cStart, cStride) {
  for (let i = 0; i < rows; i += 4) {
    const a0 = aStart + i * aStride;
    const a1 = a0 + aStride;
    const a2 = a1 + aStride;
    const a3 = a2 + aStride;
    for (let j = 0; j < cols; j += 2) {
      const b0 = bStart + j * bStride;
      const b1 = b0 + bStride;
      let c00 = 0;
      let c01 = 0;
      let c10 = 0;
      let c11 = 0;
      let c20 = 0;
      let c21 = 0;
      let c30 = 0;
      let c31 = 0;
      for (let t = 0; t < inner; t++) {
        const x = B[b0 + t];
        const y = B[b1 + t];
        const r0 = A[a0 + t];
        const r1 = A[a1 + t];
        const r2 = A[a2 + t];
        const r3 = A[a3 + t];
        c00 += r0 * x;
        c01 += r0 * y;
        c10 += r1 * x;
        c11 += r1 * y;
        c20 += r2 * x;
        c21 += r2 * y;
        c30 += r3 * x;
        c31 += r3 * y;
      }
      const c0 = cStart + i * cStride + j;
      const c1 = c0 + cStride;
      const c2 = c1 + cStride;
      const c3 = c2 + cStride;
      C[c0] += c00;
      C[c0 + 1] += c01;
      C[c1] += c10;
      C[c1 + 1] += c11;
      C[c2] += c20;
      C[c2 + 1] += c21;
      C[c3] += c30;
      C[c3 + 1] += c31;
    }
  }
}

/** A (rows, cols) from `start` on, transposed into `out`, (cols, rows), which is returned. */
export function transpose(A, start, rows, cols, out) {
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) out[j * rows + i] = A[start + i * cols + j];
  return out;
}
