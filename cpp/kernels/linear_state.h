// The state of linear attention, and the feature maps that kernels apply on the way in.
#pragma once

#include <cmath>
#include <cstddef>

namespace attn {

// phi, entry by entry. kNone: the operands are features already.
enum class Activation { kNone, kElu1 };

// elu(x) + 1: x + 1 from 0 on and exp(x) below, so that far below 0 nothing cancels.
inline double activate(Activation activation, double x) {
  if (activation == Activation::kNone) return x;
  return x >= 0 ? x + 1 : std::exp(x);
}

// S = sum_j phi(k[j]) v[j]^T (r, d_v) and z = sum_j phi(k[j]) (r) over the tokens so far, wherever they are
// kept.
struct LinearState {
  float* S;
  int r;
  int d_v;
  float* z;

  float* row(int a) const { return S + static_cast<size_t>(a) * d_v; }
};

}  // namespace attn
