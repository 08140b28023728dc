#include <cmath>
#include <cstdint>
#include <cstring>

#include "kernels/elementary.h"

namespace attn {
namespace {

// ln 2 in two parts: the first has 32 trailing zero bits, so that its product with an exponent is exact.
constexpr double kLn2High = 0x1.62e42feep-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kLog2E = 0x1.71547652b82fep0;

// pi/2 likewise; the first part has 34 trailing zero bits.
constexpr double kHalfPiHigh = 0x1.921fb544p0;
constexpr double kHalfPiLow = 0x1.0b4611a626331p-34;
constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;

uint64_t bits_of(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

double from_bits(uint64_t bits) {
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// c[0] + c[1] x + c[2] x^2 + ...
template <int kCount>
double polynomial(const double (&c)[kCount], double x) {
  double sum = c[kCount - 1];
  for (int i = kCount - 2; i >= 0; --i) sum = sum * x + c[i];
  return sum;
}

}  // namespace

double exp64(double x) {
  if (!(x < 709.782712893384)) return x > 0 ? x * 0x1p1023 * 2 : x;
  if (x < -745.2) return 0;
  const int k = static_cast<int>(std::floor(x * kLog2E + 0.5));
  // |r| <= ln 2 / 2. `low` is what the subtraction of k ln 2 could not hold.
  const double high = x - k * kLn2High;
  const double low = k * kLn2Low;
  const double r = high - low;
  // The Taylor series from its third term: the first one left out, r^14 / 14!, is below 2^-58.
  double series = 1.0 / 6227020800.0;
  constexpr double kFactorials[] = {479001600.0, 39916800.0, 3628800.0, 362880.0, 40320.0, 5040.0,
                                    720.0,       120.0,      24.0,      6.0,      2.0};
  for (const double factorial : kFactorials) series = series * r + 1.0 / factorial;
  const double value = 1 + (high - (low - r * r * series));
  // Two factors: 2^k alone is no normal number at either end.
  const int half = k / 2;
  return value * power_of_two(half) * power_of_two(k - half);
}

double log64(double x) {
  if (!(x > 0)) return x == 0 ? -INFINITY : NAN;
  if (!(x < INFINITY)) return x;
  int k = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    k = -54;
  }
  // x = 2^k m, with m from sqrt(1/2) to sqrt(2).
  const uint64_t bits = bits_of(x) + (0x3ff0000000000000 - bits_of(0x1.6a09e667f3bcdp-1));
  k += static_cast<int>(bits >> 52) - 1023;
  const double m = from_bits((bits & 0xfffffffffffff) + bits_of(0x1.6a09e667f3bcdp-1));
  // log(1 + f) = f - f²/2 + s (f²/2 + R) with s = f / (2 + f): the part of 2 artanh(s) beyond f, kept apart
  // from f itself, so that its roundings fall below the last bit.
  const double f = m - 1;
  const double s = f / (2 + f);
  const double s2 = s * s;
  // 2 s² / 3 + 2 s⁴ / 5 + …: |s| <= 0.1716, the first term left out is below 2^-61.
  double series = 0;
  for (int n = 23; n >= 3; n -= 2) series = (series + 2.0 / n) * s2;
  const double half_square = 0.5 * f * f;
  return k * kLn2High - ((half_square - (s * (half_square + series) + k * kLn2Low)) - f);
}

// x = k pi/2 + r with |r| <= pi/4, and the Taylor series of both up to r^17.
SineCosine sine_cosine64(double x) {
  constexpr double kSine[] = {1,
                              -1.0 / 6,
                              1.0 / 120,
                              -1.0 / 5040,
                              1.0 / 362880,
                              -1.0 / 39916800,
                              1.0 / 6227020800,
                              -1.0 / 1307674368000,
                              1.0 / 355687428096000};
  constexpr double kCosine[] = {1,
                                -1.0 / 2,
                                1.0 / 24,
                                -1.0 / 720,
                                1.0 / 40320,
                                -1.0 / 3628800,
                                1.0 / 479001600,
                                -1.0 / 87178291200,
                                1.0 / 20922789888000};
  if (!(std::fabs(x) < 0x1p50)) return {NAN, NAN};
  const double k = std::floor(x * kTwoOverPi + 0.5);
  const double r = (x - k * kHalfPiHigh) - k * kHalfPiLow;
  const double square = r * r;
  const double sine = r * polynomial(kSine, square);
  const double cosine = polynomial(kCosine, square);
  switch (static_cast<int64_t>(k) & 3) {
    case 0:
      return {sine, cosine};
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    default:
      return {-cosine, sine};
  }
}

}  // namespace attn
