// 16-bit floating point: IEEE 754 binary16 and bfloat16, rounded from double once, to nearest, ties to even.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "kernels/bounds.h"
#include "kernels/elementary.h"

namespace attn {

constexpr double kLargestHalf = 65504;

// x rounded to `fraction_bits` after the leading one, and no finer than 2^(smallest_exponent -
// fraction_bits).
inline double round_to_bits(double x, int fraction_bits, int smallest_exponent) {
  if (x == 0 || !std::isfinite(x)) return x;
  const int last = larger(exponent_of(x), smallest_exponent) - fraction_bits;
  // Scaling by a power of two is exact; the one rounding is nearbyint's, half to even.
  return std::nearbyint(x * power_of_two(-last)) * power_of_two(last);
}

// Infinity past 65504 (from 65520 on, where rounding would leave the format).
inline uint16_t half_from_double(double x) {
  const double rounded = round_to_bits(x, 10, -14);
  const auto sign = static_cast<uint16_t>(std::signbit(rounded) ? 0x8000 : 0);
  const double size = std::fabs(rounded);
  if (!(size <= kLargestHalf)) return static_cast<uint16_t>(sign | 0x7c00);
  if (size < 0x1p-14) return static_cast<uint16_t>(sign | static_cast<uint16_t>(size * 0x1p24));
  const int exponent = exponent_of(size);
  const auto fraction = static_cast<uint16_t>(size * power_of_two(10 - exponent) - 1024);
  return static_cast<uint16_t>(sign | (exponent + 15) << 10 | fraction);
}

inline double double_from_half(uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
  const double size = exponent == 31  ? INFINITY
                      : exponent == 0 ? fraction * 0x1p-24
                                      : (1024 + fraction) * power_of_two(exponent - 25);
  return bits & 0x8000 ? -size : size;
}

// Infinity past the largest bfloat16, 3.39e38.
inline uint16_t bfloat16_from_double(double x) {
  const auto value = static_cast<float>(round_to_bits(x, 7, -126));
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return static_cast<uint16_t>(bits >> 16);
}

inline double double_from_bfloat16(uint16_t half) {
  const uint32_t bits = static_cast<uint32_t>(half) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace attn
