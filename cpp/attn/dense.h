// Products of small float64 matrices for the trainer: row-major, no checks. Each runs along contiguous rows
// without a sum that the compiler would have to keep in order, so that it can be vectorised.
#pragma once

namespace attn {

// out (rows, cols) += a (rows, inner) b (inner, cols)
void add_product(const double* a, const double* b, double* out, int rows, int inner, int cols);

// out (rows, cols) += a^T b, with a (inner, rows) and b (inner, cols)
void add_transposed_product(const double* a, const double* b, double* out, int rows, int inner, int cols);

// out (cols, rows) = a (rows, cols) transposed
void transpose(const double* a, double* out, int rows, int cols);

}  // namespace attn
