#include "kernels/elementary.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/random.h"
#include "relative.h"

namespace {

// |got - truth| in units of the truth's last place. Where long double is double (or, as in wasm, its
// functions are double's), the truth is rounded itself, and a neighbour of the right number counts as a whole
// unit.
double ulps(double got, long double truth) {
  const double nearest = static_cast<double>(truth);
  int exponent = 0;
  std::frexp(nearest, &exponent);
  const long double ulp = std::ldexp(1.0L, std::max(exponent - 53, -1074));
  return static_cast<double>(std::fabs(static_cast<long double>(got) - truth) / ulp);
}

}  // namespace

TEST_CASE("exp64 is within 1 ulp of exp") {
  double worst = 0;
  for (int i = -74500; i <= 70970; ++i) {
    const double x = i * 0.01 + i * 1e-7;
    worst = std::max(worst, ulps(attn::exp64(x), std::exp(static_cast<long double>(x))));
  }
  for (int i = -2000; i <= 2000; ++i) {
    const double x = i * 0.00025;
    worst = std::max(worst, ulps(attn::exp64(x), std::exp(static_cast<long double>(x))));
  }
  CHECK(worst <= 1);
}

TEST_CASE("log64 is within 1 ulp of log") {
  double worst = 0;
  for (int exponent = -1074; exponent < 1024; exponent += 7) {
    for (int i = 0; i < 40; ++i) {
      const double x = std::ldexp(1 + i / 40.0, exponent);
      worst = std::max(worst, ulps(attn::log64(x), std::log(static_cast<long double>(x))));
    }
  }
  for (int i = 1; i < 4000; ++i) {
    const double x = i * 0.0005;
    worst = std::max(worst, ulps(attn::log64(x), std::log(static_cast<long double>(x))));
  }
  CHECK(worst <= 1);
}

TEST_CASE("exp64 and log64 at their ends") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(attn::exp64(0) == 1);
  CHECK(attn::exp64(-infinity) == 0);
  CHECK(attn::exp64(-746) == 0);
  CHECK(attn::exp64(-745) > 0);
  CHECK(attn::exp64(709.78) < infinity);
  CHECK(attn::exp64(709.79) == infinity);
  CHECK(attn::exp64(infinity) == infinity);
  CHECK(std::isnan(attn::exp64(NAN)));
  CHECK(attn::log64(1) == 0);
  CHECK(attn::log64(0) == -infinity);
  CHECK(attn::log64(infinity) == infinity);
  CHECK(std::isnan(attn::log64(-1)));
  CHECK(std::isnan(attn::log64(NAN)));
}

TEST_CASE("sine and cosine") {
  attn::Random random(3, attn::Random::Purpose::kMatrix);
  const auto check = [](double x) {
    const auto [sine, cosine] = attn::sine_cosine64(x);
    // The bound of the header, and the library's own half spacing.
    const double bound = 0x1p-53 * (1 + std::fabs(x) / 2) + 0x1p-54;
    CHECK(std::fabs(sine - std::sin(x)) <= bound);
    CHECK(std::fabs(cosine - std::cos(x)) <= bound);
  };
  for (int i = 0; i < 20000; ++i) {
    check(20 * random.uniform() - 10);
    check(1e6 * (2 * random.uniform() - 1));
  }
  for (int quarter = -8; quarter <= 8; ++quarter) check(quarter * M_PI / 4);
  check(1e15);
  // What features of cosformer show at i = M: not 0, but the rounding of pi/2. The second part of pi/2, near
  // 2^-34, is rounded to 53 bits, and what is left of both is near 2^-54.
  CHECK(attn::sine_cosine64(M_PI / 2).cosine == test::relative(std::cos(M_PI / 2), 0x1p-33));
  CHECK(attn::sine_cosine64(0).sine == 0);
  CHECK(std::isnan(attn::sine_cosine64(INFINITY).sine));
}

TEST_CASE("powers of two and exponents are those of ldexp and ilogb") {
  for (int k = -1022; k <= 1023; ++k) {
    const double power = std::ldexp(1.0, k);
    CHECK(attn::power_of_two(k) == power);
    for (const double x : {power, -power, std::nextafter(2 * power, 0.0)}) {
      CHECK(attn::exponent_of(x) == std::ilogb(x));
    }
  }
  CHECK(attn::exponent_of(0) == -1023);
  CHECK(attn::exponent_of(std::numeric_limits<double>::denorm_min()) == -1023);
  CHECK(attn::exponent_of(-INFINITY) == 1024);
}
