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

// S = sum_j phi(k[j]) v[j]^T and z = sum_j phi(k[j]) over the tokens so far, wherever they are kept: S by
// itself, or with z as one more column.
struct LinearState {
  float* S;  // (r, d_v), rows `stride` floats apart
  int r;
  int d_v;
  float* z;  // r, `z_stride` floats apart
  int stride;
  int z_stride = 1;

  float* row(int a) const { return S + static_cast<size_t>(a) * stride; }
  float& z_at(int a) const { return z[static_cast<size_t>(a) * z_stride]; }
};

inline LinearState linear_state(float* S, int r, int d_v, float* z) {
  return {S, r, d_v, z, d_v, 1};
}

}  // namespace attn
