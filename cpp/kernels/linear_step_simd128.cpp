#include <algorithm>

#include "kernels/linear_pack.h"
#include "kernels/linear_step.h"
#include "kernels/simd128.h"

namespace attn {
namespace {

using simd::kLanes;

// Columns [0, 4 kRegisters) of S: read, written and used in one pass. So many sums and registers of v fit.
template <int kRegisters>
void step_columns(const float* q, const float* k, const float* v, const float* S, float* next, int r, int d_v,
                  float inverse, float* o) {
  v128_t value[kRegisters], sum[kRegisters];
  for (int i = 0; i < kRegisters; ++i) {
    value[i] = simd::load(v + i * kLanes);
    sum[i] = simd::zero();
  }
#pragma clang loop unroll(disable)
  for (int a = 0; a < r; ++a, S += d_v, next += d_v) {
    const v128_t key = simd::load_splat(k + a), query = simd::load_splat(q + a);
    for (int i = 0; i < kRegisters; ++i) {
      const v128_t entry = simd::mul_add(key, value[i], simd::load(S + i * kLanes));
      simd::store(next + i * kLanes, entry);
      sum[i] = simd::mul_add(query, entry, sum[i]);
    }
  }
  for (int i = 0; i < kRegisters; ++i) simd::store(o + i * kLanes, simd::mul(sum[i], simd::splat(inverse)));
}

}  // namespace

void linear_step_simd128(const LinearStepArgs& args) {
  const LinearState &state = args.state, &next = args.next;
  const int r = state.r, d_v = state.d_v;
  const float* const query = simd::activate(args.q, r, args.activation, 1, args.scratch);
  const float* const key = simd::activate(args.k, r, args.activation, 1, args.scratch + round_up(r, kLanes));

  v128_t sums = simd::zero();
  int at = 0;
  for (; at + kLanes <= r; at += kLanes) {
    const v128_t z = simd::add(simd::load(state.z + at), simd::load(key + at));
    simd::store(next.z + at, z);
    sums = simd::mul_add(simd::load(query + at), z, sums);
  }
  // Padded with zeros, as linear_causal() has them: the same sums to the bit.
  if (at < r) {
    alignas(16) float z[kLanes];
    simd::store(z, simd::add(simd::load_first(state.z + at, r - at), simd::load_first(key + at, r - at)));
    sums = simd::mul_add(simd::load_first(query + at, r - at), simd::load(z), sums);
    std::copy_n(z, r - at, next.z + at);
  }
  const float normaliser = simd::sum_lanes(sums);
  *args.normaliser = normaliser;
  const float inverse = args.quotient.inverse(normaliser);

  int c = 0;
  for (; c + 16 <= d_v; c += 16) {
    step_columns<4>(query, key, args.v + c, state.S + c, next.S + c, r, d_v, inverse, args.o + c);
  }
  for (; c + 4 <= d_v; c += 4) {
    step_columns<1>(query, key, args.v + c, state.S + c, next.S + c, r, d_v, inverse, args.o + c);
  }
  for (; c < d_v; ++c) {
    float sum = 0;
    for (int a = 0; a < r; ++a) {
      const float entry = state.row(a)[c] + key[a] * args.v[c];
      next.row(a)[c] = entry;
      sum += query[a] * entry;
    }
    args.o[c] = sum * inverse;
  }
}

}  // namespace attn
