#include "attn/limits.h"

#include <cmath>

#include "attn/checks.h"
#include "attn/fused.h"
#include "attn/linear.h"
#include "attn/mechanism.h"
#include "attn/pattern.h"
#include "attn/update.h"
#include "kernels/bounds.h"

namespace attn {
namespace {

bool is_linear(const AttendOptions& options) {
  return options.mechanism == Mechanism::kLinear;
}

Status check_shapes(ConstMatrix q, ConstMatrix k, ConstMatrix v) {
  const struct {
    const char* rows;
    const char* cols;
    ConstMatrix matrix;
  } all[] = {{"q.rows", "q.cols", q}, {"k.rows", "k.cols", k}, {"v.rows", "v.cols", v}};
  for (const auto& [rows, cols, matrix] : all) {
    if (matrix.rows < 0) return bad_shape(rows, "0 or more", matrix.rows);
    if (matrix.cols < 1) return bad_shape(cols, "1 or more", matrix.cols);
  }
  if (k.cols != q.cols) return bad_shape("k.cols", "as many columns as q has", k.cols);
  if (v.rows != k.rows) return bad_shape("v.rows", "as many rows as k has", v.rows);
  return ok();
}

Status check_wants(const AttendOptions& options) {
  const bool linear = is_linear(options), flash = options.mechanism == Mechanism::kFlash;
  const struct {
    bool wanted, answered;
    const char* expected;
  } all[] = {
      {options.want_weights, !flash,
       "no 'weights' with flash, which never holds them: ask softmax, which has the same"},
      {options.want_trace, flash, "'trace' with the flash mechanism only"},
      {options.want_log_sum_exp, !linear, "'logSumExp' with the softmax kinds only: softmax, flash, sparse"},
      {options.want_normaliser, linear, "'normaliser' with linear mechanisms only"},
      {options.want_state, linear, "'state' with linear mechanisms only"},
  };
  for (const auto& [wanted, answered, expected] : all) {
    if (wanted && !answered) return bad_option("want", expected, 0);
  }
  return ok();
}

Status check_settings(const AttendOptions& options) {
  if (options.has_scale && !std::isfinite(options.scale)) {
    return bad_option("scale", "a finite number", options.scale);
  }
  if (options.block_rows < 0) return bad_option("mechanism.blockRows", "1 or more", options.block_rows);
  if (options.block_cols < 0) return bad_option("mechanism.blockCols", "1 or more", options.block_cols);
  if (!is_linear(options)) return ok();
  if (options.chunk < 0) return bad_option("mechanism.chunk", "1 or more", options.chunk);
  if (options.mask != nullptr) {
    return bad_option(
        "mask", "none with a linear mechanism, whose state is the same for all queries: use keyMask", 0);
  }
  return check_epsilon("mechanism.epsilon", options.epsilon);
}

double bytes_of(ConstMatrix matrix) {
  return 4.0 * matrix.rows * matrix.cols;
}

double pattern_bytes(const Pattern& pattern, double n) {
  if (pattern.kind == PatternKind::kLongformer) return 4.0 * pattern.global_count;
  if (pattern.kind != PatternKind::kBigBird) return 0;
  const double blocks = std::ceil(n / larger(pattern.block_size, 1));
  const double explicit_count =
      pattern.random_start == nullptr ? 0 : pattern.random_start[larger(pattern.random_rows, 0)];
  return 4 * (blocks + 1 + larger(explicit_count, blocks * pattern.random_blocks));
}

double softmax_scratch(double n_q, double n_k, double d_v, const AttendOptions& options) {
  const double marks = n_q + 5 * n_k;  // which rows are used
  if (options.mechanism == Mechanism::kSparse) {
    return marks + 12 * n_k + 8 * d_v + pattern_bytes(options.pattern, n_k);
  }
  if (options.mechanism == Mechanism::kFlash) {
    const double rows = smaller<double>(tile_rows(options), n_q);
    const double cols = smaller<double>(tile_cols(options), n_k);
    return marks + 8 * (rows * (2 + d_v) + cols);
  }
  const double width = options.precision == Precision::kFloat64 ? 8 : 4;
  return marks + width * n_q * n_k + 8 * (n_k + d_v + 2 * n_q);
}

double result_bytes(double n_q, double n_k, double d_v, const AttendOptions& options) {
  double numbers = n_q * d_v;
  if (options.want_weights) numbers += n_q * n_k;
  if (options.want_log_sum_exp) numbers += n_q;
  if (options.want_normaliser) numbers += n_q;
  if (options.want_trace) numbers += std::ceil(n_k / tile_cols(options)) * n_q * (2 + d_v);
  return 4 * numbers + n_q;
}

}  // namespace

double attend_bytes(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options) {
  // What rounding each block up to the allocator's grain can add; no call has 64 of them.
  constexpr double kRounding = 64 * 16;
  return kRounding + bytes_of(q) + bytes_of(k) + bytes_of(v) + result_bytes(q.rows, k.rows, v.cols, options) +
         larger(fused_scratch(q, k, v, options), is_linear(options)
                                                     ? linear_scratch(q, k, v, options)
                                                     : softmax_scratch(q.rows, k.rows, v.cols, options));
}

Status check_attend(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options,
                    double held_bytes) {
  ATTN_TRY(check_shapes(q, k, v));
  ATTN_TRY(check_wants(options));
  ATTN_TRY(check_settings(options));
  if (options.mechanism == Mechanism::kSparse) {
    ATTN_TRY(PreparedPattern::check(options.pattern, q.rows, k.rows));
  }
  return check_bytes("q, k, v", attend_bytes(q, k, v, options) + held_bytes);
}

Status check_pattern(const Pattern& pattern, int n) {
  if (n < 0) return bad_shape("n", "0 or more", n);
  ATTN_TRY(PreparedPattern::check(pattern, n, n));
  return check_bytes("n", static_cast<double>(n) * n + 4.0 * n + pattern_bytes(pattern, n));
}

Status check_stream(const StreamOptions& options) {
  if (options.key_dim < 1) return bad_shape("keyDim", "1 or more", options.key_dim);
  if (options.value_dim < 1) return bad_shape("valueDim", "1 or more", options.value_dim);
  ATTN_TRY(check_epsilon("epsilon", options.epsilon));
  return check_bytes("keyDim, valueDim", stream_bytes(options));
}

}  // namespace attn
