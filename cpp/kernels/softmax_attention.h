// Exact softmax attention for one head with the score matrix held, as the textbook writes it: three passes.
//
//   S = scale Q K^T,   W = softmax(S) row by row over the permitted keys, 0 elsewhere,   O = W V
//   log_sum_exp[i] = ln sum_j exp(s[i][j])
//
// Time O(n_q n_k (d_k + d_v)); the scores become the weights in their place, n_q n_k floats that the caller
// gives.
#pragma once

#include <algorithm>
#include <cstddef>

#include "attn/matrix.h"
#include "kernels/flash_attention.h"

namespace attn {

// `base` as in flash_attention.h, its scratch of softmax_attention_scratch() floats.
struct SoftmaxAttentionArgs {
  FlashAttentionArgs base;
  Matrix weights;  // (n_q, n_k), written in full, aliases nothing
};

inline size_t softmax_attention_scratch(int n_q, int n_k, int d_k, int d_v) {
  // A block of weights may be larger than one of queries.
  return flash_attention_scratch(n_q, n_k, d_k, d_v) + FlashBlocks::kQueries * FlashBlocks::kKeys;
}

// The specification: double but for the weights, which are rounded once as they leave.
void softmax_attention_reference(const SoftmaxAttentionArgs& args);
// float32. A row with a score that float32 cannot hold becomes NaN.
void softmax_attention_simd128(const SoftmaxAttentionArgs& args);

}  // namespace attn
