// exp, log, sine and cosine in float64, the same bits on every machine and in every build.
//
// The maths library's own differ between systems, and in wasm bring six kilobytes of tables that do not
// compress, a seventh of what a reader downloads. These cost a few more multiplications and no table.
#pragma once

#include <cstdint>
#include <cstring>

namespace attn {

// 2^k for -1022 <= k <= 1023.
inline double power_of_two(int k) {
  const uint64_t bits = static_cast<uint64_t>(k + 1023) << 52;
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// k of |x| = 2^k m with 1 <= m < 2. -1023 for 0 and what lies below 2^-1022, 1024 where x is not finite.
inline int exponent_of(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return static_cast<int>(bits >> 52 & 0x7ff) - 1023;
}

// e^x, off by less than 1 ulp. 0 below -745.2, infinity above 709.78; NaN stays NaN.
double exp64(double x);

// The natural logarithm, off by less than 1 ulp. -infinity at 0, NaN below.
double log64(double x);

// Off by at most 2^-53 (1 + |x|/2): beyond a few turns that is the rounding of x itself. NaN from 2^50 on.
struct SineCosine {
  double sine;
  double cosine;
};
SineCosine sine_cosine64(double x);

}  // namespace attn
