#include "attn/checks.h"

#include <cmath>

#include "kernels/kernels.h"

namespace attn {
namespace {

// Where the first NaN or infinity stands, or `size`.
size_t first_not_finite(const float* x, size_t size) {
  size_t at = size;
  if (size > 0) kernels::run(FirstNotFiniteArgs{x, size, &at});
  return at;
}

}  // namespace

Status check_finite(const char* argument, ConstMatrix x, const uint8_t* row_mask) {
  if (row_mask == nullptr && first_not_finite(x.data, x.size()) == x.size()) return ok();
  const auto cols = static_cast<size_t>(x.cols);
  for (int i = 0; i < x.rows; ++i) {
    if (row_mask != nullptr && row_mask[i] == 0) continue;
    const size_t at = first_not_finite(x.row(i), cols);
    if (at < cols) return not_finite(argument, i, static_cast<int>(at), x.row(i)[at]);
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
