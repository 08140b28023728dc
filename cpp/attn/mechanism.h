// What the mechanisms share inside the core: one checked problem, which pairs it permits, and how a row ends.
#pragma once

#include <cmath>
#include <cstdint>

#include "attn/attend.h"
#include "attn/checks.h"
#include "attn/matrix.h"
#include "attn/pattern.h"
#include "attn/status.h"
#include "kernels/dense.h"

namespace attn {

// The pairs (i, j) that causality and the masks leave. Patterns come on top: see sparse.cpp.
class Permit {
 public:
  Permit(int n_q, int n_k, const AttendOptions& options)
      : n_k_(n_k),
        offset_(options.causal == Causal::kBottomRight ? n_k - n_q : 0),
        causal_(options.causal != Causal::kNone),
        mask_(options.mask),
        key_mask_(options.key_mask) {}

  // Query i may see no key from here on. Never falls as i grows.
  int end(int i) const {
    if (!causal_) return n_k_;
    const int64_t last = static_cast<int64_t>(i) + offset_ + 1;
    return last < 0 ? 0 : last > n_k_ ? n_k_ : static_cast<int>(last);
  }
  bool real(int j) const { return key_mask_ == nullptr || key_mask_[j] != 0; }
  // For j < end(i).
  bool allows(int i, int j) const {
    return real(j) && (mask_ == nullptr || mask_[static_cast<size_t>(i) * n_k_ + j] != 0);
  }
  bool masked() const { return mask_ != nullptr || key_mask_ != nullptr; }
  const uint8_t* key_mask() const { return key_mask_; }

 private:
  int n_k_;
  int offset_;
  bool causal_;
  const uint8_t* mask_;
  const uint8_t* key_mask_;
};

struct Problem {
  ConstMatrix q;  // (n_q, d_k)
  ConstMatrix k;  // (n_k, d_k)
  ConstMatrix v;  // (n_k, d_v)
  const AttendOptions& options;
  Permit permit;

  // Softmax kinds only.
  double scale() const {
    return options.has_scale ? options.scale : 1 / std::sqrt(static_cast<double>(q.cols));
  }
  // The first query that sees a real key, pair masks left aside; n_q where none does.
  int first_seeing_query() const {
    int key = 0, query = 0;
    while (key < k.rows && !permit.real(key)) ++key;
    while (query < q.rows && permit.end(query) <= key) ++query;
    return query;
  }
};

// Refuses a NaN or an infinity in queries from `first_query` on, and in the real ones of the first `keys`
// keys and `values` values.
Status check_used(const Problem& problem, int first_query, int keys, int values);

// out += weight x, n numbers.
inline void add_scaled(double weight, const float* x, int n, double* out) {
  for (int c = 0; c < n; ++c) out[c] += weight * x[c];
}

// scale q_i . k_j; kOverflow when a double cannot hold it.
inline Status score(const Problem& problem, double scale, int i, int j, double& out) {
  out = scale * dot(problem.q.row(i), problem.k.row(j), problem.q.cols);
  return std::isfinite(out) ? ok() : overflow("scores", i, j);
}

// The flash defaults: B_r and B_c.
constexpr int kBlockRows = 128;
constexpr int kBlockCols = 128;
inline int tile_rows(const AttendOptions& options) {
  return options.block_rows > 0 ? options.block_rows : kBlockRows;
}
inline int tile_cols(const AttendOptions& options) {
  return options.block_cols > 0 ? options.block_cols : kBlockCols;
}

// The end of one softmax row: `accumulator` holds sum_j exp(s_j - max) v_j, unnormalised. Divides, stores,
// and settles the status; a row without a permitted key (sum 0) becomes zeros.
Status finish_softmax_row(int i, double max, double sum, double* accumulator, Attended& out);

// Each fills out.output, out.status and what is wanted, all of which has been allocated.
Status softmax_attention(const Problem& problem, Attended& out);
Status flash_attention(const Problem& problem, Attended& out);
Status sparse_attention(const Problem& problem, const PreparedPattern& pattern, Attended& out);
Status linear_attention(const Problem& problem, Attended& out);

}  // namespace attn
