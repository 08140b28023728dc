#include <cmath>

#include "attn/analysis.h"
#include "attn/checks.h"
#include "kernels/elementary.h"

namespace attn {
namespace {

// Seconds, for a cubic algorithm in a browser.
constexpr int kMaxRows = 1024;

double dot(const double* a, const double* b, int count) {
  double sum = 0;
  for (int c = 0; c < count; ++c) sum += a[c] * b[c];
  return sum;
}

// The kernel as sim(q_i, k_j) = exp(shift_q[i] + shift_k[j]) phi_q_i . phi_k_j.
struct Features {
  int r = 0;
  Buffer<double> phi_q, phi_k, shift_q, shift_k;
};

Status map_both(ConstMatrix q, ConstMatrix k, const FeatureMap& map, Features& out) {
  PreparedMap prepared;
  ATTN_TRY(PreparedMap::make(map, q.cols, prepared));
  out.r = prepared.features();
  ATTN_TRY(check_bytes("q", sizeof(double) * (static_cast<double>(q.rows) + k.rows) * out.r));
  if (!out.phi_q.resize(static_cast<size_t>(q.rows) * out.r) || !out.shift_q.resize(q.rows) ||
      !out.phi_k.resize(static_cast<size_t>(k.rows) * out.r) || !out.shift_k.resize(k.rows)) {
    return out_of_memory();
  }
  MapContext context;
  context.length = q.rows > k.rows ? q.rows : k.rows;
  ATTN_TRY(prepared.apply(q, Role::kQuery, context, out.phi_q.data(), out.shift_q.data()));
  return prepared.apply(k, Role::kKey, context, out.phi_k.data(), out.shift_k.data());
}

// Reflects x (count entries, `stride` apart) onto its first axis: leaves v there, such that H = I - v v^T
// with |v|^2 = 2, and returns the first entry of H x, whose others are 0.
double reflector(double* x, size_t stride, int count) {
  double square = 0;
  for (int i = 0; i < count; ++i) square += x[i * stride] * x[i * stride];
  const double length = std::sqrt(square);
  if (length == 0) return 0;  // v = 0, H = I
  // The sign that does not cancel.
  const double image = x[0] > 0 ? -length : length;
  x[0] -= image;
  const double norm = std::sqrt(-image * x[0]);
  for (int i = 0; i < count; ++i) x[i * stride] /= norm;
  return image;
}

// The singular values of a (rows, cols), rows >= cols, largest first; `a` is used up. Householder reflections
// make it bidiagonal (Golub and Kahan 1965); then each value is bisected out of the tridiagonal matrix with
// zero diagonal and the bidiagonal's entries beside it, whose eigenvalues are +-the singular values, by
// counting signs of pivots (Demmel and Kahan 1990). Off by a modest multiple of 2^-53 of the largest. Eigen's
// SVDs say this in one line, of which the smallest is 20 kB of code; a test holds the two equal.
Status singular_values(double* a, int rows, int cols, double* values) {
  Buffer<double> beside, sums;
  if (!beside.resize(2 * static_cast<size_t>(cols)) || !sums.resize(cols)) return out_of_memory();
  const size_t stride = cols;
  for (int k = 0; k < cols; ++k) {
    double* pivot = a + k * stride + k;
    const int below = rows - k;
    const int right = cols - k - 1;
    beside[2 * k] = reflector(pivot, stride, below);
    for (int c = 0; c < right; ++c) sums[c] = 0;
    for (int i = 0; i < below; ++i) {
      const double* row = pivot + i * stride;
      for (int c = 0; c < right; ++c) sums[c] += row[0] * row[1 + c];
    }
    for (int i = 0; i < below; ++i) {
      double* row = pivot + i * stride;
      for (int c = 0; c < right; ++c) row[1 + c] -= row[0] * sums[c];
    }
    beside[2 * k + 1] = reflector(pivot + 1, 1, right);
    for (int i = 1; i < below; ++i) {
      double* row = pivot + i * stride + 1;
      const double sum = dot(row, pivot + 1, right);
      for (int c = 0; c < right; ++c) row[c] -= sum * pivot[1 + c];
    }
  }
  const int count = 2 * cols - 1;
  double bound = 0;  // Gershgorin's
  for (int i = 0; i < count; ++i) {
    bound = std::fmax(bound, std::fabs(beside[i]) + (i > 0 ? std::fabs(beside[i - 1]) : 0));
  }
  for (int j = 0; j < cols; ++j) {
    double low = 0;
    double high = bound;
    for (int step = 0; step < 54; ++step) {
      const double middle = (low + high) / 2;
      int above = 0;
      double pivot = -middle;
      for (int i = 0; i < count; ++i) {
        if (std::fabs(pivot) < 1e-300) pivot = -1e-300;
        pivot = -middle - beside[i] * beside[i] / pivot;
        above += pivot > 0;
      }
      (above > j ? low : high) = middle;
    }
    values[j] = (low + high) / 2;
  }
  return ok();
}

}  // namespace

Status kernel_spectrum(ConstMatrix q, ConstMatrix k, const Kernel& kernel, Spectrum& out) {
  if (k.cols != q.cols) return bad_shape("k", "as many columns as q has", k.cols);
  const int size = q.rows > k.rows ? q.rows : k.rows;
  if (size > kMaxRows)
    return {Code::kTooLarge, q.rows == size ? "q" : "k", "at most 1024 rows", -1, -1, 1.0 * size};
  ATTN_TRY(check_finite("q", q));
  ATTN_TRY(check_finite("k", k));
  const int count = q.rows < k.rows ? q.rows : k.rows;
  if (!out.singular_values.resize(count)) return out_of_memory();
  out.rank = 0;
  out.tolerance = 0;
  const bool softmax = kernel.kind == Kernel::Kind::kSoftmax;
  const double scale = kernel.has_scale ? kernel.scale : 1 / std::sqrt(static_cast<double>(q.cols));
  if (softmax && !std::isfinite(scale)) return bad_option("kernel.scale", "a finite number", scale);
  Features features;
  if (!softmax) ATTN_TRY(map_both(q, k, kernel.map, features));
  if (count == 0) return ok();

  const bool tall = q.rows >= k.rows;
  Buffer<double> similarity;
  if (!similarity.resize(static_cast<size_t>(q.rows) * k.rows)) return out_of_memory();
  double largest = 0;
  for (int i = 0; i < q.rows; ++i) {
    for (int j = 0; j < k.rows; ++j) {
      double value = 0;
      if (softmax) {
        for (int c = 0; c < q.cols; ++c) value += static_cast<double>(q.row(i)[c]) * k.row(j)[c];
        value = exp64(scale * value);
      } else {
        const size_t r = features.r;
        value = dot(&features.phi_q[i * r], &features.phi_k[j * r], features.r) *
                exp64(features.shift_q[i] + features.shift_k[j]);
      }
      if (!std::isfinite(value)) {
        return {Code::kOverflow, "kernel", "similarities that float64 can hold", i, j, value};
      }
      similarity[tall ? static_cast<size_t>(i) * count + j : static_cast<size_t>(j) * count + i] = value;
      largest = std::fmax(largest, std::fabs(value));
    }
  }
  // Squares of what float64 holds need not fit in it.
  const double unit = largest > 0 ? largest : 1;
  for (double& value : similarity) value /= unit;
  ATTN_TRY(singular_values(similarity.data(), size, count, out.singular_values.data()));
  for (double& value : out.singular_values) value *= unit;
  out.tolerance = out.singular_values[0] * size * 0x1p-52;
  for (const double value : out.singular_values) out.rank += value > out.tolerance;
  return ok();
}

}  // namespace attn
