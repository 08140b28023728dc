#include <algorithm>

#include "kernels/linear_causal.h"
#include "kernels/linear_pack.h"
#include "kernels/pack.h"
#include "kernels/simd128.h"

namespace attn {

using simd::kTileCols;
using simd::kTileRows;

void linear_causal_simd128(const LinearCausalArgs& args) {
  constexpr int kTokens = kLinearCausalTokens;
  const int n = args.q.rows, r = args.q.cols, d_v = args.v.cols;
  const int features = simd::round_up(r, kTileRows), columns = simd::round_up(d_v, kTileCols);
  float* const S = args.scratch;  // panels of (features, 8)
  float* const z = S + static_cast<size_t>(features) * columns;
  float* const queries = z + features;                   // 2 groups of (features, 4)
  float* const keys = queries + kTokens * features;      // (features, 8)
  float* const values = keys + kTokens * features;       // panels of (8, 8)
  float* const weights = values + kTokens * columns;     // tril(phi(Q) phi(K)^T), (8, 8)
  float* const activated = weights + kTokens * kTokens;  // (8, r)
  simd::load_state(args.state, S, z);

  for (int first = 0; first < n; first += kTokens) {
    const int tokens = std::min(kTokens, n - first);
    alignas(16) float normalisers[kTokens], inverses[kTokens];
    // Against z of the tokens before the block; what the block itself adds comes with the weights.
    const float* phi = simd::activate(args.q.row(first), tokens * r, args.activation, args.factor, activated);
    for (int g = 0; g < kTokens; g += kTileRows) {
      simd::pack_queries(phi + g * r, r, tokens - g, z, queries + g * features, normalisers + g);
    }
    phi = simd::activate(args.k.row(first), tokens * r, args.activation, 1, activated);
    simd::pack_key_panel(phi, r, tokens, z, keys);
    simd::pack_col_panels(args.v, first, tokens, values);

    for (int g = 0; g < kTokens; g += kTileRows) {
      v128_t acc[8] = {simd::zero(), simd::zero(), simd::zero(), simd::zero(),
                       simd::zero(), simd::zero(), simd::zero(), simd::zero()};
      simd::tile_4x8<1, kTileRows>(queries + g * features, keys, kTileCols, r, acc);
      simd::store_tile(acc, weights + g * kTokens, kTokens, kTileRows, kTileCols);
    }
    for (int t = 0; t < kTokens; ++t) {
      float sum = normalisers[t];
      for (int j = 0; j <= t; ++j) sum += weights[t * kTokens + j];
      for (int j = t + 1; j < kTokens; ++j) weights[t * kTokens + j] = 0;
      if (t < tokens) args.normaliser[first + t] = sum;
      inverses[t] = args.quotient.inverse(sum);
    }

    for (int c = 0; c < columns; c += kTileCols) {
      float* const panel = S + c * features;
      const float* const v = values + c * tokens;
      for (int g = 0; g < tokens; g += kTileRows) {
        v128_t acc[8] = {simd::zero(), simd::zero(), simd::zero(), simd::zero(),
                         simd::zero(), simd::zero(), simd::zero(), simd::zero()};
        simd::tile_4x8<1, kTileRows>(queries + g * features, panel, kTileCols, r, acc);
        simd::tile_4x8<kTokens, 1>(weights + g * kTokens, v, kTileCols, std::min(g + kTileRows, tokens), acc);
        simd::scale_rows(inverses + g, acc);
        simd::store_tile(acc, args.o.row(first) + g * d_v + c, d_v, tokens - g, d_v - c);
      }
      for (int f = 0; f < features; f += kTileRows) {
        float* const tile = panel + f * kTileCols;
        v128_t acc[8];
        for (int i = 0; i < 8; ++i) acc[i] = simd::load(tile + 4 * i);
        simd::tile_4x8<kTokens, 1>(keys + f * kTokens, v, kTileCols, tokens, acc);
        for (int i = 0; i < 8; ++i) simd::store(tile + 4 * i, acc[i]);
      }
    }
  }
  simd::store_state(S, z, args.state);
}

}  // namespace attn
