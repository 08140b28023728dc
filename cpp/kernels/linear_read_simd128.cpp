#include <algorithm>

#include "kernels/linear_pack.h"
#include "kernels/linear_read.h"
#include "kernels/simd128.h"

namespace attn {

using simd::kTileCols;
using simd::kTileRows;

void linear_read_simd128(const LinearReadArgs& args) {
  const int n_q = args.q.rows, r = args.q.cols, d_v = args.o.cols;
  const int features = simd::round_up(r, kTileRows), columns = simd::round_up(d_v, kTileCols);
  float* const S = args.scratch;  // panels of (features, 8)
  float* const z = S + static_cast<size_t>(features) * columns;
  float* const queries = z + features;                      // (features, 4)
  float* const activated = queries + kTileRows * features;  // (4, r)
  simd::load_state(args.state, S, z);

  for (int row = 0; row < n_q; row += kTileRows) {
    const int rows = std::min(kTileRows, n_q - row);
    alignas(16) float normalisers[kTileRows], inverses[kTileRows];
    const float* const phi =
        simd::activate(args.q.row(row), rows * r, args.activation, args.factor, activated);
    simd::pack_queries(phi, r, rows, z, queries, normalisers);
    for (int i = 0; i < rows; ++i) args.normaliser[row + i] = normalisers[i];
    for (int i = 0; i < kTileRows; ++i) inverses[i] = args.quotient.inverse(normalisers[i]);
    for (int c = 0; c < columns; c += kTileCols) {
      v128_t acc[8] = {simd::zero(), simd::zero(), simd::zero(), simd::zero(),
                       simd::zero(), simd::zero(), simd::zero(), simd::zero()};
      simd::tile_4x8<1, kTileRows>(queries, S + c * features, kTileCols, r, acc);
      simd::scale_rows(inverses, acc);
      simd::store_tile(acc, args.o.row(row) + c, d_v, rows, d_v - c);
    }
  }
}

}  // namespace attn
