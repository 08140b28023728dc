#include <cstddef>

#include "kernels/dense.h"

namespace attn {
namespace {

// out += w0 x0 + w1 x1 + w2 x2 + w3 x3: four rows for one pass over `out`.
void add_four(const double* weights, size_t stride, const double* x, double* out, int cols) {
  const double w0 = weights[0];
  const double w1 = weights[stride];
  const double w2 = weights[2 * stride];
  const double w3 = weights[3 * stride];
  const double* x1 = x + cols;
  const double* x2 = x1 + cols;
  const double* x3 = x2 + cols;
  for (int c = 0; c < cols; ++c) out[c] += (w0 * x[c] + w1 * x1[c]) + (w2 * x2[c] + w3 * x3[c]);
}

// out_i += sum_l a_il b_l, where a_il lies at a[i * row_step + l * inner_step].
void accumulate(const double* a, size_t row_step, size_t inner_step, const double* b, double* out, int rows,
                int inner, int cols) {
  for (int i = 0; i < rows; ++i) {
    const double* weights = a + i * row_step;
    double* row = out + static_cast<size_t>(i) * cols;
    int l = 0;
    for (; l + 4 <= inner; l += 4) {
      add_four(weights + l * inner_step, inner_step, b + static_cast<size_t>(l) * cols, row, cols);
    }
    for (; l < inner; ++l) {
      const double weight = weights[l * inner_step];
      for (int c = 0; c < cols; ++c) row[c] += weight * b[static_cast<size_t>(l) * cols + c];
    }
  }
}

}  // namespace

void add_product(const double* a, const double* b, double* out, int rows, int inner, int cols) {
  accumulate(a, inner, 1, b, out, rows, inner, cols);
}

void add_transposed_product(const double* a, const double* b, double* out, int rows, int inner, int cols) {
  accumulate(a, 1, rows, b, out, rows, inner, cols);
}

// Four rows at a time: one row's sum would wait for its own last addition at each step. Written out, because
// no loop here is unrolled.
void multiply_vector(ConstMatrix W, const double* x, double* u) {
  const int d = W.cols;
  int j = 0;
  for (; j + 4 <= W.rows; j += 4) {
    const float* const w0 = W.row(j);
    const float* const w1 = w0 + d;
    const float* const w2 = w1 + d;
    const float* const w3 = w2 + d;
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (int c = 0; c < d; ++c) {
      s0 += w0[c] * x[c];
      s1 += w1[c] * x[c];
      s2 += w2[c] * x[c];
      s3 += w3[c] * x[c];
    }
    u[j] = s0;
    u[j + 1] = s1;
    u[j + 2] = s2;
    u[j + 3] = s3;
  }
  for (; j < W.rows; ++j) {
    double sum = 0;
    for (int c = 0; c < d; ++c) sum += W.row(j)[c] * x[c];
    u[j] = sum;
  }
}

void transpose(const double* a, double* out, int rows, int cols) {
  for (int i = 0; i < rows; ++i) {
    for (int c = 0; c < cols; ++c)
      out[static_cast<size_t>(c) * rows + i] = a[static_cast<size_t>(i) * cols + c];
  }
}

}  // namespace attn
