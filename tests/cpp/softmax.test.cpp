#include <doctest/doctest.h>

#include "attn/attend.h"

TEST_CASE("softmax of one key returns its value") {
  const float q[] = {1, 2}, k[] = {3, 4}, v[] = {5};
  attn::Attended out;
  CHECK(attn::attend({q, 1, 2}, {k, 1, 2}, {v, 1, 1}, {}, out).ok());
  CHECK(out.output.data()[0] == 5);
}
