#include "attn/checks.h"

#include <cmath>
#include <limits>

#include "kernels/kernels.h"

namespace attn {

float largest_magnitude(const float* x, size_t size) {
  float largest = 0;
  if (size > 0) kernels::run(LargestMagnitudeArgs{x, size, &largest});
  return largest;
}

bool all_finite(const float* x, size_t size) {
  return largest_magnitude(x, size) <= std::numeric_limits<float>::max();
}

Status check_finite(const char* argument, ConstMatrix x, const uint8_t* row_mask) {
  if (row_mask == nullptr && all_finite(x.data, x.size())) return ok();
  for (int i = 0; i < x.rows; ++i) {
    if ((row_mask != nullptr && row_mask[i] == 0) || all_finite(x.row(i), x.cols)) continue;
    for (int c = 0; c < x.cols; ++c) {
      if (!std::isfinite(x.row(i)[c])) return not_finite(argument, i, c, x.row(i)[c]);
    }
  }
  return ok();
}

Status store_row(const double* from, int n, float* to, const char* argument, int row) {
  for (int c = 0; c < n; ++c) {
    to[c] = static_cast<float>(from[c]);
    if (!std::isfinite(to[c])) return overflow(argument, row, c);
  }
  return ok();
}

}  // namespace attn
