#include <cmath>

#include "kernels/elementary.h"
#include "kernels/flash_attention.h"

namespace attn {

void flash_attention_reference(const FlashAttentionArgs& args) {
  const int d_k = args.q.cols, d_v = args.v.cols;
  double* const weights = reinterpret_cast<double*>(args.scratch);
  double* const row = weights + args.k.rows;
  for (int i = 0; i < args.q.rows; ++i) {
    const int end = args.permitted(i);
    double max = -INFINITY;
    for (int j = 0; j < end; ++j) {
      double dot = 0;
      for (int c = 0; c < d_k; ++c) dot += static_cast<double>(args.q.row(i)[c]) * args.k.row(j)[c];
      weights[j] = dot * args.scale;
      max = std::fmax(max, weights[j]);
    }
    double sum = 0;
    for (int c = 0; c < d_v; ++c) row[c] = 0;
    for (int j = 0; j < end; ++j) {
      const double weight = exp64(weights[j] - max);
      sum += weight;
      for (int c = 0; c < d_v; ++c) row[c] += weight * args.v.row(j)[c];
    }
    for (int c = 0; c < d_v; ++c) args.o.row(i)[c] = end == 0 ? 0 : static_cast<float>(row[c] / sum);
    if (args.log_sum_exp != nullptr) args.log_sum_exp[i] = static_cast<float>(max + log64(sum));
  }
}

}  // namespace attn
