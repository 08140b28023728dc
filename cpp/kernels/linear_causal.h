// Causal linear attention: token by token, each is written and then reads.
//
//   S[t] = S[t-1] + phi(k[t]) v[t]^T,   z[t] = z[t-1] + phi(k[t])
//   normaliser[t] = phi(factor q[t]).z[t]
//   o[t] = phi(factor q[t]) S[t] / (normaliser[t] + epsilon)          or without the division
//
// (Katharopoulos et al. 2020, arXiv:2006.16236, equations 10 to 12.)
// S and z take each token in turn, and each query reads them after its own token: the bits of all do not
// depend on how the tokens are spread over calls. The chunked form (Hua et al. 2022; Sun et al. 2023),
// products of matrices over blocks of tokens, adds the products within a block to the work, and passes over S
// as often.
//
// Time O(n r d_v), memory O(r d_v) beside the operands.
#pragma once

#include <cstdint>

#include "attn/matrix.h"
#include "kernels/bounds.h"
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

// S and z, padded; k and q of two tokens, packed; features of kLinearCausalTokens queries and as many keys.
// The reference: S, z and a row of the output, in double.
inline uint64_t linear_causal_scratch(int r, int d_v) {
  const uint64_t features = round_up<uint64_t>(r, 4), columns = round_up<uint64_t>(d_v, 8);
  const uint64_t simd128 = features * (columns + 1 + 2 * 2 + 2 * kLinearCausalTokens);
  const uint64_t reference = 2 * (static_cast<uint64_t>(r) * d_v + r + d_v);
  return larger(simd128, reference);
}

// The specification: token by token in double, rounded to float32 on the way out.
void linear_causal_reference(const LinearCausalArgs& args);
void linear_causal_simd128(const LinearCausalArgs& args);

}  // namespace attn
