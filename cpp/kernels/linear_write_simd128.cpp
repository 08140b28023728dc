#include <algorithm>

#include "kernels/linear_pack.h"
#include "kernels/linear_write.h"
#include "kernels/pack.h"
#include "kernels/simd128.h"

namespace attn {
namespace {

using simd::kTileCols;
using simd::kTileRows;

// Tokens whose sum is made apart before it joins the state: fewer roundings meet in one entry.
constexpr int kApart = 4096;

}  // namespace

void linear_write_simd128(const LinearWriteArgs& args) {
  const int n_k = args.k.rows, r = args.k.cols, d_v = args.v.cols;
  const int features = simd::round_up(r, kTileRows), columns = simd::round_up(d_v, kTileCols);
  float* const S = args.scratch;  // panels of (features, 8)
  float* const z = S + static_cast<size_t>(features) * columns;
  float* const keys = z + features;
  float* const values = keys + kLinearWriteTokens * static_cast<size_t>(features);

  for (int start = 0; start < n_k; start += kApart) {
    const int end = std::min(start + kApart, n_k);
    std::fill(S, keys, 0.0f);
    for (int first = start; first < end; first += kLinearWriteTokens) {
      const int tokens = std::min(kLinearWriteTokens, end - first);
      simd::pack_key_groups(args.k.row(first), r, tokens, args.activation, z, keys);
      simd::pack_col_panels(args.v, first, tokens, values);
      float* tile = S;
      for (int c = 0; c < columns; c += kTileCols) {
        for (int f = 0; f < features; f += kTileRows, tile += kTileRows * kTileCols) {
          v128_t acc[8];
          for (int i = 0; i < 8; ++i) acc[i] = simd::load(tile + 4 * i);
          simd::tile_4x8<1, kTileRows>(keys + f * tokens, values + c * tokens, kTileCols, tokens, acc);
          for (int i = 0; i < 8; ++i) simd::store(tile + 4 * i, acc[i]);
        }
      }
    }
    simd::add_to_state(S, z, args.state);
  }
}

}  // namespace attn
