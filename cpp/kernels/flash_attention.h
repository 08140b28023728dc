// Exact softmax attention for one head, without the score matrix.
//
//   s[i][j] = scale * q[i].k[j]                        for the permitted keys j
//   m[i]    = max_j s[i][j],   l[i] = sum_j exp(s[i][j] - m[i])
//   o[i]    = sum_j exp(s[i][j] - m[i]) v[j] / l[i],   log_sum_exp[i] = m[i] + ln l[i]
//
// Keys are taken a tile at a time; m, l and the unfinished o are carried along and rescaled when m grows
// (Milakov and Gimelshein 2018, arXiv:1805.02867; Dao et al. 2022, arXiv:2205.14135, Algorithm 1, with the
// one division at the end of FlashAttention-2, arXiv:2307.08691). Time O(n_q n_k (d_k + d_v)), of which a
// causal call does the permitted part; beside the operands, memory O(n_q).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "attn/matrix.h"
#include "kernels/bounds.h"

namespace attn {

// Checked by cpp/attn: shapes fit, no operand is empty, every number is finite. o aliases nothing.
struct FlashAttentionArgs {
  ConstMatrix q;                 // (n_q, d_k)
  ConstMatrix k;                 // (n_k, d_k)
  ConstMatrix v;                 // (n_k, d_v)
  Matrix o;                      // (n_q, d_v), written in full; a row without a permitted key is 0
  float* log_sum_exp = nullptr;  // n_q, or null; -infinity where no key is permitted
  float scale = 1;
  bool causal = false;
  int offset = 0;            // causal: key j is permitted for query i when j <= i + offset
  float* scratch = nullptr;  // flash_attention_scratch() floats, 16-byte aligned, contents ignored

  // How many keys query i may see: the first so many. Not inlined: asked once for some rows, at nine
  // places.
  __attribute__((noinline)) int permitted(int i) const {
    if (!causal) return k.rows;
    const int64_t end = static_cast<int64_t>(i) + offset + 1;
    return static_cast<int>(std::clamp<int64_t>(end, 0, k.rows));
  }
};

// Sizes of scratch, here and in the other kernels' headers, are counted in 64 bits: they are asked for before
// anybody has found out that a problem is too large, and a size_t has 32 bits in wasm.

// Block sizes of the simd128 kernel, here because the scratch depends on them.
struct FlashBlocks {
  static constexpr int kQueries = 16;  // at a time: each panel of K and V in the first cache serves so many
  static constexpr int kKeys = 256;    // at a time: kQueries x kKeys scores stay in the first cache
  // Packed at a time: K and V, 512 kB of them, stay in the second cache. A multiple of kKeys, or all keys,
  // rounded up to panels of 8.
  static int packed_keys(int n_k, int d_k, int d_v) {
    constexpr unsigned kNumbers = 512 * 1024 / sizeof(float);
    const unsigned fitting = kNumbers / (0u + d_k + d_v) / kKeys * kKeys;
    return static_cast<int>(smaller(larger<unsigned>(fitting, kKeys), round_up<unsigned>(n_k, 8)));
  }
};

// K and V as packed, a block of queries and its unfinished outputs; its scores; a maximum and a sum for each
// query. The reference: a row of weights and one of the output, in double.
inline uint64_t flash_attention_scratch(int n_q, int n_k, int d_k, int d_v) {
  const uint64_t width = d_k + round_up<uint64_t>(d_v, 8);
  const uint64_t rows =
      static_cast<uint64_t>(FlashBlocks::packed_keys(n_k, d_k, d_v)) + FlashBlocks::kQueries;
  const uint64_t simd128 = rows * width + FlashBlocks::kQueries * FlashBlocks::kKeys +
                           2 * round_up<uint64_t>(n_q, FlashBlocks::kQueries);
  const uint64_t reference = 2 * (static_cast<uint64_t>(n_k) + d_v);
  return larger(simd128, reference);
}

// The specification: double throughout, one row after the other, rounded once.
void flash_attention_reference(const FlashAttentionArgs& args);
// float32. A row with a score that float32 cannot hold becomes NaN.
void flash_attention_simd128(const FlashAttentionArgs& args);

}  // namespace attn
