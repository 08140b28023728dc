#include "attn/cost.h"

#include <algorithm>
#include <cmath>

#include "attn/feature_map.h"
#include "attn/limits.h"
#include "attn/mechanism.h"
#include "attn/pattern.h"
#include "attn/update.h"
#include "kernels/bounds.h"

namespace attn {
namespace {

constexpr double kExact = 9007199254740992;  // 2^53

// The fast memory of the traffic model, in bytes: M = 51,200 numbers of four.
constexpr double kFastMemory = 204800;

bool whole(double x) {
  return x >= 0 && x <= kExact && x == std::floor(x);
}

Status check(const CostOptions& options) {
  if (!whole(options.queries)) return bad_shape("queries", "a whole number, 0 or more", options.queries);
  if (!whole(options.keys)) return bad_shape("keys", "a whole number, 0 or more", options.keys);
  if (options.key_dim < 1) return bad_shape("keyDim", "1 or more", options.key_dim);
  if (options.value_dim < 1) return bad_shape("valueDim", "1 or more", options.value_dim);
  if (!(options.bytes_per_number > 0 && std::isfinite(options.bytes_per_number))) {
    return bad_option("bytesPerNumber", "more than 0", options.bytes_per_number);
  }
  return ok();
}

double causal_pairs(double n_q, double n_k) {
  const double rows = smaller(n_q, n_k);  // the last ones; earlier queries see no key
  return rows * (n_k - rows) + rows * (rows + 1) / 2;
}

// sum over i = 0 .. n - 1 of min(max(i + offset, 0), most): for each query, how many of `most` keys lie below
// a line.
double below_line(double n, double offset, double most) {
  // Rows until the line leaves 0, then rows on it, then rows at `most`.
  const double first = smaller(larger(-offset, 0.0), n);
  const double last = smaller(larger(most - offset, first), n);
  const double on_line = last - first;
  return on_line * (first + offset) + on_line * (on_line - 1) / 2 + (n - last) * most;
}

double window_pairs(const Pattern& pattern, double n_q, double n_k, bool causal) {
  const double shift = n_k - n_q;
  const double right = causal ? 0 : pattern.right;
  const double up_to = right < 0 ? n_q * n_k : below_line(n_q, shift + right + 1, n_k);
  const double before = pattern.left < 0 ? 0 : below_line(n_q, shift - pattern.left, n_k);
  return up_to - before;
}

// Row by row, O(n); the pattern is one that attend() could be given.
Status listed_pairs(const Pattern& pattern, int n, bool causal, double& pairs) {
  PreparedPattern prepared;
  Buffer<int32_t> keys;
  ATTN_TRY(check_pattern(pattern, n));
  ATTN_TRY(prepared.make(pattern, n, n));
  if (!keys.resize(n)) return out_of_memory();
  pairs = 0;
  for (int i = 0; i < n; ++i) {
    const int count = prepared.row(i, keys.data());
    pairs += causal ? std::upper_bound(keys.data(), keys.data() + count, i) - keys.data() : count;
  }
  return ok();
}

Status permitted_pairs(const CostOptions& options, double& pairs) {
  const double n_q = options.queries, n_k = options.keys;
  const AttendOptions& attend = options.attend;
  if (attend.mechanism != Mechanism::kSparse) {
    pairs = options.causal ? causal_pairs(n_q, n_k) : n_q * n_k;
    return ok();
  }
  constexpr double kMostRows = 2147483647;
  if (n_q > kMostRows) return bad_shape("queries", "at most 2147483647 for a sparse pattern", n_q);
  if (n_k > kMostRows) return bad_shape("keys", "at most 2147483647 for a sparse pattern", n_k);
  const int rows = static_cast<int>(n_q);
  ATTN_TRY(PreparedPattern::check(attend.pattern, rows, static_cast<int>(n_k)));
  if (attend.pattern.kind != PatternKind::kWindow)
    return listed_pairs(attend.pattern, rows, options.causal, pairs);
  pairs = window_pairs(attend.pattern, n_q, n_k, options.causal);
  return ok();
}

void linear_cost(const CostOptions& options, Cost& out) {
  const AttendOptions& attend = options.attend;
  const auto r = static_cast<double>(feature_dim(attend.map, options.key_dim));
  const double columns = options.value_dim + (attend.normalise ? 1.0 : 0.0);
  const double tokens = options.queries + options.keys;
  out.multiply_adds = tokens * r * columns;
  out.state_numbers = r * columns;
  out.per_token_multiply_adds = 2 * r * columns;
  out.projection_multiply_adds = tokens * static_cast<double>(projection_rows(attend.map)) * options.key_dim;
}

// As cost.h says, for n queries and as many keys.
void traffic(const CostOptions& options, Cost& out) {
  const double n = options.queries, d = options.key_dim;
  const AttendOptions& attend = options.attend;
  const double memory = std::floor(kFastMemory / options.bytes_per_number);
  const double block_cols =
      attend.block_cols > 0 ? attend.block_cols : larger(std::ceil(memory / (4 * d)), 1.0);
  const double block_rows = attend.block_rows > 0 ? attend.block_rows : kBlockRows;
  out.has_hbm = true;
  out.hbm_standard = 4 * n * d + 4 * n * n;
  out.hbm_flash1 = 2 * n * d + std::ceil(n / block_cols) * (3 * n * d + 4 * n);
  out.hbm_flash2 = 2 * n * d + n + 2 * n * d * std::ceil(n / block_rows);
}

}  // namespace

Status cost(const CostOptions& options, Cost& out) {
  out = Cost();
  ATTN_TRY(check(options));
  const AttendOptions& attend = options.attend;
  const double n_q = options.queries, n_k = options.keys;
  const double width = static_cast<double>(options.key_dim) + options.value_dim;
  if (attend.mechanism == Mechanism::kLinear) {
    linear_cost(options, out);
  } else {
    double pairs = 0;
    ATTN_TRY(permitted_pairs(options, pairs));
    out.multiply_adds = pairs * width;
    out.exponentials = pairs;
    out.cache_numbers = n_k * width;
    out.per_token_multiply_adds = n_k * width;
    switch (attend.mechanism) {
      case Mechanism::kFlash:
        out.score_numbers = smaller<double>(tile_rows(attend), n_q) * smaller<double>(tile_cols(attend), n_k);
        break;
      case Mechanism::kSparse:
        out.score_numbers = pairs;
        break;
      default:
        out.score_numbers = n_q * n_k;
    }
    const bool square = n_q == n_k && options.key_dim == options.value_dim && !options.causal;
    if (square && attend.mechanism != Mechanism::kSparse) traffic(options, out);
  }
  for (const double number : {out.multiply_adds, out.exponentials, out.score_numbers, out.state_numbers,
                              out.cache_numbers, out.per_token_multiply_adds, out.projection_multiply_adds,
                              out.hbm_standard, out.hbm_flash1, out.hbm_flash2}) {
    if (number > kExact) return overflow("queries, keys", -1, -1, "counts of at most 2^53", number);
  }
  return ok();
}

}  // namespace attn
