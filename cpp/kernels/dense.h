// Products in float64, outside the float32 kernels: row-major, no checks. Those of matrices run along
// contiguous rows, with no sum that the compiler would have to keep in order, so that it can vectorise them.
#pragma once

#include "attn/matrix.h"

namespace attn {

// a.b, n numbers. Four sums side by side: one alone would wait for its own last addition at each step.
// Written out, because code that is compiled for size keeps its loops.
template <class Number>
double dot(const Number* a, const Number* b, int n) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  int c = 0;
  for (; c + 4 <= n; c += 4) {
    s0 += static_cast<double>(a[c]) * b[c];
    s1 += static_cast<double>(a[c + 1]) * b[c + 1];
    s2 += static_cast<double>(a[c + 2]) * b[c + 2];
    s3 += static_cast<double>(a[c + 3]) * b[c + 3];
  }
  for (; c < n; ++c) s0 += static_cast<double>(a[c]) * b[c];
  return (s0 + s1) + (s2 + s3);
}

// out (rows, cols) += a (rows, inner) b (inner, cols)
void add_product(const double* a, const double* b, double* out, int rows, int inner, int cols);

// out (rows, cols) += a^T b, with a (inner, rows) and b (inner, cols)
void add_transposed_product(const double* a, const double* b, double* out, int rows, int inner, int cols);

// u (W.rows) = W x
void multiply_vector(ConstMatrix W, const double* x, double* u);

// out (cols, rows) = a (rows, cols) transposed
void transpose(const double* a, double* out, int rows, int cols);

}  // namespace attn
