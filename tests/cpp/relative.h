// The one way in which these tests say "equal but for roundings" of a single number.
#pragma once

#include <doctest/doctest.h>

namespace test {

// Equal but for a relative error below `error`. doctest's own Approx adds 1 to the magnitude: beside an
// expected 1e-20 it lets everything pass that lies near 0.
inline doctest::Approx relative(double expected, double error) {
  return doctest::Approx(expected).epsilon(error).scale(0);
}

}  // namespace test
