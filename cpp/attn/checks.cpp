#include "attn/checks.h"

#include <cmath>

namespace attn {
namespace {

// Sets every bit of the exponent: NaN and the infinities, and nothing else.
constexpr uint32_t kExponent = 0x7f800000;

// Branches only once per run of values, so that a compiler can test several at a time.
bool all_finite(const float* x, size_t size) {
  uint32_t bad = 0;
  for (size_t i = 0; i < size; ++i) {
    uint32_t bits;
    std::memcpy(&bits, x + i, sizeof bits);
    bad |= (bits & kExponent) == kExponent ? 1u : 0u;
  }
  return bad == 0;
}

}  // namespace

Status check_finite(const char* argument, ConstMatrix x, const uint8_t* row_mask) {
  if (row_mask == nullptr && all_finite(x.data, x.size())) return ok();
  for (int i = 0; i < x.rows; ++i) {
    if (row_mask != nullptr && row_mask[i] == 0) continue;
    if (all_finite(x.row(i), static_cast<size_t>(x.cols))) continue;
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
