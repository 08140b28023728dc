// Exact attention tile by tile, with a running maximum and sum for each query: never more than one tile of
// scores.
//
//   m' = max(m, max_j s_j)
//   l' = e^(m - m') l + sum_j e^(s_j - m')
//   a' = e^(m - m') a + sum_j e^(s_j - m') v_j
//
// and at the end O = a / l. Milakov and Gimelshein 2018 (arXiv:1805.02867); queries in the outer loop and one
// division at the end, as in FlashAttention-2 (Dao 2023, arXiv:2307.08691).
#include <algorithm>
#include <cmath>

#include "attn/mechanism.h"
#include "kernels/bounds.h"
#include "kernels/elementary.h"

namespace attn {
namespace {

// The running values of a block of queries.
struct RowBlock {
  Buffer<double> max, sum;
  Buffer<double> accumulator;  // (rows, d_v)
  Buffer<double> scores;       // one row of a tile
};

// Adds the keys [begin, end) to row r of the block, which is query i. Counts what it does.
Status add_tile_row(const Problem& problem, double scale, int i, int r, int begin, int end, RowBlock& block,
                    Counts& counts) {
  const int d_v = problem.v.cols;
  double tile_max = -INFINITY;
  for (int j = begin; j < end; ++j) {
    if (!problem.permit.allows(i, j)) continue;
    ATTN_TRY(score(problem, scale, i, j, block.scores[j - begin]));
    tile_max = std::fmax(tile_max, block.scores[j - begin]);
  }
  if (tile_max == -INFINITY) return ok();

  double* const accumulator = block.accumulator.data() + static_cast<size_t>(r) * d_v;
  const double max = std::fmax(block.max[r], tile_max);
  // 0 before the row's first permitted key, where the old maximum is -infinity.
  const double rescale = exp64(block.max[r] - max);
  double sum = block.sum[r] * rescale;
  for (int c = 0; c < d_v; ++c) accumulator[c] *= rescale;
  for (int j = begin; j < end; ++j) {
    if (!problem.permit.allows(i, j)) continue;
    const double weight = exp64(block.scores[j - begin] - max);
    sum += weight;
    add_scaled(weight, problem.v.row(j), d_v, accumulator);
    counts.multiply_adds += problem.q.cols + d_v;
    ++counts.exponentials;
  }
  block.max[r] = max;
  block.sum[r] = sum;
  return ok();
}

Status record(int tile, int first_row, int rows, const RowBlock& block, Attended& out) {
  const int n_q = out.output.rows(), d_v = out.output.cols();
  for (int r = 0; r < rows; ++r) {
    const int entry = tile * n_q + first_row + r;
    out.trace_max[entry] = static_cast<float>(block.max[r]);
    out.trace_sum[entry] = static_cast<float>(block.sum[r]);
    if (block.sum[r] > 0 && !std::isfinite(out.trace_max[entry])) {
      return overflow("trace.max", first_row + r, -1);
    }
    ATTN_TRY(store_row(block.accumulator.data() + static_cast<size_t>(r) * d_v, d_v,
                       out.trace_accumulator.row(entry), "trace.accumulator", first_row + r));
  }
  return ok();
}

}  // namespace

Status flash_attention(const Problem& problem, Attended& out) {
  const auto& [q, k, v, options, permit] = problem;
  const double scale = problem.scale();
  const int block_rows = smaller(tile_rows(options), larger(q.rows, 1));
  const int block_cols = smaller(tile_cols(options), larger(k.rows, 1));
  Counts& counts = out.counts;

  RowBlock block;
  if (!block.max.resize(block_rows) || !block.sum.resize(block_rows) || !block.scores.resize(block_cols) ||
      !block.accumulator.resize(static_cast<size_t>(block_rows) * v.cols)) {
    return out_of_memory();
  }
  for (int first = 0; first < q.rows; first += block_rows) {
    const int rows = smaller(block_rows, q.rows - first);
    for (int r = 0; r < rows; ++r) {
      block.max[r] = -INFINITY;
      block.sum[r] = 0;
    }
    std::fill(block.accumulator.begin(), block.accumulator.end(), 0.0);
    counts.elements_read += static_cast<double>(rows) * q.cols;

    // Past the end of the last row no query of the block sees anything: those tiles are never touched.
    const int block_end = permit.end(first + rows - 1);
    for (int tile = 0, begin = 0; begin < k.rows; ++tile, begin += block_cols) {
      if (begin < block_end) {
        const int tile_end = smaller(begin + block_cols, block_end);
        for (int r = 0; r < rows; ++r) {
          const int end = smaller(tile_end, permit.end(first + r));
          ATTN_TRY(add_tile_row(problem, scale, first + r, r, begin, end, block, counts));
        }
        counts.elements_read += static_cast<double>(tile_end - begin) * (k.cols + v.cols);
      }
      if (options.want_trace) ATTN_TRY(record(tile, first, rows, block, out));
    }
    for (int r = 0; r < rows; ++r) {
      ATTN_TRY(finish_softmax_row(first + r, block.max[r], block.sum[r],
                                  block.accumulator.data() + static_cast<size_t>(r) * v.cols, out));
    }
    counts.elements_written += static_cast<double>(rows) * (v.cols + (options.want_log_sum_exp ? 1 : 0));
  }
  return ok();
}

}  // namespace attn
