#include <algorithm>

#include "kernels/linear_causal.h"
#include "kernels/linear_pack.h"
#include "kernels/simd128.h"

namespace attn {
namespace {

using simd::kLanes;
using simd::kTileCols;

constexpr int kPair = 2;

// What two tokens add to z, and what they read there: normalisers[t] = q[t].z[t]. Their features (2,
// features) side by side: `packed` (features, 4) holds k[0], k[1], q[0], q[1].
void pack_pair(const float* q, const float* k, int features, float* z, float* packed, float* normalisers) {
  v128_t sum0 = simd::zero(), sum1 = simd::zero();
  for (int f = 0; f < features; f += kLanes, packed += kLanes * kLanes) {
    v128_t k0 = simd::load(k + f), k1 = simd::load(k + features + f);
    v128_t q0 = simd::load(q + f), q1 = simd::load(q + features + f);
    const v128_t z0 = simd::add(simd::load(z + f), k0), z1 = simd::add(z0, k1);
    sum0 = simd::mul_add(q0, z0, sum0);
    sum1 = simd::mul_add(q1, z1, sum1);
    simd::store(z + f, z1);
    simd::transpose(k0, k1, q0, q1);
    simd::store(packed, k0);
    simd::store(packed + kLanes, k1);
    simd::store(packed + 2 * kLanes, q0);
    simd::store(packed + 3 * kLanes, q1);
  }
  normalisers[0] = simd::sum_lanes(sum0);
  normalisers[1] = simd::sum_lanes(sum1);
}

// Two tokens write into 8 columns of S (features, 8), and each reads them after its own: v and o are what the
// tokens have there. One pass over S serves all four. Four sums, four registers of v, two of S and four
// features are as many as V8 keeps in registers. Inlined: V8 repeats the body of a loop that lies in loops.
inline __attribute__((always_inline)) void pair_columns(const float* packed, int features,
                                                        const float* const (&v)[kPair], const float* inverses,
                                                        float* S, float* const (&o)[kPair]) {
  const v128_t v00 = simd::load(v[0]), v01 = simd::load(v[0] + kLanes);
  const v128_t v10 = simd::load(v[1]), v11 = simd::load(v[1] + kLanes);
  v128_t o00 = simd::zero(), o01 = simd::zero(), o10 = simd::zero(), o11 = simd::zero();
  const float* const end = S + static_cast<ptrdiff_t>(features) * kTileCols;
#pragma clang loop unroll(disable) vectorize(disable)
  do {
    v128_t s0 = simd::load(S), s1 = simd::load(S + kLanes);
    const v128_t key0 = simd::load_splat(packed);
    s0 = simd::mul_add(key0, v00, s0);
    s1 = simd::mul_add(key0, v01, s1);
    const v128_t query0 = simd::load_splat(packed + 2);
    o00 = simd::mul_add(query0, s0, o00);
    o01 = simd::mul_add(query0, s1, o01);
    const v128_t key1 = simd::load_splat(packed + 1);
    s0 = simd::mul_add(key1, v10, s0);
    s1 = simd::mul_add(key1, v11, s1);
    const v128_t query1 = simd::load_splat(packed + 3);
    o10 = simd::mul_add(query1, s0, o10);
    o11 = simd::mul_add(query1, s1, o11);
    simd::store(S, s0);
    simd::store(S + kLanes, s1);
    S += kTileCols;
    packed += kLanes;
  } while (S != end);
  const v128_t inverse0 = simd::load_splat(inverses), inverse1 = simd::load_splat(inverses + 1);
  simd::store(o[0], simd::mul(o00, inverse0));
  simd::store(o[0] + kLanes, simd::mul(o01, inverse0));
  simd::store(o[1], simd::mul(o10, inverse1));
  simd::store(o[1] + kLanes, simd::mul(o11, inverse1));
}

}  // namespace

void linear_causal_simd128(const LinearCausalArgs& args) {
  constexpr int kTokens = kLinearCausalTokens;
  const int n = args.q.rows, r = args.q.cols, d_v = args.v.cols;
  const int features = round_up(r, kLanes), columns = round_up(d_v, kTileCols);
  float* const S = args.scratch;  // panels of (features, 8)
  float* const z = S + static_cast<size_t>(features) * columns;
  float* const packed = z + features;                              // (features, 4)
  float* const activated_queries = packed + 2 * kPair * features;  // (tokens, features)
  float* const activated_keys = activated_queries + kTokens * features;
  simd::load_state(args.state, S, z);

  const float *queries = nullptr, *keys = nullptr;
  for (int first = 0; first < n; first += kPair, queries += kPair * features, keys += kPair * features) {
    if (first % kTokens == 0) {
      const int tokens = std::min(kTokens, n - first);
      queries =
          simd::activate_rows(args.q.row(first), r, tokens, args.activation, args.factor, activated_queries);
      keys = simd::activate_rows(args.k.row(first), r, tokens, args.activation, 1, activated_keys);
      // The partner of the last token adds nothing.
      if (tokens % kPair != 0) std::fill_n(activated_keys + tokens * features, features, 0.0f);
    }
    const int tokens = std::min(kPair, n - first);
    float normalisers[kPair], inverses[kPair];
    pack_pair(queries, keys, features, z, packed, normalisers);
    for (int t = 0; t < tokens; ++t) args.normaliser[first + t] = normalisers[t];
    for (int t = 0; t < kPair; ++t) inverses[t] = args.quotient.inverse(normalisers[t]);

    for (int c = 0; c < columns; c += kTileCols) {
      alignas(16) float edge_v[kPair][kTileCols] = {}, edge_o[kPair][kTileCols];
      const float* v[kPair];
      float* o[kPair];
      const int cols = std::min(kTileCols, d_v - c);
      for (int t = 0; t < kPair; ++t) {
        // Without a partner the last token is its own, in front of keys of 0.
        const int token = std::min(first + t, n - 1);
        v[t] = args.v.row(token) + c;
        o[t] = args.o.row(token) + c;
        if (cols < kTileCols) {
          std::copy_n(v[t], cols, edge_v[t]);
          v[t] = edge_v[t];
        }
        if (cols < kTileCols || t >= tokens) o[t] = edge_o[t];
      }
      pair_columns(packed, features, v, inverses, S + c * features, o);
      for (int t = 0; cols < kTileCols && t < tokens; ++t) {
        std::copy_n(edge_o[t], cols, args.o.row(first + t) + c);
      }
    }
  }
  simd::store_state(S, z, args.state);
}

}  // namespace attn
