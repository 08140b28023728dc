// Softmax, flash and sparse attention are one function: each case runs through all of them, in both
// precisions.
#include <doctest/doctest.h>

#include <functional>

#include "support.h"

using namespace attn;
using test::kInf;
using test::kNaN;
using test::Rows;

namespace {

// Doubles rounded once are good to half a float32 spacing; the softmax mechanism in float32 also rounds each
// weight, so that its outputs are off by another half spacing of the largest value. Twice that, for the last
// division.
constexpr double kRelative = 2 * test::kEps32;

// O = P V for the weights P, none of which is read where it is 0: v may be anything there.
void check_weights(const Attended& out, const Rows& v) {
  for (int i = 0; i < out.output.rows(); ++i) {
    for (int c = 0; c < v.cols; ++c) {
      double sum = 0, size = 0;
      for (int j = 0; j < v.rows; ++j) {
        const double weight = out.weights.row(i)[j];
        if (weight == 0) continue;
        sum += weight * v.at(j, c);
        size += std::fabs(weight * v.at(j, c));
      }
      CHECK(std::fabs(sum - out.output.row(i)[c]) <= kRelative * size);
    }
  }
}

// Runs the problem through every exact mechanism and several tile sizes.
void every_exact(const Rows& q, const Rows& k, const Rows& v, const AttendOptions& base,
                 const std::function<void(const Attended&)>& visit) {
  for (const Precision precision : {Precision::kFloat32, Precision::kFloat64}) {
    AttendOptions options = base;
    options.precision = precision;
    options.want_log_sum_exp = true;
    const auto run = [&](Mechanism mechanism, int rows, int cols) {
      CAPTURE(static_cast<int>(mechanism));
      CAPTURE(rows);
      CAPTURE(cols);
      options.mechanism = mechanism;
      options.block_rows = rows;
      options.block_cols = cols;
      options.want_weights = mechanism != Mechanism::kFlash;
      Attended out;
      REQUIRE(attend(q, k, v, options, out).ok());
      visit(out);
      if (options.want_weights) check_weights(out, v);
    };
    run(Mechanism::kSoftmax, 0, 0);
    run(Mechanism::kSparse, 0, 0);  // the default pattern: an unlimited window
    for (const auto& tile : {std::pair{0, 0}, {1, 1}, {2, 3}, {3, 2}, {4, 4}, {7, 7}, {16, 16}}) {
      run(Mechanism::kFlash, tile.first, tile.second);
    }
  }
}

AttendOptions scaled(double scale) {
  AttendOptions options;
  options.has_scale = true;
  options.scale = scale;
  return options;
}

const Rows kIdentity3 = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

}  // namespace

TEST_CASE("one key returns its value") {
  every_exact({{1, 2}}, {{3, 4}}, {{5}}, {}, [](const Attended& out) { CHECK(out.output.data()[0] == 5); });
}

TEST_CASE("scores near 1000 neither overflow nor lose their differences") {
  every_exact({{1000, 1001, 999}}, kIdentity3, {{1, 0}, {2, 1}, {4, -1}}, scaled(1), [](const Attended& out) {
    // exp(-1), 1 and exp(-2) over their sum.
    test::check_close(out.output, {{1.9353326752859632, 0.5752103826044415}}, 4 * kRelative);
    CHECK(out.log_sum_exp[0] == test::relative(1001.4076059644444, test::kEps32));
  });
}

TEST_CASE("a query without a permitted key: zeros, -infinity, status 1") {
  const uint8_t mask[] = {1, 0, 1, 0, 0, 0, 1, 1, 1};
  AttendOptions options;
  options.mask = mask;
  every_exact({{1, 0}, {0, 1}, {1, 1}}, {{1, 2}, {0, -1}, {2, 0}}, {{1, 10}, {2, 20}, {3, 30}}, options,
              [](const Attended& out) {
                test::check_close(
                    out.output,
                    {{2.3395230986533138, 23.39523098653314}, {0, 0}, {1.673405709945895, 16.73405709945895}},
                    30 * kRelative);
                CHECK(out.log_sum_exp[1] == -kInf);
                CHECK(out.status[0] == 0);
                CHECK(out.status[1] == 1);
              });
}

TEST_CASE("what sits in a masked slot is never read") {
  const uint8_t mask[] = {1, 1, 0, 1, 1, 0, 0, 1, 0}, key_mask[] = {1, 1, 0};
  const Rows q = {{1, 0}, {0, 1}, {1, 1}}, k = {{1, 2}, {0, -1}, {kNaN, kInf}},
             v = {{1, 10}, {2, 20}, {-kInf, kNaN}};
  AttendOptions options;
  options.mask = mask;
  every_exact(q, k, v, options, [](const Attended& out) {
    test::check_close(
        out.output,
        {{1.3302384506733431, 13.302384506733432}, {1.1070418014651704, 11.070418014651704}, {2, 20}},
        20 * kRelative);
  });
  options.mask = nullptr;
  options.key_mask = key_mask;
  every_exact(q, k, v, options, [](const Attended& out) {
    CHECK(out.output.row(0)[0] == test::relative(1.3302384506733431, 2 * kRelative));
  });

  SUBCASE("nor the query that may see nothing, nor a key that no query may see") {
    AttendOptions causal;
    causal.causal = Causal::kBottomRight;
    every_exact({{kNaN, kInf}, {1, 1}}, {{2, 3}}, {{7}}, causal, [](const Attended& out) {
      CHECK(out.status[0] == 1);
      CHECK(out.output.row(1)[0] == 7);
    });
    causal.causal = Causal::kTopLeft;
    every_exact({{1, 1}}, {{2, 3}, {kNaN, 0}}, {{7}, {kNaN}}, causal,
                [](const Attended& out) { CHECK(out.output.row(0)[0] == 7); });
  }
}

TEST_CASE("the running maximum, sum and accumulator after each key tile") {
  Rows identity(5, 5);
  for (int i = 0; i < 5; ++i) identity.at(i, i) = 1;
  AttendOptions options = scaled(1);
  options.mechanism = Mechanism::kFlash;
  options.block_cols = 2;
  options.want_trace = true;
  Attended out;
  REQUIRE(
      attend(Rows{{0.5, 2, 1, 4, 3}}, identity, Rows{{1, 0}, {0, 1}, {2, 2}, {-1, 3}, {5, -2}}, options, out)
          .ok());
  REQUIRE(out.trace_tiles == 3);  // the short last one included
  const double max[] = {2, 4, 4}, sum[] = {1.22313016014843, 1.215319735026795, 1.5831991761982374};
  const Rows accumulator = {{0.22313016014842982, 1},
                            {-0.8702284798419536, 3.2349094199723405},
                            {0.9691687260152583, 2.499150537629456}};
  for (int tile = 0; tile < 3; ++tile) {
    CHECK(out.trace_max[tile] == max[tile]);
    CHECK(out.trace_sum[tile] == test::relative(sum[tile], test::kEps32));
  }
  test::check_close(out.trace_accumulator, accumulator, 4 * test::kEps32);

  SUBCASE("before a row's first permitted key the maximum is -infinity and the sum 0") {
    const uint8_t key_mask[] = {0, 0, 1, 1, 1};
    options.key_mask = key_mask;
    REQUIRE(attend(Rows{{0.5, 2, 1, 4, 3}}, identity, Rows(5, 2, 1), options, out).ok());
    CHECK(out.trace_max[0] == -kInf);
    CHECK(out.trace_sum[0] == 0);
    CHECK(out.trace_accumulator.row(0)[0] == 0);
  }
  SUBCASE("each query of a block has its own, as if it were alone") {
    const Rows q = test::random(5, 5, 1), v = test::random(5, 2, 2);
    options.block_rows = 3;
    REQUIRE(attend(q, identity, v, options, out).ok());
    for (int i = 0; i < 5; ++i) {
      Attended alone;
      REQUIRE(attend(q.slice(i, i + 1), identity, v, options, alone).ok());
      for (int tile = 0; tile < 3; ++tile) {
        CHECK(out.trace_max[tile * 5 + i] == alone.trace_max[tile]);
        CHECK(out.trace_sum[tile * 5 + i] == alone.trace_sum[tile]);
        for (int c = 0; c < 2; ++c) {
          CHECK(out.trace_accumulator.row(tile * 5 + i)[c] == alone.trace_accumulator.row(tile)[c]);
        }
      }
    }
  }
}

TEST_CASE("causal attention is aligned to the bottom right, or to the top left on request") {
  const Rows q = {{1, 0}, {0, 1}, {1, 1}, {2, -1}}, k = {{1, 0}, {0, 2}}, v = {{1, 2, 3}, {4, 5, 6}};
  AttendOptions options;
  options.causal = Causal::kBottomRight;
  every_exact(q, k, v, options, [](const Attended& out) {
    const double last = 1.1674216576215093;
    test::check_close(out.output, {{0, 0, 0}, {0, 0, 0}, {1, 2, 3}, {last, last + 1, last + 2}},
                      6 * kRelative);
    CHECK(out.log_sum_exp[1] == -kInf);
  });
  options.causal = Causal::kTopLeft;
  every_exact(q, k, v, options, [](const Attended& out) {
    CHECK(out.output.row(0)[0] == 1);
    CHECK(out.status[0] == 0);
    CHECK(out.output.row(3)[0] == test::relative(1.1674216576215093, 6 * kRelative));
  });
}

TEST_CASE("no keys, or no queries") {
  every_exact({{1, 0}, {0.5, 1}}, Rows(0, 2), Rows(0, 3), {}, [](const Attended& out) {
    test::check_close(out.output, Rows(2, 3, 0), 0);
    CHECK(out.log_sum_exp[0] == -kInf);
    CHECK(out.status[1] == 1);
  });
  every_exact(Rows(0, 2), {{1, 2}}, {{3}}, {}, [](const Attended& out) { CHECK(out.output.size() == 0); });
}

TEST_CASE("all exact mechanisms and tiles agree on longer rows, causal or masked") {
  const int n = 33, d = 5, d_v = 3;
  const Rows q = test::random(n, d, 1, 3), k = test::random(n, d, 2, 3), v = test::random(n, d_v, 3);
  std::vector<uint8_t> mask(n * n);
  for (size_t i = 0; i < mask.size(); ++i) mask[i] = i * 7919 % 5 != 0;
  for (int setting = 0; setting < 4; ++setting) {
    AttendOptions options;
    options.causal = setting % 2 == 0 ? Causal::kNone : Causal::kBottomRight;
    options.mask = setting < 2 ? nullptr : mask.data();
    options.precision = Precision::kFloat64;
    Attended reference;
    REQUIRE(attend(q, k, v, options, reference).ok());
    every_exact(q, k, v, options, [&](const Attended& out) {
      test::check_close(out.output, reference.output,
                        kRelative * test::largest(v.data.data(), v.data.size()));
    });
  }
}

TEST_CASE("values below the normal numbers of float32 are averaged as in float64, in long sequences too") {
  constexpr int kRows = 128, kDim = 16;
  const Rows q = test::random(kRows, kDim, 1), k = test::random(kRows, kDim, 2),
             v = test::random(kRows, kDim, 3, 1e-42);
  for (const Mechanism mechanism : {Mechanism::kSoftmax, Mechanism::kFlash}) {
    CAPTURE(static_cast<int>(mechanism));
    AttendOptions options;
    options.mechanism = mechanism;
    Attended fast, exact;
    REQUIRE(attend(q, k, v, options, fast).ok());
    options.precision = Precision::kFloat64;
    REQUIRE(attend(q, k, v, options, exact).ok());
    // Each is rounded once, to a multiple of 2^-149: two that lie on either side of the middle are one apart.
    test::check_close(fast.output, exact.output, 0x1p-149);
  }
}

TEST_CASE("counts are the closed forms where nothing is masked") {
  const int n_q = 6, n_k = 9, d = 4, d_v = 3;
  const Rows q = test::random(n_q, d, 1), k = test::random(n_k, d, 2), v = test::random(n_k, d_v, 3);
  every_exact(q, k, v, {}, [&](const Attended& out) {
    CHECK(out.counts.multiply_adds == n_q * n_k * (d + d_v));
    CHECK(out.counts.exponentials == n_q * n_k);
  });
  AttendOptions causal;
  causal.causal = Causal::kBottomRight;
  const int pairs = 4 + 5 + 6 + 7 + 8 + 9;
  every_exact(q, k, v, causal, [&](const Attended& out) {
    CHECK(out.counts.multiply_adds == pairs * (d + d_v));
    CHECK(out.counts.exponentials == pairs);
  });
}

TEST_CASE("a result may be asked for again in the same place") {
  Attended out;
  AttendOptions options;
  options.want_weights = true;
  REQUIRE(attend(Rows{{1, 2}}, Rows{{3, 4}, {5, 6}}, Rows{{5}, {6}}, options, out).ok());
  const double first = out.output.data()[0];
  options.want_weights = false;
  REQUIRE(attend(Rows{{1, 2}}, Rows{{3, 4}, {5, 6}}, Rows{{5}, {6}}, options, out).ok());
  CHECK(out.output.data()[0] == first);
  CHECK(out.weights.size() == 0);
}
