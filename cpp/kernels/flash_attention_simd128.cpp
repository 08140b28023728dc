#include <algorithm>
#include <cmath>

#include "kernels/elementary.h"
#include "kernels/flash_attention.h"
#include "kernels/pack.h"
#include "kernels/simd128.h"

namespace attn {
namespace {

using simd::kLanes;
using simd::kTileCols;
using simd::kTileRows;

constexpr int kQueries = FlashBlocks::kQueries;
constexpr int kKeys = FlashBlocks::kKeys;

// Scores are kept times log2(e), so that a weight is a power of 2 and its exponent needs no multiplication.
class Flash {
 public:
  explicit Flash(const FlashAttentionArgs& args)
      : args_(args),
        d_k_(args.q.cols),
        d_v_(args.v.cols),
        v_cols_(round_up(args.v.cols, kTileCols)),
        packed_keys_(FlashBlocks::packed_keys(args.k.rows, args.q.cols, args.v.cols)),
        scores_(args.scratch),
        queries_(scores_ + kQueries * kKeys),
        accumulators_(queries_ + kQueries * static_cast<size_t>(d_k_)),
        packed_k_(accumulators_ + kQueries * static_cast<size_t>(v_cols_)),
        packed_v_(packed_k_ + packed_keys_ * static_cast<size_t>(d_k_)),
        maxima_(packed_v_ + packed_keys_ * static_cast<size_t>(v_cols_)),
        sums_(maxima_ + round_up(args.q.rows, kQueries)) {}

  void run() {
    const int n_q = args_.q.rows, n_k = args_.k.rows;
    for (int i = 0; i < round_up(n_q, kQueries); ++i) {
      maxima_[i] = -INFINITY;
      sums_[i] = 0;
    }
    for (first_key_ = 0; first_key_ < n_k; first_key_ += packed_keys_) {
      keys_ = std::min(packed_keys_, n_k - first_key_);
      if (args_.permitted(n_q - 1) <= first_key_) break;
      pack_keys();
      for (int row = 0; row < n_q; row += kQueries) {
        const int rows = std::min(kQueries, n_q - row);
        if (args_.permitted(row + rows - 1) > first_key_) attend(row, rows);
      }
    }
    for (int i = 0; i < n_q; ++i) finish(i);
  }

 private:
  void pack_keys() {
    simd::pack_row_panels(args_.k, first_key_, keys_, packed_k_);
    for (int key = 0; key < keys_; key += kKeys) {
      simd::pack_col_panels(args_.v, first_key_ + key, std::min(kKeys, keys_ - key),
                            packed_v_ + key * v_cols_);
    }
  }

  // `rows` queries from `row` on against the packed keys.
  void attend(int row, int rows) {
    const int groups = (rows + kTileRows - 1) / kTileRows;
    // Rows past the last repeat it, so that they never ask for more keys.
    for (int r = 0; r < groups * kTileRows; ++r) {
      limits_[r] = args_.permitted(row + std::min(r, rows - 1)) - first_key_;
    }
    simd::pack_row_groups(args_.q, row, rows, args_.scale * simd::kLog2E, queries_);
    if (first_key_ == 0) {
      std::fill_n(accumulators_, kQueries * v_cols_, 0.0f);
    } else {
      exchange(row, rows, Way::kIn);
    }
    const int end = std::min(keys_, limits_[rows - 1]);
    for (int key = 0; key < end; key += kKeys) {
      const int count = std::min(kKeys, keys_ - key);
      score(key, std::min(kKeys, end - key), groups);
      for (int g = 0; g < groups; ++g) {
        const int seen = std::min(count, limits_[g * kTileRows + kTileRows - 1] - key);
        if (seen > 0) accumulate(g, row + g * kTileRows, packed_v_ + key * v_cols_, count, seen);
      }
    }
    exchange(row, rows, Way::kOut);
  }

  // The unfinished rows of o, into the accumulators (groups, panels of 8 columns, 4, 8) or back.
  enum class Way { kIn, kOut };
  void exchange(int row, int rows, Way way) {
    float* tile = accumulators_;
    for (int r = 0; r < rows; r += kTileRows) {
      for (int c = 0; c < d_v_; c += kTileCols, tile += kTileRows * kTileCols) {
        float* const o = args_.o.row(row + r) + c;
        v128_t acc[8];
        if (way == Way::kIn) {
          simd::load_tile(o, d_v_, rows - r, d_v_ - c, acc);
          for (int i = 0; i < 8; ++i) simd::store(tile + i * kLanes, acc[i]);
        } else {
          for (int i = 0; i < 8; ++i) acc[i] = simd::load(tile + i * kLanes);
          simd::store_tile(acc, o, d_v_, rows - r, d_v_ - c);
        }
      }
    }
  }

  // Scores of all queries against `count` keys, and the largest of each row in each lane.
  void score(int key, int count, int groups) {
    for (int r = 0; r < groups * kTileRows; ++r) simd::store(row_max_[r], simd::splat(-INFINITY));
    for (int panel = 0; panel < count; panel += kTileCols) {
      const float* const keys = packed_k_ + (key + panel) * static_cast<size_t>(d_k_);
      for (int g = 0; g < groups; ++g) {
        const int first = g * kTileRows;
        if (limits_[first + kTileRows - 1] <= key + panel) continue;
        float* const s = scores_ + first * kKeys + panel;
        v128_t acc[8] = {simd::zero(), simd::zero(), simd::zero(), simd::zero(),
                         simd::zero(), simd::zero(), simd::zero(), simd::zero()};
        simd::tile_4x8<1>(queries_ + first * d_k_, kTileRows, keys, kTileCols, d_k_, acc);
        // A tile on the diagonal or at the end of the keys: scores that are not permitted become -infinity.
        if (limits_[first] < key + panel + kTileCols) {
          for (int r = 0; r < kTileRows; ++r) {
            const int seen = limits_[first + r] - key - panel;
            acc[2 * r] = simd::first_or_never(acc[2 * r], seen);
            acc[2 * r + 1] = simd::first_or_never(acc[2 * r + 1], seen - kLanes);
          }
        }
        for (int r = 0; r < kTileRows; ++r) {
          simd::store(s + r * kKeys, acc[2 * r]);
          simd::store(s + r * kKeys + kLanes, acc[2 * r + 1]);
          float* const max = row_max_[first + r];
          simd::store(max, simd::pmax(simd::load(max), simd::pmax(acc[2 * r], acc[2 * r + 1])));
        }
      }
    }
  }

  // Adds the first `seen` of `count` keys to the accumulators of group g, whose first query is `row`.
  void accumulate(int g, int row, const float* values, int count, int seen) {
    float* const s = scores_ + g * kTileRows * kKeys;
    v128_t rescale[kTileRows];
    // Once for many keys: four copies of it would be to download, and no faster.
#pragma clang loop unroll(disable)
    for (int r = 0; r < kTileRows; ++r) {
      float& max = maxima_[row + r];
      float& sum = sums_[row + r];
      const float tile_max = simd::max_lanes(simd::load(row_max_[g * kTileRows + r]));
      // An integer at or above the maximum does as well, and makes rescaling exact: by powers of 2.
      const float new_max = tile_max > max ? std::ceil(tile_max) : max;
      const float shift = new_max == -INFINITY ? 0 : new_max;
      rescale[r] = simd::ShiftedExp2(0)(simd::splat(max - shift));
      sum = sum * simd::first_lane(rescale[r]) + simd::weigh(s + r * kKeys, shift, round_up(seen, kTileCols));
      max = new_max;
    }
    float* tile = accumulators_ + g * kTileRows * v_cols_;
    for (int c = 0; c < d_v_; c += kTileCols) {
      v128_t acc[8];
      for (int r = 0; r < kTileRows; ++r) {
        acc[2 * r] = simd::mul(simd::load(tile + r * kTileCols), rescale[r]);
        acc[2 * r + 1] = simd::mul(simd::load(tile + r * kTileCols + kLanes), rescale[r]);
      }
      simd::tile_4x8<kKeys>(s, 1, values, kTileCols, seen, acc);
      for (int r = 0; r < 8; ++r) simd::store(tile + r * kLanes, acc[r]);
      values += count * kTileCols;
      tile += kTileRows * kTileCols;
    }
  }

  void finish(int i) {
    const bool empty = args_.permitted(i) == 0;
    // Scores that overflowed leave the maximum infinite or the sum NaN.
    const float sum = std::isfinite(maxima_[i]) ? sums_[i] : NAN;
    float* const o = args_.o.row(i);
    if (empty) {
      std::fill_n(o, d_v_, 0.0f);
    } else {
      simd::scale(o, d_v_, 1 / sum);
    }
    if (args_.log_sum_exp == nullptr) return;
    args_.log_sum_exp[i] = empty ? -INFINITY : maxima_[i] * simd::kLn2 + log64(sum);
  }

  const FlashAttentionArgs& args_;
  const int d_k_, d_v_, v_cols_, packed_keys_;
  float* const scores_;        // (kQueries, kKeys): scores, then weights
  float* const queries_;       // groups of (d_k, 4)
  float* const accumulators_;  // see exchange()
  float* const packed_k_;      // panels of (d_k, 8)
  float* const packed_v_;      // for each kKeys keys: panels of (keys, 8)
  float* const maxima_;        // n_q, rounded up
  float* const sums_;
  int first_key_ = 0, keys_ = 0;  // what is packed
  int limits_[kQueries];          // how many of the packed keys each query may see; may be 0 or less
  alignas(16) float row_max_[kQueries][kLanes];
};

}  // namespace

void flash_attention_simd128(const FlashAttentionArgs& args) {
  Flash(args).run();
}

}  // namespace attn
