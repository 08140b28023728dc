// Writes tokens into a linear-attention state.
//
//   S += phi(K)^T V,   z += sum_j phi(k[j])
//
// (Katharopoulos et al. 2020, arXiv:2006.16236: the two sums of equation 5.)
// Time O(n_k r d_v), memory O(r d_v) beside the operands. float32 backends make the sum of every
// kLinearWriteApart tokens apart, token by token, before it joins the state: at most kLinearWriteApart +
// n_k / kLinearWriteApart roundings meet in one entry.
#pragma once

#include <cstdint>

#include "attn/matrix.h"
#include "kernels/bounds.h"
#include "kernels/linear_state.h"

namespace attn {

// Checked by cpp/attn: shapes fit, no operand is empty. The state aliases nothing. What is not finite in k
// shows in z, in v in S.
struct LinearWriteArgs {
  ConstMatrix k;  // (n_k, r)
  ConstMatrix v;  // (n_k, d_v)
  Activation activation = Activation::kNone;
  LinearState state;         // read and written
  float* scratch = nullptr;  // linear_write_scratch() floats, 16-byte aligned, contents ignored
};

constexpr int kLinearWriteTokens = 64;   // at a time: K and V of so many stay in the first cache
constexpr int kLinearWriteApart = 4096;  // a multiple of that

// S and z, padded; of kLinearWriteTokens tokens features as they come, and features and values as packed.
// The reference: S and z in double.
inline uint64_t linear_write_scratch(int r, int d_v) {
  const uint64_t features = round_up<uint64_t>(r, 4), columns = round_up<uint64_t>(d_v, 8);
  const uint64_t simd128 = features * (columns + 1) + kLinearWriteTokens * (2 * features + columns);
  const uint64_t reference = 2 * (static_cast<uint64_t>(r) * d_v + r);
  return larger(simd128, reference);
}

// The specification: double sums, one token after the other, rounded once at the end.
void linear_write_reference(const LinearWriteArgs& args);
void linear_write_simd128(const LinearWriteArgs& args);

}  // namespace attn
