// Causal linear attention: token by token, each is written and then reads.
//
//   S[t] = S[t-1] + phi(k[t]) v[t]^T,   z[t] = z[t-1] + phi(k[t])
//   normaliser[t] = phi(factor q[t]).z[t]
//   o[t] = phi(factor q[t]) S[t] / (normaliser[t] + epsilon)          or without the division
//
// S and z take each token in turn, and each query reads them after its own token: the bits of all do not
// depend on how the tokens are spread over calls. The chunked form (Hua et al. 2022; Sun et al. 2023),
// products of matrices over blocks of tokens, adds the products within a block to the work, and passes over S
// as often.
//
// Time O(n r d_v), memory O(r d_v) beside the operands.
#pragma once

#include <cstddef>

#include "attn/matrix.h"
#include "kernels/linear_read.h"
#include "kernels/linear_state.h"

namespace attn {

// Checked by cpp/attn: shapes fit, no operand is empty. The outputs alias nothing. What is not finite in q
// shows in normaliser, in k in z, in v in S.
struct LinearCausalArgs {
  ConstMatrix q;  // (n, r)
  ConstMatrix k;  // (n, r)
  ConstMatrix v;  // (n, d_v)
  Activation activation = Activation::kNone;
  float factor = 1;   // of q, before phi
  LinearState state;  // before the first token; on return after the last
  Quotient quotient;
  Matrix o;                  // (n, d_v), written in full
  float* normaliser;         // n, written in full
  float* scratch = nullptr;  // linear_causal_scratch() floats, 16-byte aligned, contents ignored
};

constexpr int kLinearCausalTokens = 16;  // whose features are computed at a time

inline size_t linear_causal_scratch(int r, int d_v) {
  const size_t features = (static_cast<size_t>(r) + 3) / 4 * 4,
               columns = (static_cast<size_t>(d_v) + 7) / 8 * 8;
  const size_t simd128 = features * columns + (5 + 2 * kLinearCausalTokens) * features;
  const size_t reference = 2 * (static_cast<size_t>(r) * d_v + r + d_v);
  return simd128 > reference ? simd128 : reference;
}

// The specification: token by token in double, rounded to float32 on the way out.
void linear_causal_reference(const LinearCausalArgs& args);
void linear_causal_simd128(const LinearCausalArgs& args);

}  // namespace attn
