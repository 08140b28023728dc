#include "kernels/pack.h"
#include "kernels/simd128.h"

namespace attn::simd {
namespace {

// Four rows of x, scaled, become four neighbours in each of x.cols steps of `step` floats.
__attribute__((noinline)) void interleave_rows(const float* x, int cols, int rows, float factor,
                                               float* packed, int step) {
  int c = 0;
  if (rows >= kLanes) {
    const v128_t scale = splat(factor);
    for (; c + kLanes <= cols; c += kLanes) {
      v128_t a = mul(load(x + c), scale), b = mul(load(x + cols + c), scale);
      v128_t d = mul(load(x + 2 * cols + c), scale), e = mul(load(x + 3 * cols + c), scale);
      transpose(a, b, d, e);
      store(packed, a);
      store(packed + step, b);
      store(packed + 2 * step, d);
      store(packed + 3 * step, e);
      packed += 4 * step;
    }
  }
  for (; c < cols; ++c, packed += step) {
    for (int r = 0; r < kLanes; ++r) packed[r] = r < rows ? x[r * cols + c] * factor : 0;
  }
}

}  // namespace

void pack_row_panels(ConstMatrix x, int first, int count, float* packed) {
  for (int row = 0; row < count; row += kTileCols, packed += kTileCols * x.cols) {
    for (int half = 0; half < kTileCols; half += kLanes) {
      interleave_rows(x.row(first + row) + half * x.cols, x.cols, count - row - half, 1, packed + half,
                      kTileCols);
    }
  }
}

void pack_row_groups(ConstMatrix x, int first, int count, float factor, float* packed) {
  for (int row = 0; row < count; row += kTileRows, packed += kTileRows * x.cols) {
    interleave_rows(x.row(first + row), x.cols, count - row, factor, packed, kTileRows);
  }
}

void pack_col_panels(ConstMatrix x, int first, int count, float* packed) {
  for (int col = 0; col < x.cols; col += kTileCols) {
    const int cols = x.cols - col;
    const float* from = x.row(first) + col;
    for (int r = 0; r < count; ++r, from += x.cols, packed += kTileCols) {
      if (cols >= kTileCols) {
        store(packed, load(from));
        store(packed + kLanes, load(from + kLanes));
      } else {
        for (int c = 0; c < kTileCols; ++c) packed[c] = c < cols ? from[c] : 0;
      }
    }
  }
}

}  // namespace attn::simd
