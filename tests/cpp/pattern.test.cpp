#include "attn/pattern.h"

#include <doctest/doctest.h>

#include <string>

#include "support.h"

using namespace attn;

namespace {

// Rows of the mask as text, "1" permitted and "." not.
std::vector<std::string> drawn(const Pattern& pattern, int n) {
  std::vector<uint8_t> mask(static_cast<size_t>(n) * n, 9);
  REQUIRE(pattern_mask(pattern, n, mask.data()).ok());
  std::vector<std::string> rows(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) rows[i] += mask[static_cast<size_t>(i) * n + j] ? '1' : '.';
  }
  return rows;
}

Pattern window(int left, int right) {
  Pattern pattern;
  pattern.left = left;
  pattern.right = right;
  return pattern;
}

Pattern longformer(int width, int dilation = 1) {
  Pattern pattern;
  pattern.kind = PatternKind::kLongformer;
  pattern.window = width;
  pattern.dilation = dilation;
  return pattern;
}

Pattern bigbird(int block_size, int random_blocks, uint32_t seed) {
  Pattern pattern;
  pattern.kind = PatternKind::kBigBird;
  pattern.block_size = block_size;
  pattern.random_blocks = random_blocks;
  pattern.seed = seed;
  return pattern;
}

using Drawing = std::vector<std::string>;

}  // namespace

TEST_CASE("a window counts from the query, both ends included") {
  CHECK(drawn(window(2, 0), 5) == Drawing{"1....", "11...", "111..", ".111.", "..111"});
  CHECK(drawn(window(0, 1), 3) == Drawing{"11.", ".11", "..1"});
  CHECK(drawn(window(-1, 0), 3) == Drawing{"1..", "11.", "111"});
  CHECK(drawn(window(-1, -1), 2) == Drawing{"11", "11"});
  CHECK(drawn(window(2000000000, 2000000000), 2) == Drawing{"11", "11"});
}

TEST_CASE("a window is aligned to the bottom right when lengths differ") {
  PreparedPattern prepared;
  REQUIRE(prepared.make(window(1, 0), 2, 5).ok());
  int32_t keys[5];
  REQUIRE(prepared.row(0, keys) == 2);
  CHECK(keys[0] == 2);
  CHECK(keys[1] == 3);
  REQUIRE(prepared.make(window(0, 0), 5, 2).ok());
  CHECK(prepared.row(2, keys) == 0);
  CHECK(prepared.row(3, keys) == 1);
}

TEST_CASE("longformer: half the window on each side, clipped edges, dilation, global tokens counted once") {
  CHECK(drawn(longformer(2), 4) == Drawing{"11..", "111.", ".111", "..11"});
  CHECK(drawn(longformer(4, 2), 6) == Drawing{"1.1.1.", ".1.1.1", "1.1.1.", ".1.1.1", "1.1.1.", ".1.1.1"});
  const int32_t global[] = {0, 0};
  Pattern pattern = longformer(2);
  pattern.global_tokens = global;
  pattern.global_count = 2;
  CHECK(drawn(pattern, 6) == Drawing{"111111", "111...", "1111..", "1.111.", "1..111", "1...11"});
  const int32_t middle[] = {3, 1};
  pattern.global_tokens = middle;
  CHECK(drawn(pattern, 5) == Drawing{"11.1.", "11111", ".111.", "11111", ".1.11"});
}

TEST_CASE("longformer pairs: n (w + 1) - w/2 (w/2 + 1)") {
  for (const int n : {8, 20}) {
    for (const int w : {0, 2, 6}) {
      int pairs = 0;
      for (const std::string& row : drawn(longformer(w), n))
        pairs += static_cast<int>(std::count(row.begin(), row.end(), '1'));
      CHECK(pairs == n * (w + 1) - w / 2 * (w / 2 + 1));
    }
  }
}

TEST_CASE("bigbird: edges full, a band of three, and the random blocks named") {
  const int32_t random[] = {3, 4, 1, 2};
  const int32_t start[] = {0, 0, 1, 2, 3, 4, 4};
  Pattern pattern = bigbird(1, 1, 0);
  pattern.random = random;
  pattern.random_start = start;
  pattern.random_rows = 6;
  CHECK(drawn(pattern, 6) == Drawing{"111111", "1111.1", "111111", "111111", "1.1111", "111111"});
  SUBCASE("a short last block is a block") {
    CHECK(drawn(bigbird(2, 0, 0), 7) ==
          Drawing{"1111111", "1111111", "1111111", "1111111", "1111111", "1111111", "1111111"});
    const Drawing nine = drawn(bigbird(2, 0, 0), 9);
    CHECK(nine[2] == "111111..1");
    CHECK(nine[7] == "11..11111");
    CHECK(nine[8] == "111111111");
  }
}

TEST_CASE("bigbird draws every legal block, only legal ones, and the same for the same seed") {
  const int blocks = 8;
  const std::string legal[] = {"",         "...111..", "....111.", ".1...11.",
                               ".11...1.", ".111....", "..111...", ""};
  std::vector<std::string> seen(blocks, std::string(blocks, '.'));
  for (uint32_t seed = 0; seed < 200; ++seed) {
    const Drawing rows = drawn(bigbird(1, 1, seed), blocks);
    CHECK(rows == drawn(bigbird(1, 1, seed), blocks));
    for (int b = 1; b < blocks - 1; ++b) {
      int random = 0;
      for (int c = 1; c < blocks - 1; ++c) {
        if (rows[b][c] == '.' || std::abs(b - c) <= 1) continue;
        seen[b][c] = '1';
        ++random;
      }
      CHECK(random == 1);
    }
  }
  for (int b = 1; b < blocks - 1; ++b) CHECK(seen[b] == legal[b]);
  // All legal ones may be asked for; they are then all taken.
  CHECK(drawn(bigbird(1, 3, 5), blocks)[1] == "111111.1");
}

TEST_CASE("patterns that cannot be are refused by name") {
  std::vector<uint8_t> mask(64);
  const auto refused = [&](const Pattern& pattern, const char* argument) {
    const Status status = pattern_mask(pattern, 8, mask.data());
    CHECK(status.code == Code::kBadOption);
    CHECK(std::string(status.argument) == argument);
  };
  refused(window(-2, 0), "pattern.left");
  refused(window(0, -7), "pattern.right");
  refused(longformer(3), "pattern.window");
  refused(longformer(-2), "pattern.window");
  refused(longformer(2, 0), "pattern.dilation");
  refused(bigbird(0, 1, 1), "pattern.blockSize");
  refused(bigbird(1, -1, 1), "pattern.randomBlocks");
  refused(bigbird(1, 4, 1), "pattern.randomBlocks");  // 3 are legal
  const int32_t outside[] = {8};
  Pattern global = longformer(2);
  global.global_tokens = outside;
  global.global_count = 1;
  refused(global, "pattern.globalTokens");
  PreparedPattern prepared;
  CHECK(prepared.make(longformer(2), 3, 4).code == Code::kBadShape);
}

TEST_CASE("sparse attention is masked softmax, and its work is the permitted pairs") {
  const int n = 12, d = 3, d_v = 2;
  const test::Rows q = test::random(n, d, 1), k = test::random(n, d, 2), v = test::random(n, d_v, 3);
  // A global token inside the band, and random blocks that are named twice or lie in the band, count once.
  const int32_t globals[] = {5, 0}, random[] = {4, 4, 1}, start[] = {0, 0, 2, 3, 3, 3, 3};
  Pattern with_globals = longformer(4), named = bigbird(2, 0, 0);
  with_globals.global_tokens = globals;
  with_globals.global_count = 2;
  named.random = random;
  named.random_start = start;
  named.random_rows = 6;
  for (const Pattern& pattern : {window(2, 1), longformer(4, 2), with_globals, bigbird(2, 1, 3), named}) {
    std::vector<uint8_t> mask(n * n);
    REQUIRE(pattern_mask(pattern, n, mask.data()).ok());
    AttendOptions dense, sparse;
    dense.mask = mask.data();
    sparse.mechanism = Mechanism::kSparse;
    sparse.pattern = pattern;
    // Masks of every sort intersect.
    const uint8_t key_mask[] = {1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1};
    dense.key_mask = sparse.key_mask = key_mask;
    dense.causal = sparse.causal = Causal::kBottomRight;
    dense.want_weights = sparse.want_weights = true;
    Attended a, b;
    REQUIRE(attend(q, k, v, dense, a).ok());
    REQUIRE(attend(q, k, v, sparse, b).ok());
    test::check_close(b.output, a.output, 4 * test::kEps32 * test::largest(v.data.data(), v.data.size()));
    test::check_close(b.weights, a.weights, 4 * test::kEps32);
    double pairs = 0;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const bool permitted = mask[i * n + j] && key_mask[j] && j <= i;
        CHECK((b.weights.row(i)[j] > 0) == permitted);
        pairs += permitted;
      }
    }
    CHECK(b.counts.exponentials == pairs);
    CHECK(b.counts.multiply_adds == pairs * (d + d_v));
  }
}
