#include <algorithm>

#include "kernels/linear_pack.h"
#include "kernels/linear_read.h"
#include "kernels/simd128.h"

namespace attn {
namespace {

using simd::kLanes;
using simd::kTileCols;
using simd::kTileRows;

// 4 tokens (4, features), transposed: `packed` (features, 4). normalisers[t] = x[t].z.
void pack_queries(const float* x, int features, const float* z, float* packed, float* normalisers) {
  v128_t sums[kTileRows] = {simd::zero(), simd::zero(), simd::zero(), simd::zero()};
  for (int f = 0; f < features; f += kLanes, x += kLanes) {
    const v128_t weights = simd::load(z + f);
    v128_t rows[kTileRows];
    for (int t = 0; t < kTileRows; ++t) {
      rows[t] = simd::load(x + t * features);
      sums[t] = simd::mul_add(rows[t], weights, sums[t]);
    }
    simd::transpose(rows[0], rows[1], rows[2], rows[3]);
    for (int t = 0; t < kTileRows; ++t) simd::store(packed + (f + t) * kTileRows, rows[t]);
  }
  simd::transpose(sums[0], sums[1], sums[2], sums[3]);
  simd::store(normalisers, simd::add(simd::add(sums[0], sums[1]), simd::add(sums[2], sums[3])));
}

}  // namespace

void linear_read_simd128(const LinearReadArgs& args) {
  const int n_q = args.q.rows, r = args.q.cols, d_v = args.o.cols;
  const int features = round_up(r, kTileRows), columns = round_up(d_v, kTileCols);
  float* const S = args.scratch;  // panels of (features, 8)
  float* const z = S + static_cast<size_t>(features) * columns;
  float* const queries = z + features;                      // (features, 4)
  float* const activated = queries + kTileRows * features;  // (tokens, features)
  simd::load_state(args.state, S, z);

  const float* phi = nullptr;
  for (int row = 0; row < n_q; row += kTileRows, phi += kTileRows * features) {
    if (row % kLinearReadTokens == 0) {
      phi = simd::activate_rows(args.q.row(row), r, std::min(kLinearReadTokens, n_q - row), args.activation,
                                args.factor, activated);
    }
    const int rows = std::min(kTileRows, n_q - row);
    alignas(16) float normalisers[kTileRows], inverses[kTileRows];
    pack_queries(phi, features, z, queries, normalisers);
    for (int i = 0; i < rows; ++i) args.normaliser[row + i] = normalisers[i];
    for (int i = 0; i < kTileRows; ++i) inverses[i] = args.quotient.inverse(normalisers[i]);
    for (int c = 0; c < columns; c += kTileCols) {
      v128_t acc[8] = {simd::zero(), simd::zero(), simd::zero(), simd::zero(),
                       simd::zero(), simd::zero(), simd::zero(), simd::zero()};
      simd::tile_4x8<1>(queries, kTileRows, S + c * features, kTileCols, features, acc);
      simd::scale_rows(inverses, acc);
      simd::store_tile(acc, args.o.row(row) + c, d_v, rows, d_v - c);
    }
  }
}

}  // namespace attn
