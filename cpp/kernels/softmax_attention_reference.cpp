#include <cmath>

#include "kernels/softmax_attention.h"

namespace attn {

void softmax_attention_reference(const SoftmaxAttentionArgs& args) {
  const FlashAttentionArgs& base = args.base;
  const int d_k = base.q.cols, d_v = base.v.cols, n_k = base.k.rows;
  double* const weights = reinterpret_cast<double*>(base.scratch);
  double* const row = weights + n_k;
  for (int i = 0; i < base.q.rows; ++i) {
    const int end = base.permitted(i);
    double max = -INFINITY, sum = 0;
    for (int j = 0; j < end; ++j) {
      weights[j] = 0;
      for (int c = 0; c < d_k; ++c) weights[j] += static_cast<double>(base.q.row(i)[c]) * base.k.row(j)[c];
      weights[j] *= base.scale;
      max = std::fmax(max, weights[j]);
    }
    for (int j = 0; j < end; ++j) sum += weights[j] = std::exp(weights[j] - max);
    for (int c = 0; c < d_v; ++c) row[c] = 0;
    for (int j = 0; j < n_k; ++j) {
      const double weight = j < end ? weights[j] / sum : 0;
      args.weights.row(i)[j] = static_cast<float>(weight);
      for (int c = 0; c < d_v && j < end; ++c) row[c] += weight * base.v.row(j)[c];
    }
    for (int c = 0; c < d_v; ++c) base.o.row(i)[c] = static_cast<float>(row[c]);
    if (base.log_sum_exp != nullptr) base.log_sum_exp[i] = static_cast<float>(max + std::log(sum));
  }
}

}  // namespace attn
