#include "attn/key_value_cache.h"

#include <doctest/doctest.h>

#include "attn/checks.h"

TEST_CASE("a cache holds d_k + d_v numbers for every token there was") {
  attn::KeyValueCache cache;
  REQUIRE(attn::KeyValueCache::make(600, 3, 2, 1, cache).ok());
  CHECK(cache.numbers() == 0);
  CHECK(cache.append(255).ok());
  CHECK(cache.append(345).ok());  // across two page borders
  CHECK(cache.tokens() == 600);
  CHECK(cache.numbers() == 3000);
  CHECK(cache.append(1).code == attn::Code::kBadShape);
  CHECK(cache.tokens() == 600);
}

TEST_CASE("a cache past the limit is refused before any of it is taken") {
  attn::KeyValueCache widest;
  // Of no tokens: a width that no int holds takes nothing.
  CHECK(attn::KeyValueCache::make(0, 2147483647, 2147483647, 1, widest).ok());
  attn::KeyValueCache cache;
  const attn::Status status = attn::KeyValueCache::make(10000000, 64, 64, 1, cache);
  CHECK(status.code == attn::Code::kTooLarge);
  CHECK(status.got > attn::kMaxBytes);
  CHECK(attn::KeyValueCache::make(1, 0, 1, 1, cache).code == attn::Code::kBadShape);
}
