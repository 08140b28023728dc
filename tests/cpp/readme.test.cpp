// The example of cpp/README.md, line by line; tests/web/docs.test.ts holds the two together.
#include <doctest/doctest.h>

#include "attn/attend.h"
#include "relative.h"

TEST_CASE("the example of cpp/README.md gives what it says") {
  const float q[] = {1, 0, 0, 1}, k[] = {1, 2, 0, 1}, v[] = {1, 3};  // rows of 2, 2 and 1
  attn::AttendOptions options;
  options.mechanism = attn::Mechanism::kLinear;
  options.map.kind = attn::MapKind::kElu1;
  options.causal = attn::Causal::kBottomRight;
  attn::Attended result;
  const attn::Status status = attn::attend({q, 2, 2}, {k, 2, 2}, {v, 2, 1}, options, result);
  // result.output.row(1)[0] is 23/13: phi(q).phi(k) is 8 for the first key, 5 for the second.
  REQUIRE(status.ok());
  CHECK(result.output.row(0)[0] == 1);
  CHECK(result.output.row(1)[0] == test::relative(23.0 / 13, 0x1p-23));
}
