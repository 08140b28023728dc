// Exact softmax attention for one head with the score matrix held, in the textbook's three steps (Vaswani et
// al. 2017, arXiv:1706.03762, equation 1).
//
//   S = scale Q K^T,   W = softmax(S) row by row over the permitted keys, 0 elsewhere,   O = W V
//   log_sum_exp[i] = ln sum_j exp(s[i][j])
//
// Time O(n_q n_k (d_k + d_v)); the scores become the weights in their place, n_q n_k floats that the caller
// gives.
#pragma once

#include <cstdint>

#include "attn/matrix.h"
#include "kernels/bounds.h"
#include "kernels/flash_attention.h"

namespace attn {

// `base` as in flash_attention.h, its scratch of softmax_attention_scratch() floats.
struct SoftmaxAttentionArgs {
  FlashAttentionArgs base;
  Matrix weights;  // (n_q, n_k), written in full, aliases nothing
};

// Keys that the simd128 kernel packs at a time: K and V, 16 MB of them. A block of queries passes over all of
// them twice, and does 16 multiply-adds with each number that it fetches.
inline int softmax_packed_keys(int n_k, int d_k, int d_v) {
  constexpr unsigned kNumbers = 16 * 1024 * 1024 / sizeof(float);
  const unsigned fitting = kNumbers / (0u + d_k + d_v) / 8 * 8;
  return static_cast<int>(smaller(larger<unsigned>(fitting, FlashBlocks::kKeys), round_up<unsigned>(n_k, 8)));
}

// K and V as packed, a block of queries, and weights of 4 of them. The reference: as for flash attention.
inline uint64_t softmax_attention_scratch(int n_k, int d_k, int d_v) {
  const uint64_t width = d_k + round_up<uint64_t>(d_v, 8);
  const uint64_t simd128 = softmax_packed_keys(n_k, d_k, d_v) * width +
                           FlashBlocks::kQueries * static_cast<uint64_t>(d_k) + 4 * FlashBlocks::kKeys;
  const uint64_t reference = 2 * (static_cast<uint64_t>(n_k) + d_v);
  return larger(simd128, reference);
}

// The specification: double but for the weights, which are rounded once as they leave.
void softmax_attention_reference(const SoftmaxAttentionArgs& args);
// float32. A row with a score that float32 cannot hold becomes NaN.
void softmax_attention_simd128(const SoftmaxAttentionArgs& args);

}  // namespace attn
