// One token of causal linear attention: it is written, then it reads. linear_causal.h with n = 1, in one pass
// over S (Katharopoulos et al. 2020, arXiv:2006.16236, equations 18 to 20).
//
//   S += phi(k) v^T,   z += phi(k),   normaliser = phi(q).z,   o = phi(q) S / (normaliser + epsilon)
//
// Time O(r d_v), and no more memory than the state.
#pragma once

#include <cstdint>

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

// Features of the query and of the key, each padded to a multiple of 4. The reference: a row of the output,
// in double.
inline uint64_t linear_step_scratch(int r, int d_v) {
  return 2 * larger(round_up<uint64_t>(r, 4), static_cast<uint64_t>(d_v));
}

// The specification: each entry of the state rounded once, the sums that are read in double.
void linear_step_reference(const LinearStepArgs& args);
void linear_step_simd128(const LinearStepArgs& args);

}  // namespace attn
