// Writes tokens into a linear-attention state.
//
//   S += phi(K)^T V,   z += sum_j phi(k[j])
//
// Time O(n_k r d_v), memory O(r d_v) beside the operands. float32 backends sum in blocks of blocks: about
// 128 + n_k / 4096 roundings meet in one entry.
#pragma once

#include <cstddef>

#include "attn/matrix.h"
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

constexpr int kLinearWriteTokens = 64;  // at a time: K and V of so many stay in the first cache

inline size_t linear_write_scratch(int r, int d_v) {
  const size_t features = (static_cast<size_t>(r) + 3) / 4 * 4,
               columns = (static_cast<size_t>(d_v) + 7) / 8 * 8;
  const size_t simd128 = features * columns + kLinearWriteTokens * (2 * features + columns) + features;
  const size_t reference = 2 * (static_cast<size_t>(r) * d_v + r);
  return simd128 > reference ? simd128 : reference;
}

// The specification: double sums, one token after the other, rounded once at the end.
void linear_write_reference(const LinearWriteArgs& args);
void linear_write_simd128(const LinearWriteArgs& args);

}  // namespace attn
