// Products in float64 for feature maps and the trainer: row-major, no checks. They run along contiguous rows,
// with no sum that the compiler would have to keep in order, so that it can vectorise them.
#pragma once

#include "attn/matrix.h"

namespace attn {

// out (rows, cols) += a (rows, inner) b (inner, cols)
void add_product(const double* a, const double* b, double* out, int rows, int inner, int cols);

// out (rows, cols) += a^T b, with a (inner, rows) and b (inner, cols)
void add_transposed_product(const double* a, const double* b, double* out, int rows, int inner, int cols);

// u (W.rows) = W x
void multiply_vector(ConstMatrix W, const double* x, double* u);

// out (cols, rows) = a (rows, cols) transposed
void transpose(const double* a, double* out, int rows, int cols);

}  // namespace attn
