// Exact attention with the scores held: three passes over an (n_q, n_k) matrix, as the textbook writes it
// (Vaswani et al. 2017, arXiv:1706.03762, equation 1; written out in this way in Dao et al. 2022,
// arXiv:2205.14135, Algorithm 0).
//
//   S = scale Q K^T,  P = softmax(S) row by row,  O = P V
//
// Sums are doubles. In float32 the matrix itself holds floats, after the row's maximum has been taken off:
// the scores that matter then lie near 0 and lose nothing.
#include <cmath>

#include "attn/mechanism.h"
#include "kernels/elementary.h"

namespace attn {

Status finish_softmax_row(int i, double max, double sum, double* accumulator, Attended& out) {
  const int d_v = out.output.cols();
  const bool empty = sum == 0;
  if (out.log_sum_exp.data() != nullptr) {
    const double log_sum_exp = empty ? -INFINITY : max + log64(sum);
    out.log_sum_exp[i] = static_cast<float>(log_sum_exp);
    if (!empty && !std::isfinite(out.log_sum_exp[i])) return overflow("logSumExp", i, -1);
  }
  out.status[i] = static_cast<uint8_t>(empty ? RowStatus::kNoPermittedKey : RowStatus::kOk);
  for (int c = 0; c < d_v; ++c) accumulator[c] = empty ? 0 : accumulator[c] / sum;
  if (!empty) out.counts.divisions += d_v;
  return store_row(accumulator, d_v, out.output.row(i), "output", i);
}

namespace {

// `scores` (n_q, n_k): pairs that are not permitted are neither written nor read.
template <class Score>
Status run(const Problem& problem, Score* scores, double* row, Attended& out) {
  const auto& [q, k, v, options, permit] = problem;
  const double scale = problem.scale();
  const int n_k = k.rows;
  Counts& counts = out.counts;
  double pairs = 0;

  Buffer<double> maxima, sums;
  if (!maxima.resize(q.rows) || !sums.resize(q.rows)) return out_of_memory();
  for (int i = 0; i < q.rows; ++i) {
    const int end = permit.end(i);
    double max = -INFINITY;
    for (int j = 0; j < end; ++j) {
      if (!permit.allows(i, j)) continue;
      ATTN_TRY(score(problem, scale, i, j, row[j]));
      max = std::fmax(max, row[j]);
      ++pairs;
    }
    maxima[i] = max;
    Score* const held = scores + static_cast<size_t>(i) * n_k;
    for (int j = 0; j < end; ++j) {
      if (permit.allows(i, j)) held[j] = static_cast<Score>(row[j] - max);
    }
  }
  counts.multiply_adds += pairs * q.cols;
  counts.elements_read += static_cast<double>(q.size()) + static_cast<double>(k.size());
  counts.elements_written += pairs;

  for (int i = 0; i < q.rows; ++i) {
    Score* const held = scores + static_cast<size_t>(i) * n_k;
    double sum = 0;
    for (int j = 0; j < permit.end(i); ++j) {
      if (!permit.allows(i, j)) continue;
      const double weight = exp64(static_cast<double>(held[j]));
      held[j] = static_cast<Score>(weight);
      sum += weight;
      ++counts.exponentials;
    }
    sums[i] = sum;
  }
  counts.elements_read += pairs;
  counts.elements_written += pairs;

  for (int i = 0; i < q.rows; ++i) {
    const Score* const held = scores + static_cast<size_t>(i) * n_k;
    for (int c = 0; c < v.cols; ++c) row[c] = 0;
    for (int j = 0; j < permit.end(i); ++j) {
      if (!permit.allows(i, j)) continue;
      const double weight = held[j];
      add_scaled(weight, v.row(j), v.cols, row);
      counts.multiply_adds += v.cols;
      if (!options.want_weights) continue;
      out.weights.row(i)[j] = static_cast<float>(weight / sums[i]);
      ++counts.divisions;
    }
    ATTN_TRY(finish_softmax_row(i, maxima[i], sums[i], row, out));
  }
  counts.elements_read += pairs + static_cast<double>(v.size());
  counts.elements_written += static_cast<double>(out.output.size());
  return ok();
}

}  // namespace

Status softmax_attention(const Problem& problem, Attended& out) {
  const size_t pairs = static_cast<size_t>(problem.q.rows) * problem.k.rows;
  Buffer<double> row;
  if (!row.resize(static_cast<size_t>(problem.k.rows) + problem.v.cols)) return out_of_memory();
  if (problem.options.precision == Precision::kFloat64) {
    Buffer<double> scores;
    if (!scores.resize(pairs)) return out_of_memory();
    return run(problem, scores.data(), row.data(), out);
  }
  Buffer<float> scores;
  if (!scores.resize(pairs)) return out_of_memory();
  return run(problem, scores.data(), row.data(), out);
}

}  // namespace attn
