#include "kernels/linear_pack.h"
#include "kernels/linear_step.h"
#include "kernels/simd128.h"

namespace attn {
namespace {

using simd::kLanes;

// Columns [0, 4 kRegisters) of S: written and read in one pass. kRegisters sums and as many registers of v
// fit.
template <int kRegisters>
void step_columns(const float* q, const float* k, const float* v, float* S, int r, int stride, float inverse,
                  float* o) {
  v128_t value[kRegisters], sum[kRegisters];
  for (int i = 0; i < kRegisters; ++i) {
    value[i] = simd::load(v + i * kLanes);
    sum[i] = simd::zero();
  }
#pragma clang loop unroll(disable)
  for (int a = 0; a < r; ++a, S += stride) {
    const v128_t key = simd::load_splat(k + a), query = simd::load_splat(q + a);
    for (int i = 0; i < kRegisters; ++i) {
      const v128_t entry = simd::mul_add(key, value[i], simd::load(S + i * kLanes));
      simd::store(S + i * kLanes, entry);
      sum[i] = simd::mul_add(query, entry, sum[i]);
    }
  }
  for (int i = 0; i < kRegisters; ++i) simd::store(o + i * kLanes, simd::mul(sum[i], simd::splat(inverse)));
}

}  // namespace

void linear_step_simd128(const LinearStepArgs& args) {
  const Matrix S = args.state.S;
  const int r = S.rows, d_v = S.cols;
  float* const z = args.state.z;
  const float* const query = simd::activate(args.q, r, args.activation, 1, args.scratch);
  const float* const key =
      simd::activate(args.k, r, args.activation, 1, args.scratch + simd::round_up(r, kLanes));

  v128_t sums = simd::zero();
  int a = 0;
  for (; a + kLanes <= r; a += kLanes) {
    const v128_t entry = simd::add(simd::load(z + a), simd::load(key + a));
    simd::store(z + a, entry);
    sums = simd::mul_add(simd::load(query + a), entry, sums);
  }
  float normaliser = simd::sum_lanes(sums);
  for (; a < r; ++a) {
    z[a] += key[a];
    normaliser += query[a] * z[a];
  }
  *args.normaliser = normaliser;
  const float inverse = args.quotient.inverse(normaliser);

  int c = 0;
  for (; c + 16 <= d_v; c += 16)
    step_columns<4>(query, key, args.v + c, S.data + c, r, d_v, inverse, args.o + c);
  for (; c + 4 <= d_v; c += 4)
    step_columns<1>(query, key, args.v + c, S.data + c, r, d_v, inverse, args.o + c);
  for (; c < d_v; ++c) {
    float sum = 0;
    for (a = 0; a < r; ++a) {
      float& entry = S.row(a)[c];
      entry += key[a] * args.v[c];
      sum += query[a] * entry;
    }
    args.o[c] = sum * inverse;
  }
}

}  // namespace attn
