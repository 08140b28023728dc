// The closed forms, against numbers worked out by hand and against what runs really count.
#include "attn/cost.h"

#include <doctest/doctest.h>

#include <string>

#include "support.h"

using namespace attn;
using test::Rows;

namespace {

CostOptions sized(double n_q, double n_k, int d, int d_v) {
  CostOptions options;
  options.queries = n_q;
  options.keys = n_k;
  options.key_dim = d;
  options.value_dim = d_v;
  return options;
}

Cost of(const CostOptions& options) {
  Cost result;
  REQUIRE(cost(options, result).ok());
  return result;
}

}  // namespace

TEST_CASE("the lesson's own numbers: n = 8192, d = 64") {
  CostOptions options = sized(8192, 8192, 64, 64);
  CHECK(of(options).multiply_adds == 8589934592);
  CHECK(of(options).exponentials == 67108864);
  CHECK(of(options).score_numbers == 67108864);
  options.causal = true;
  CHECK(of(options).multiply_adds == 4295491584);
  options.attend.mechanism = Mechanism::kLinear;
  CHECK(of(options).multiply_adds == 68157440);
  CHECK(of(options).state_numbers == 4160);
  CHECK(of(options).per_token_multiply_adds == 8320);
  CHECK(of(options).cache_numbers == 0);
  options.attend.normalise = false;
  CHECK(of(options).multiply_adds == 67108864);
  CHECK(of(options).state_numbers == 4096);
}

TEST_CASE("a cache of 10 and of 10,000 tokens") {
  CHECK(of(sized(1, 10, 64, 64)).cache_numbers == 1280);
  CHECK(of(sized(1, 10000, 64, 64)).per_token_multiply_adds == 1280000);
}

TEST_CASE(
    "scores are held for all pairs by softmax, and a tile at a time by flash: no more rows or columns than "
    "there are") {
  CostOptions options = sized(3, 100, 4, 2);
  CHECK(of(options).score_numbers == 300);
  options.attend.mechanism = Mechanism::kFlash;
  options.attend.block_rows = 8;
  options.attend.block_cols = 16;
  CHECK(of(options).score_numbers == 3 * 16);
  options.queries = 100;
  options.keys = 3;
  CHECK(of(options).score_numbers == 8 * 3);
}

TEST_CASE("the products with W are counted apart") {
  CostOptions options = sized(100, 50, 8, 4);
  options.attend.mechanism = Mechanism::kLinear;
  options.attend.map.kind = MapKind::kFavor;
  options.attend.map.features = 16;
  CHECK(of(options).projection_multiply_adds == 150 * 16 * 8);
  CHECK(of(options).multiply_adds == 150 * 16 * (4 + 1));
  options.attend.map.hyperbolic = true;  // twice the features from the same products
  CHECK(of(options).projection_multiply_adds == 150 * 16 * 8);
  CHECK(of(options).state_numbers == 32 * 5);
}

TEST_CASE("traffic between slow and fast memory, n = 1024, d = 64") {
  CostOptions options = sized(1024, 1024, 64, 64);
  Cost result = of(options);
  REQUIRE(result.has_hbm);
  CHECK(result.hbm_standard == 4456448);
  CHECK(result.hbm_flash1 == 1335296);
  CHECK(result.hbm_flash2 == 1180672);
  // A fast memory of 8,192 numbers, B_c = 32: worse than the standard way.
  options.attend.mechanism = Mechanism::kFlash;
  options.attend.block_cols = 32;
  CHECK(of(options).hbm_flash1 == 6553600);
  options.causal = true;
  CHECK_FALSE(of(options).has_hbm);
  CHECK_FALSE(of(sized(1024, 1023, 64, 64)).has_hbm);
}

TEST_CASE("what runs count is what the closed forms say") {
  for (const auto& lengths : {std::pair{12, 12}, {5, 12}, {12, 5}}) {
    for (const bool causal : {false, true}) {
      CostOptions options = sized(lengths.first, lengths.second, 3, 2);
      const Rows q = test::random(lengths.first, 3, 1), k = test::random(lengths.second, 3, 2),
                 v = test::random(lengths.second, 2, 3);
      options.causal = causal;
      options.attend.causal = causal ? Causal::kBottomRight : Causal::kNone;
      const auto agree = [&](const char* name) {
        CAPTURE(name);
        CAPTURE(lengths.first);
        CAPTURE(causal);
        Attended out;
        REQUIRE(attend(q, k, v, options.attend, out).ok());
        CHECK(of(options).multiply_adds == out.counts.multiply_adds);
        CHECK(of(options).exponentials == out.counts.exponentials);
      };
      agree("softmax");
      options.attend.mechanism = Mechanism::kFlash;
      agree("flash");
      options.attend.mechanism = Mechanism::kSparse;
      for (int left = -1; left < 14; left += 3) {
        for (int right = -1; right < 14; right += 2) {
          options.attend.pattern.left = left;
          options.attend.pattern.right = right;
          agree("window");
        }
      }
      if (lengths.first != lengths.second) continue;
      options.attend.pattern.kind = PatternKind::kLongformer;
      options.attend.pattern.window = 4;
      options.attend.pattern.dilation = 2;
      const int32_t global[] = {7, 3};
      options.attend.pattern.global_tokens = global;
      options.attend.pattern.global_count = 2;
      agree("longformer");
      options.attend.pattern.kind = PatternKind::kBigBird;
      options.attend.pattern.block_size = 2;
      options.attend.pattern.random_blocks = 1;
      agree("bigbird");
      options.attend.mechanism = Mechanism::kLinear;
      if (!causal) agree("linear");
    }
  }
  SUBCASE("flash traffic, tile by tile") {
    const int n = 20, d = 4;
    const Rows x = test::random(n, d, 1);
    CostOptions options = sized(n, n, d, d);
    options.attend.mechanism = Mechanism::kFlash;
    options.attend.block_rows = 6;
    options.attend.block_cols = 3;
    options.attend.want_log_sum_exp = true;
    Attended out;
    REQUIRE(attend(x, x, x, options.attend, out).ok());
    CHECK(out.counts.elements_read + out.counts.elements_written == of(options).hbm_flash2);
    options.attend = AttendOptions();
    REQUIRE(attend(x, x, x, options.attend, out).ok());
    CHECK(out.counts.elements_read + out.counts.elements_written == of(options).hbm_standard);
  }
}

TEST_CASE("sizes that cannot be, and counts that would not be exact, are refused") {
  Cost result;
  CHECK(cost(sized(-1, 1, 1, 1), result).code == Code::kBadShape);
  CHECK(cost(sized(1, 1.5, 1, 1), result).code == Code::kBadShape);
  CHECK(cost(sized(1, 1, 0, 1), result).code == Code::kBadShape);
  CHECK(cost(sized(1e9, 1e9, 64, 64), result).code == Code::kOverflow);
  CostOptions linear = sized(1e9, 1e9, 64, 64);
  linear.attend.mechanism = Mechanism::kLinear;
  CHECK(of(linear).multiply_adds == 2e9 * 64 * 65);
}
