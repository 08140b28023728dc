// The state of linear attention, and the feature maps that kernels apply on the way in.
#pragma once

#include <cmath>
#include <cstddef>

#include "attn/matrix.h"

namespace attn {

// phi, entry by entry. kNone: the operands are features already.
enum class Activation { kNone, kElu1 };

// elu(x) + 1: x + 1 from 0 on and exp(x) below, so that far below 0 nothing cancels.
inline double activate(Activation activation, double x) {
  if (activation == Activation::kNone) return x;
  return x >= 0 ? x + 1 : std::exp(x);
}

// S = sum_j phi(k[j]) v[j]^T and z = sum_j phi(k[j]) over the tokens so far.
struct LinearState {
  Matrix S;  // (r, d_v)
  float* z;  // r
};

}  // namespace attn
