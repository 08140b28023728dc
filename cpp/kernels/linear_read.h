// Reads a linear-attention state with many queries.
//
//   normaliser[i] = phi(factor q[i]).z
//   o[i]          = phi(factor q[i]) S / (normaliser[i] + epsilon)     or, not normalised, phi(factor q[i]) S
//
// (Katharopoulos et al. 2020, arXiv:2006.16236, equation 5.)
// Time O(n_q r d_v), memory O(r d_v) beside the operands.
#pragma once

#include <cstdint>

#include "attn/matrix.h"
#include "kernels/bounds.h"
#include "kernels/linear_state.h"

namespace attn {

// What becomes of phi(q) S and phi(q).z.
struct Quotient {
  bool normalise = true;
  float epsilon = 0;

  // A divisor of 0 gives a row of zeros; who calls sees it in the normaliser.
  template <class Number>
  Number inverse(Number normaliser) const {
    const Number divisor = normaliser + epsilon;
    return !normalise ? 1 : divisor == 0 ? 0 : 1 / divisor;
  }
};

// Checked by cpp/attn: shapes fit, no operand is empty. o and normaliser alias nothing. What is not finite in
// q shows in normaliser.
struct LinearReadArgs {
  ConstMatrix q;  // (n_q, r)
  Activation activation = Activation::kNone;
  float factor = 1;
  LinearState state;
  Quotient quotient;
  Matrix o;                  // (n_q, d_v), written in full
  float* normaliser;         // n_q, written in full
  float* scratch = nullptr;  // linear_read_scratch() floats, 16-byte aligned, contents ignored
};

constexpr int kLinearReadTokens = 16;  // whose features are computed at a time

// S and z, padded; four queries, packed; features of kLinearReadTokens queries. The reference takes none.
inline uint64_t linear_read_scratch(int r, int d_v) {
  const uint64_t features = round_up<uint64_t>(r, 4), columns = round_up<uint64_t>(d_v, 8);
  return features * (columns + 1 + 4 + kLinearReadTokens);
}

void linear_read_reference(const LinearReadArgs& args);
void linear_read_simd128(const LinearReadArgs& args);

}  // namespace attn
