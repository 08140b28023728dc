#include <algorithm>

#include "kernels/linear_pack.h"
#include "kernels/linear_write.h"
#include "kernels/pack.h"
#include "kernels/simd128.h"

namespace attn {
namespace {

using simd::kLanes;
using simd::kTileCols;
using simd::kTileRows;

// Features of `tokens` tokens (tokens, features) in groups of 4: `packed` (features / 4, tokens, 4). z +=
// their sum, of every other token apart: one sum would be a chain.
void pack_keys(const float* x, int features, int tokens, float* z, float* packed) {
  for (int f = 0; f < features; f += kLanes) {
    v128_t even = simd::zero(), odd = simd::zero();
    const float* from = x + f;
    int t = 0;
    for (; t + 2 <= tokens; t += 2, from += 2 * features, packed += 2 * kLanes) {
      const v128_t first = simd::load(from), second = simd::load(from + features);
      even = simd::add(even, first);
      odd = simd::add(odd, second);
      simd::store(packed, first);
      simd::store(packed + kLanes, second);
    }
    if (t < tokens) {
      const v128_t last = simd::load(from);
      even = simd::add(even, last);
      simd::store(packed, last);
      packed += kLanes;
    }
    simd::store(z + f, simd::add(simd::load(z + f), simd::add(even, odd)));
  }
}

}  // namespace

void linear_write_simd128(const LinearWriteArgs& args) {
  const int n_k = args.k.rows, r = args.k.cols, d_v = args.v.cols;
  const int features = round_up(r, kTileRows), columns = round_up(d_v, kTileCols);
  float* const S = args.scratch;  // tiles of (4, 8), those of 8 columns after one another
  float* const z = S + static_cast<size_t>(features) * columns;
  float* const activated = z + features;  // (tokens, features)
  float* const keys = activated + kLinearWriteTokens * static_cast<size_t>(features);
  float* const values = keys + kLinearWriteTokens * static_cast<size_t>(features);

  for (int start = 0; start < n_k; start += kLinearWriteApart) {
    const int end = std::min(start + kLinearWriteApart, n_k);
    std::fill(S, activated, 0.0f);
    for (int first = start; first < end; first += kLinearWriteTokens) {
      const int tokens = std::min(kLinearWriteTokens, end - first);
      pack_keys(simd::activate_rows(args.k.row(first), r, tokens, args.activation, 1, activated), features,
                tokens, z, keys);
      simd::pack_col_panels(args.v, first, tokens, values);
      float* tile = S;
      for (int c = 0; c < columns; c += kTileCols) {
        for (int f = 0; f < features; f += kTileRows, tile += kTileRows * kTileCols) {
          v128_t acc[8];
          for (int i = 0; i < 8; ++i) acc[i] = simd::load(tile + 4 * i);
          simd::tile_4x8<1>(keys + f * tokens, kTileRows, values + c * tokens, kTileCols, tokens, acc);
          for (int i = 0; i < 8; ++i) simd::store(tile + 4 * i, acc[i]);
        }
      }
    }
    simd::add_to_state(S, z, args.state);
  }
}

}  // namespace attn
