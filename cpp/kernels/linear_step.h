// One token of causal linear attention: it is written, then it reads. linear_causal.h with n = 1, in one pass
// over S.
//
//   S += phi(k) v^T,   z += phi(k),   normaliser = phi(q).z,   o = phi(q) S / (normaliser + epsilon)
//
// Time O(r d_v), and no more memory than the state.
#pragma once

#include <cstddef>

#include "kernels/linear_read.h"
#include "kernels/linear_state.h"

namespace attn {

// The outputs alias nothing; `next` is `state` itself or apart from it. What is not finite in q or k shows in
// normaliser, in v in o.
struct LinearStepArgs {
  const float* q;  // r
  const float* k;  // r
  const float* v;  // d_v
  Activation activation = Activation::kNone;
  LinearState state;  // before the token
  LinearState next;   // after it
  Quotient quotient;
  float* o;                  // d_v, written in full
  float* normaliser;         // one
  float* scratch = nullptr;  // linear_step_scratch() floats, 16-byte aligned, contents ignored
};

inline size_t linear_step_scratch(int r, int d_v) {
  return 2 * (static_cast<size_t>(r) + 3 + d_v);
}

// The specification: each entry of the state rounded once, the sums that are read in double.
void linear_step_reference(const LinearStepArgs& args);
void linear_step_simd128(const LinearStepArgs& args);

}  // namespace attn
