#include "attn/analysis.h"

#include <cmath>

#include "attn/checks.h"
#include "kernels/elementary.h"

namespace attn {
namespace {

Status check_same_size(const char* argument, ConstMatrix x, ConstMatrix reference) {
  if (x.rows != reference.rows) return bad_shape(argument, "as many rows as the other matrix has", x.rows);
  if (x.cols != reference.cols) return bad_shape(argument, "as many columns as the other matrix has", x.cols);
  return ok();
}

int argmax_of(const float* row, int cols) {
  int best = 0;
  for (int c = 1; c < cols; ++c) {
    if (row[c] > row[best]) best = c;
  }
  return best;
}

int sign_of(float x) {
  return (x > 0) - (x < 0);
}

// A matrix or its transpose: entry (i, j) lies at data[i * row_step + j * col_step].
struct Oriented {
  Oriented(ConstMatrix x, bool transposed)
      : data(x.data),
        rows(transposed ? x.cols : x.rows),
        cols(transposed ? x.rows : x.cols),
        row_step(transposed ? 1 : x.cols),
        col_step(transposed ? x.cols : 1) {}

  const float* data;
  int rows, cols;
  size_t row_step, col_step;
};

template <class Real>
void multiply_into(const Oriented& a, const Oriented& b, Matrix product, double& multiply_adds) {
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < b.cols; ++j) {
      // Indices and not pointers: where nothing is summed, a and b may have no memory to point into.
      size_t left = i * a.row_step;
      size_t right = j * b.col_step;
      Real sum = 0;
      for (int l = 0; l < a.cols; ++l, left += a.col_step, right += b.row_step) {
        sum += static_cast<Real>(a.data[left]) * static_cast<Real>(b.data[right]);
        ++multiply_adds;
      }
      product.row(i)[j] = static_cast<float>(sum);
    }
  }
}

// 1 - e^-x for x >= 0, without the cancellation near 0. The first term left out is below 2^-70.
double one_less_exp(double x) {
  if (x > 0.5) return 1 - exp64(-x);
  double sum = 1;
  for (int n = 18; n > 1; --n) sum = 1 - x / n * sum;
  return x * sum;
}

}  // namespace

Status row_statistics(ConstMatrix weights, RowStatistics& out) {
  if (weights.cols < 1) return bad_shape("weights", "at least 1 column", weights.cols);
  ATTN_TRY(check_finite("weights", weights));
  const int n = weights.rows;
  if (!out.entropy.resize(n) || !out.max.resize(n) || !out.argmax.resize(n) || !out.sum.resize(n) ||
      !out.negatives.resize(n)) {
    return out_of_memory();
  }
  for (int i = 0; i < n; ++i) {
    const float* row = weights.row(i);
    double sum = 0;
    double logs = 0;
    int negatives = 0;
    for (int c = 0; c < weights.cols; ++c) {
      const double weight = row[c];
      sum += weight;
      negatives += weight < 0;
      if (weight > 0) logs += weight * log64(weight);
    }
    // Of the row divided by its sum: -sum (w/s) ln(w/s) = ln s - (sum w ln w) / s.
    out.entropy[i] = negatives > 0 ? NAN : sum > 0 ? log64(sum) - logs / sum : 0;
    out.argmax[i] = argmax_of(row, weights.cols);
    out.max[i] = row[out.argmax[i]];
    out.sum[i] = sum;
    out.negatives[i] = negatives;
  }
  return ok();
}

Status compare_weights(ConstMatrix weights, ConstMatrix reference, WeightComparison& out) {
  ATTN_TRY(check_same_size("weights", weights, reference));
  ATTN_TRY(check_finite("weights", weights));
  ATTN_TRY(check_finite("reference", reference));
  const int n = weights.rows;
  if (!out.l1.resize(n) || !out.kl.resize(n)) return out_of_memory();
  int agree = 0;
  for (int i = 0; i < n; ++i) {
    double l1 = 0;
    double kl = 0;
    for (int c = 0; c < weights.cols; ++c) {
      const double a = weights.row(i)[c];
      const double b = reference.row(i)[c];
      l1 += std::fabs(a - b);
      if (b > 0) kl += a > 0 ? b * log64(b / a) : INFINITY;
    }
    out.l1[i] = l1;
    out.kl[i] = kl;
    agree += argmax_of(weights.row(i), weights.cols) == argmax_of(reference.row(i), weights.cols);
  }
  out.top_agreement = n > 0 ? static_cast<double>(agree) / n : 0;
  return ok();
}

Status compare(ConstMatrix a, ConstMatrix b, Comparison& out) {
  ATTN_TRY(check_same_size("a", a, b));
  ATTN_TRY(check_finite("a", a));
  ATTN_TRY(check_finite("b", b));
  if (!out.row_max_abs.resize(a.rows)) return out_of_memory();
  out.max_abs = out.sign_errors = 0;
  double difference = 0;
  double norm = 0;
  for (int i = 0; i < a.rows; ++i) {
    double row_max = 0;
    for (int c = 0; c < a.cols; ++c) {
      const double error = static_cast<double>(a.row(i)[c]) - b.row(i)[c];
      difference += error * error;
      norm += static_cast<double>(b.row(i)[c]) * b.row(i)[c];
      row_max = std::fmax(row_max, std::fabs(error));
      out.sign_errors += sign_of(a.row(i)[c]) != sign_of(b.row(i)[c]);
    }
    out.row_max_abs[i] = row_max;
    out.max_abs = std::fmax(out.max_abs, row_max);
  }
  out.mean_squared = a.size() > 0 ? difference / static_cast<double>(a.size()) : 0;
  out.relative = difference > 0 ? std::sqrt(difference / norm) : 0;
  return ok();
}

Status random_feature_error(const float* x, const float* y, int dim, int features, RandomFeatureError& out) {
  ATTN_TRY(check_finite("x", {x, 1, dim}));
  ATTN_TRY(check_finite("y", {y, 1, dim}));
  if (features < 1) return bad_option("features", "at least 1", features);
  double dot = 0;
  double sum_square = 0;         // |x + y|^2
  double difference_square = 0;  // |x - y|^2
  for (int c = 0; c < dim; ++c) {
    const double a = x[c];
    const double b = y[c];
    dot += a * b;
    sum_square += (a + b) * (a + b);
    difference_square += (a - b) * (a - b);
  }
  const double rest = one_less_exp(difference_square), of_sum = one_less_exp(sum_square);
  out.kernel = exp64(dot);
  out.positive = exp64(sum_square + 2 * dot) * of_sum / features;
  out.trigonometric = exp64(sum_square - 2 * dot) * rest * rest / (2.0 * features);
  out.hyperbolic = of_sum / 2 * out.positive;
  if (!std::isfinite(out.kernel) || !std::isfinite(out.positive) || !std::isfinite(out.trigonometric)) {
    return overflow("x", -1, -1, "errors that float64 can hold", sum_square);
  }
  return ok();
}

Status multiply(ConstMatrix a, bool transpose_a, ConstMatrix b, bool transpose_b, Precision precision,
                OwnedMatrix& product, double& multiply_adds) {
  const Oriented left(a, transpose_a), right(b, transpose_b);
  if (right.rows != left.cols) return bad_shape("b", "an inner size that fits that of a", right.rows);
  ATTN_TRY(check_bytes("product", sizeof(float) * static_cast<double>(left.rows) * right.cols));
  ATTN_TRY(check_finite("a", a));
  ATTN_TRY(check_finite("b", b));
  if (!product.resize(left.rows, right.cols)) return out_of_memory();
  multiply_adds = 0;
  if (precision == Precision::kFloat64) {
    multiply_into<double>(left, right, product.view(), multiply_adds);
  } else {
    multiply_into<float>(left, right, product.view(), multiply_adds);
  }
  Status status = check_finite("a", product.view());
  if (!status.ok()) {
    status.code = Code::kOverflow;
    status.argument = "product";
    status.expected = "a product that float32 can hold";
  }
  return status;
}

}  // namespace attn
