// Exact softmax over the permitted keys of each query, and no work for any other pair.
#include <algorithm>
#include <cmath>

#include "attn/mechanism.h"
#include "kernels/elementary.h"

namespace attn {

Status sparse_attention(const Problem& problem, const PreparedPattern& pattern, Attended& out) {
  const auto& [q, k, v, options, permit] = problem;
  const double scale = problem.scale();
  Counts& counts = out.counts;
  Buffer<int32_t> keys;
  Buffer<double> weights, accumulator;
  if (!keys.resize(k.rows) || !weights.resize(k.rows) || !accumulator.resize(v.cols)) return out_of_memory();

  for (int i = 0; i < q.rows; ++i) {
    const int in_pattern = pattern.row(i, keys.data());
    int count = 0;
    for (int t = 0; t < in_pattern; ++t) {
      if (keys[t] < permit.end(i) && permit.allows(i, keys[t])) keys[count++] = keys[t];
    }
    double max = -INFINITY;
    for (int t = 0; t < count; ++t) {
      ATTN_TRY(score(problem, scale, i, keys[t], weights[t]));
      max = std::fmax(max, weights[t]);
    }
    double sum = 0;
    std::fill(accumulator.begin(), accumulator.end(), 0.0);
    for (int t = 0; t < count; ++t) {
      weights[t] = exp64(weights[t] - max);
      sum += weights[t];
      add_scaled(weights[t], v.row(keys[t]), v.cols, accumulator.data());
    }
    counts.multiply_adds += static_cast<double>(count) * (q.cols + v.cols);
    counts.exponentials += count;
    counts.elements_read += q.cols + static_cast<double>(count) * (k.cols + v.cols);
    counts.elements_written += v.cols;
    if (options.want_weights) {
      for (int t = 0; t < count; ++t) out.weights.row(i)[keys[t]] = static_cast<float>(weights[t] / sum);
      counts.divisions += count;
    }
    ATTN_TRY(finish_softmax_row(i, max, sum, accumulator.data(), out));
  }
  return ok();
}

}  // namespace attn
