#include "attn/half.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace attn;

TEST_CASE(
    "every 16-bit number comes back as itself, and what lies between goes to the nearest, ties to even") {
  const struct {
    uint16_t (*encode)(double);
    double (*decode)(uint16_t);
    uint16_t infinity;
  } formats[] = {{half_from_double, double_from_half, 0x7c00},
                 {bfloat16_from_double, double_from_bfloat16, 0x7f80}};
  for (const auto& format : formats) {
    for (uint16_t bits = 0; bits < format.infinity; ++bits) {
      const double x = format.decode(bits);
      REQUIRE(format.encode(x) == bits);
      REQUIRE(format.encode(-x) == (bits | 0x8000));
      if (bits + 1 == format.infinity) continue;
      const double next = format.decode(static_cast<uint16_t>(bits + 1));
      REQUIRE(next > x);
      const double middle = (x + next) / 2;  // exact: one bit more
      REQUIRE(format.encode(middle) == (bits % 2 == 0 ? bits : bits + 1));
      REQUIRE(format.encode(std::nextafter(middle, 0)) == bits);
      REQUIRE(format.encode(std::nextafter(middle, INFINITY)) == bits + 1);
    }
    CHECK(format.encode(0.0) == 0);
    CHECK(format.encode(1e300) == format.infinity);
    CHECK(std::isinf(format.decode(format.infinity)));
  }
}

TEST_CASE("float16 ends at 65504; half a spacing more and it is infinity") {
  CHECK(double_from_half(half_from_double(65504)) == 65504);
  CHECK(double_from_half(half_from_double(65519.999)) == 65504);
  CHECK(std::isinf(double_from_half(half_from_double(65520))));
}
