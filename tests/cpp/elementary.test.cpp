#include "kernels/elementary.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

// |got - truth| in units of the truth's last place. long double has 11 bits more than double on the machines
// that have it; elsewhere (wasm has 113 bits in software) the comparison is as good or better.
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
  CHECK(worst < 1);
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
  CHECK(worst < 1);
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
