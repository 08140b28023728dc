#include <algorithm>
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

class Softmax {
 public:
  explicit Softmax(const SoftmaxAttentionArgs& args)
      : base_(args.base),
        weights_(args.weights),
        d_k_(base_.q.cols),
        d_v_(base_.v.cols),
        columns_(round_up(base_.v.cols, kTileCols)),
        packed_(softmax_packed_keys(base_.k.rows, d_k_, d_v_)),
        queries_(base_.scratch),
        group_(queries_ + kQueries * static_cast<size_t>(d_k_)),
        keys_(group_ + kTileRows * kKeys),
        values_(keys_ + packed_ * static_cast<size_t>(d_k_)) {}

  // A block of queries takes all three steps while its scores are in the second cache: where all keys are
  // packed at once.
  void run() {
    const int n_k = base_.k.rows;
    std::fill_n(base_.o.data, base_.o.size(), 0.0f);
    if (packed_ >= n_k) {
      pack_keys(0, n_k);
      pack_values(0, n_k);
      each_block([&](int row, int rows) {
        score(row, rows, 0, n_k);
        for (int i = row; i < row + rows; ++i) weigh(i);
        average(row, rows, 0, n_k);
      });
      return;
    }
    each_packing([&](int first, int count) {
      pack_keys(first, count);
      each_block([&](int row, int rows) { score(row, rows, first, count); });
    });
    for (int i = 0; i < base_.q.rows; ++i) weigh(i);
    each_packing([&](int first, int count) {
      pack_values(first, count);
      each_block([&](int row, int rows) { average(row, rows, first, count); });
    });
  }

 private:
  // Calls use(row, rows) for blocks of queries.
  template <class Use>
  void each_block(Use use) {
    for (int row = 0; row < base_.q.rows; row += kQueries) use(row, std::min(kQueries, base_.q.rows - row));
  }
  // Calls use(first, count) for as many keys as are packed at a time.
  template <class Use>
  void each_packing(Use use) {
    for (int first = 0; first < base_.k.rows; first += packed_) {
      use(first, std::min(packed_, base_.k.rows - first));
    }
  }
  void pack_keys(int first, int count) { simd::pack_row_panels(base_.k, first, count, keys_); }
  void pack_values(int first, int count) {
    for (int key = 0; key < count; key += kKeys) {
      simd::pack_col_panels(base_.v, first + key, std::min(kKeys, count - key),
                            values_ + static_cast<size_t>(key) * columns_);
    }
  }
  // Not inlined: each is called at two places, and is long.
  __attribute__((noinline)) void score(int row, int rows, int first, int count);
  __attribute__((noinline)) void weigh(int i);
  __attribute__((noinline)) void average(int row, int rows, int first, int count);

  const FlashAttentionArgs& base_;
  const Matrix weights_;
  const int d_k_, d_v_, columns_, packed_;
  float* const queries_;  // groups of (d_k, 4)
  float* const group_;    // (4, kKeys): weights of 4 queries
  float* const keys_;     // panels of (d_k, 8)
  float* const values_;   // for each kKeys keys: panels of (keys, 8)
};

// S for `rows` queries from `row` on and the packed keys, `count` from `first` on: scores times log2(e), so
// that a weight is a power of 2.
void Softmax::score(int row, int rows, int first, int count) {
  simd::pack_row_groups(base_.q, row, rows, base_.scale * simd::kLog2E, queries_);
  int limits[kQueries];  // of each group: how many of the packed keys its last query sees
  for (int g = 0; g < rows; g += kTileRows) {
    limits[g] = base_.permitted(row + std::min(g + kTileRows, rows) - 1) - first;
  }
  for (int panel = 0; panel < count; panel += kTileCols) {
    for (int g = 0; g < rows; g += kTileRows) {
      if (limits[g] <= panel) continue;
      v128_t acc[8] = {simd::zero(), simd::zero(), simd::zero(), simd::zero(),
                       simd::zero(), simd::zero(), simd::zero(), simd::zero()};
      simd::tile_4x8<1>(queries_ + g * d_k_, kTileRows, keys_ + static_cast<size_t>(panel) * d_k_, kTileCols,
                        d_k_, acc);
      simd::store_tile(acc, weights_.row(row + g) + first + panel, base_.k.rows, rows - g, count - panel);
    }
  }
}

// Row i of S turned into weights.
void Softmax::weigh(int i) {
  const int n_k = base_.k.rows, end = base_.permitted(i), whole = end / kLanes * kLanes;
  float* const w = weights_.row(i);
  for (int j = end; j < n_k; ++j) w[j] = 0;
  if (end == 0) {
    if (base_.log_sum_exp != nullptr) base_.log_sum_exp[i] = -INFINITY;
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
  if (base_.log_sum_exp != nullptr) base_.log_sum_exp[i] = max * simd::kLn2 + log64(sum);
}

// O += W V for the same. The weights of 4 rows and kKeys keys are copied together first: a tile wants them a
// constant stride apart.
void Softmax::average(int row, int rows, int first, int count) {
  const int end = std::min(count, base_.permitted(row + rows - 1) - first);
  for (int key = 0; key < end; key += kKeys) {
    const int keys = std::min(kKeys, count - key);
    for (int g = 0; g < rows; g += kTileRows) {
      const int last = std::min(g + kTileRows, rows) - 1;
      const int seen = std::min(keys, base_.permitted(row + last) - first - key);
      if (seen <= 0) continue;
      for (int r = 0; r < kTileRows; ++r) {
        // Rows past the last repeat it, and are not stored.
        std::copy_n(weights_.row(row + std::min(g + r, last)) + first + key, seen, group_ + r * kKeys);
      }
      const float* values = values_ + static_cast<size_t>(key) * columns_;
      for (int c = 0; c < d_v_; c += kTileCols, values += keys * kTileCols) {
        float* const o = base_.o.row(row + g) + c;
        v128_t acc[8];
        simd::load_tile(o, d_v_, rows - g, d_v_ - c, acc);
        simd::tile_4x8<kKeys>(group_, 1, values, kTileCols, seen, acc);
        simd::store_tile(acc, o, d_v_, rows - g, d_v_ - c);
      }
    }
  }
}

}  // namespace

void softmax_attention_simd128(const SoftmaxAttentionArgs& args) {
  Softmax(args).run();
}

}  // namespace attn
