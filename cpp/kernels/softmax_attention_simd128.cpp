#include <cmath>

#include "kernels/elementary.h"
#include "kernels/pack.h"
#include "kernels/simd128.h"
#include "kernels/softmax_attention.h"

namespace attn {
namespace {

using simd::kLanes;
using simd::kTileCols;
using simd::kTileRows;

constexpr int kQueries = FlashBlocks::kQueries;
constexpr int kKeys = FlashBlocks::kKeys;

// S: scores times log2(e), so that a weight is a power of 2.
void score(const SoftmaxAttentionArgs& args, float* queries, float* keys) {
  const FlashAttentionArgs& base = args.base;
  const int n_q = base.q.rows, n_k = base.k.rows, d_k = base.q.cols;
  const int packed = FlashBlocks::packed_keys(n_k, d_k, base.v.cols);
  for (int first = 0; first < n_k; first += packed) {
    const int count = std::min(packed, n_k - first);
    simd::pack_row_panels(base.k, first, count, keys);
    for (int row = 0; row < n_q; row += kQueries) {
      const int rows = std::min(kQueries, n_q - row);
      simd::pack_row_groups(base.q, row, rows, base.scale * simd::kLog2E, queries);
      for (int panel = 0; panel < count; panel += kTileCols) {
        for (int g = 0; g < rows; g += kTileRows) {
          const int last = row + std::min(g + kTileRows, rows) - 1;
          if (base.permitted(last) <= first + panel) continue;
          v128_t acc[8] = {simd::zero(), simd::zero(), simd::zero(), simd::zero(),
                           simd::zero(), simd::zero(), simd::zero(), simd::zero()};
          simd::tile_4x8<1>(queries + g * d_k, kTileRows, keys + static_cast<size_t>(panel) * d_k, kTileCols,
                            d_k, acc);
          simd::store_tile(acc, args.weights.row(row + g) + first + panel, n_k, rows - g, count - panel);
        }
      }
    }
  }
}

// W: one row of S turned into weights.
void weigh(const SoftmaxAttentionArgs& args, int i) {
  const FlashAttentionArgs& base = args.base;
  const int n_k = base.k.rows, end = base.permitted(i), whole = end / kLanes * kLanes;
  float* const w = args.weights.row(i);
  for (int j = end; j < n_k; ++j) w[j] = 0;
  if (end == 0) {
    if (base.log_sum_exp != nullptr) base.log_sum_exp[i] = -INFINITY;
    return;
  }
  v128_t maxima = simd::splat(-INFINITY);
  for (int j = 0; j < whole; j += kLanes) maxima = simd::pmax(maxima, simd::load(w + j));
  float max = simd::max_lanes(maxima);
  for (int j = whole; j < end; ++j) max = w[j] > max ? w[j] : max;
  max = std::ceil(max);
  float sum = simd::weigh(w, max, whole);
  if (whole < end) {
    // The row may end where the next one begins: the last few go through a buffer.
    alignas(16) float rest[kLanes] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (int j = whole; j < end; ++j) rest[j - whole] = w[j];
    sum += simd::weigh(rest, max, kLanes);
    for (int j = whole; j < end; ++j) w[j] = rest[j - whole];
  }
  if (!std::isfinite(max)) sum = NAN;
  simd::scale(w, end, 1 / sum);
  if (base.log_sum_exp != nullptr) base.log_sum_exp[i] = max * simd::kLn2 + log64(sum);
}

// O = W V. The weights of 4 rows and kKeys keys are copied together first: a tile wants them a constant
// stride apart.
void average(const SoftmaxAttentionArgs& args, float* weights, float* values) {
  const FlashAttentionArgs& base = args.base;
  const int n_q = base.q.rows, n_k = base.k.rows, d_v = base.v.cols;
  const size_t columns = simd::round_up(d_v, kTileCols);
  const int packed = FlashBlocks::packed_keys(n_k, base.q.cols, d_v);
  std::fill_n(base.o.data, base.o.size(), 0.0f);
  for (int first = 0; first < n_k; first += packed) {
    const int count = std::min(packed, n_k - first);
    for (int key = 0; key < count; key += kKeys) {
      simd::pack_col_panels(base.v, first + key, std::min(kKeys, count - key), values + key * columns);
    }
    for (int row = 0; row < n_q; row += kTileRows) {
      const int rows = std::min(kTileRows, n_q - row);
      const int end = std::min(count, base.permitted(row + rows - 1) - first);
      for (int key = 0; key < end; key += kKeys) {
        const int keys = std::min(kKeys, count - key), seen = std::min(keys, end - key);
        for (int r = 0; r < kTileRows; ++r) {
          // Rows past the last repeat it, and are not stored.
          std::copy_n(args.weights.row(row + std::min(r, rows - 1)) + first + key, seen, weights + r * kKeys);
        }
        for (int c = 0; c < d_v; c += kTileCols) {
          float* const o = base.o.row(row) + c;
          v128_t acc[8];
          simd::load_tile(o, d_v, rows, d_v - c, acc);
          simd::tile_4x8<kKeys>(weights, 1, values + key * columns + c * keys, kTileCols, seen, acc);
          simd::store_tile(acc, o, d_v, rows, d_v - c);
        }
      }
    }
  }
}

}  // namespace

void softmax_attention_simd128(const SoftmaxAttentionArgs& args) {
  const FlashAttentionArgs& base = args.base;
  float* const block = base.scratch;  // queries or weights
  float* const packed =
      block + kQueries * std::max(static_cast<size_t>(base.q.cols), static_cast<size_t>(kKeys));
  score(args, block, packed);
  for (int i = 0; i < base.q.rows; ++i) weigh(args, i);
  average(args, block, packed);
}

}  // namespace attn
