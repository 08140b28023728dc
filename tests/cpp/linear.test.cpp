// Linear attention against numbers worked out by hand or in another program, in every form and both
// precisions.
#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "attn/update.h"
#include "support.h"

using namespace attn;
using test::kInf;
using test::kNaN;
using test::Rows;

namespace {

void every_form(const Rows& q, const Rows& k, const Rows& v, AttendOptions options,
                const std::function<void(const Attended&)>& visit) {
  for (const Precision precision : {Precision::kFloat32, Precision::kFloat64}) {
    for (const auto& way : {std::pair{Form::kAuto, 0},
                            {Form::kParallel, 0},
                            {Form::kRecurrent, 0},
                            {Form::kQuadratic, 0},
                            {Form::kChunked, 0},
                            {Form::kChunked, 1},
                            {Form::kChunked, 2},
                            {Form::kChunked, 3}}) {
      CAPTURE(static_cast<int>(precision));
      CAPTURE(static_cast<int>(way.first));
      CAPTURE(way.second);
      options.precision = precision;
      options.form = way.first;
      options.chunk = way.second;
      Attended out;
      const Status status = attend(q, k, v, options, out);
      CAPTURE(std::string(status.argument));
      REQUIRE(status.ok());
      visit(out);
    }
  }
}

// A few roundings to float32, of inputs and of the result.
double near(double size) {
  return 4 * test::kEps32 * size;
}

AttendOptions plain_identity() {
  AttendOptions options = test::linear(MapKind::kIdentity);
  options.normalise = false;
  options.causal = Causal::kBottomRight;
  options.want_state = true;
  return options;
}

}  // namespace

TEST_CASE("elu+1, causal: each query divides by the sum up to itself") {
  AttendOptions options = test::linear(MapKind::kElu1);
  options.causal = Causal::kBottomRight;
  options.want_normaliser = true;
  every_form(
      {{1, -1}, {0, 0.5}, {-2, 1}}, {{0.5, 0}, {-1, 1}, {2, -0.5}}, {{1, 0}, {0, 1}, {2, -1}}, options,
      [](const Attended& out) {
        test::check_close(
            out.output,
            {{1, 0}, {0.47111444676598907, 0.5288855532340109}, {0.6912139220645264, 0.30878607793547364}},
            near(2));
        const float denominators[] = {3.3678794411714423f, 6.367879441171443f, 7.8718571623578875f};
        test::check_close(out.normaliser.data(), denominators, 3, near(8));
      });
}

TEST_CASE("a padded key leaves numerator and normaliser alike, whatever stands there") {
  const uint8_t key_mask[] = {1, 1, 0, 0};
  for (const float padding : {0.0f, kNaN, kInf}) {
    AttendOptions options = test::linear(MapKind::kElu1);
    options.key_mask = key_mask;
    every_form({{1, 0}, {-1, 1}}, {{0.5, -1}, {1, 2}, {padding, 0}, {0, padding}},
               {{1}, {3}, {padding}, {padding}}, options, [](const Attended& out) {
                 test::check_close(out.output, {{2.3503243435109016}, {2.6790417613258866}}, near(3));
               });
  }
}

TEST_CASE(
    "identity: a normaliser of zero gives zeros and status 2, a negative one the quotient and status 3") {
  AttendOptions options = test::linear(MapKind::kIdentity);
  options.want_normaliser = options.want_weights = true;
  every_form({{1, 1}, {1, 0}, {-1, 0}}, {{2, -1}, {-1, 0}}, {{1}, {3}}, options, [](const Attended& out) {
    test::check_close(out.output, {{0}, {-1}, {-1}}, 0);
    test::check_close(out.weights, {{0, 0}, {2, -1}, {2, -1}}, 0);
    const float denominators[] = {0, 1, -1};
    test::check_close(out.normaliser.data(), denominators, 3, 0);
    CHECK(out.status[0] == 2);
    CHECK(out.status[1] == 0);
    CHECK(out.status[2] == 3);
  });
  SUBCASE("epsilon joins the number divided by, and the status speaks of the sum") {
    options.epsilon = 2;
    every_form({{1, 1}, {1, 0}, {-2, 0}}, {{2, -1}, {-1, 0}}, {{1}, {3}}, options, [](const Attended& out) {
      test::check_close(out.output, {{-1}, {-1.0 / 3}, {0}}, near(1));
      CHECK(out.status[0] == 0);
      CHECK(out.status[2] == 2);
    });
  }
  SUBCASE("without normalising there is nothing to be zero") {
    options.normalise = false;
    every_form({{1, 1}}, {{2, -1}, {-1, 0}}, {{1}, {3}}, options, [](const Attended& out) {
      CHECK(out.output.data()[0] == -2);
      CHECK(out.status[0] == 0);
    });
  }
}

TEST_CASE("queries before the first key, or with every key masked: zeros and status 1, and q unread") {
  const uint8_t none[] = {0, 0}, second[] = {0, 1};
  for (const bool normalise : {true, false}) {
    AttendOptions options = test::linear(MapKind::kElu1);
    options.normalise = normalise;
    options.causal = Causal::kTopLeft;
    options.key_mask = second;
    options.want_normaliser = true;
    every_form({{kNaN}, {1}}, {{kNaN}, {2}}, {{kNaN}, {5}}, options, [&](const Attended& out) {
      CHECK(out.output.data()[0] == 0);
      CHECK(out.normaliser[0] == 0);
      CHECK(out.status[0] == 1);
      CHECK(out.status[1] == 0);
      CHECK(out.output.data()[1] == (normalise ? 5 : 30));
    });
    options.key_mask = none;
    every_form({{kNaN}, {kNaN}}, {{kNaN}, {kNaN}}, {{kNaN}, {kNaN}}, options,
               [](const Attended& out) { CHECK(out.status[1] == 1); });
  }
}

TEST_CASE("favor lives in logarithms: similarities of e^-1693 still make weights") {
  const Rows W = {{0.6, -0.2}, {-1.1, 0.4}, {0.3, 0.9}};
  AttendOptions options = test::linear(MapKind::kFavor);
  options.map.weights = W;
  options.want_weights = true;
  every_form({{30, 40}, {-40, 30}}, {{30, -40}, {40, 30}, {0, 50}}, {{1}, {2}, {3}}, options,
             [](const Attended& out) {
               test::check_close(out.output, {{2.99360217296701}, {2.9999999907599877}}, near(3));
               // Exponents near 1700 keep 2^-53 * 1700 in double. The expected weights are of W in double,
               // whose entries are up to 2^-25 off as float32: times at most 63 in each W x', of which a
               // weight has four, of query and key above and below.
               const double error = 4 * 63 * 0x1p-25;
               CHECK(out.weights.row(0)[0] == test::relative(1.8905680175535875e-20, error));
               CHECK(out.weights.row(1)[1] == test::relative(9.24001267247265e-9, error));
             });
  SUBCASE("where the features themselves are wanted, what float32 cannot hold is an error or 0") {
    options.want_state = true;
    Attended out;
    const Rows q = {{30, 40}}, k = {{0.3, 0.4}}, v = {{2}};
    REQUIRE(attend(q, k, v, options, out).ok());
    options.normalise = false;
    REQUIRE(attend(q, k, v, options, out).ok());
    CHECK(out.output.data()[0] == 0);  // about e^-870
  }
}

TEST_CASE("exp lives in logarithms far below 0 too: features of e^-13500 make weights") {
  AttendOptions options = test::linear(MapKind::kExp);
  options.want_weights = true;
  const double other = 1 / (1 + std::exp(1.0));
  every_form({{-13500}, {-1000}}, {{-2000}, {-2001}}, {{1}, {2}}, options, [&](const Attended& out) {
    for (int i = 0; i < 2; ++i) {
      CHECK(out.status[i] == 0);
      CHECK(out.output.data()[i] == test::relative(1 + other, test::kEps32));
      CHECK(out.weights.row(i)[1] == test::relative(other, test::kEps32));
    }
  });
  SUBCASE("and efficient's causal keys, which are exp(k)") {
    options.map.kind = MapKind::kEfficient;
    options.causal = Causal::kBottomRight;
    every_form({{3}, {3}}, {{-2000}, {-2001}}, {{1}, {2}}, options, [&](const Attended& out) {
      CHECK(out.output.data()[0] == 1);
      CHECK(out.output.data()[1] == test::relative(1 + other, test::kEps32));
    });
  }
}

TEST_CASE("an angle of 2^50 has no digit after the point, and no sine: the refusal names its row") {
  AttendOptions options = test::linear(MapKind::kTrigonometric);
  const Rows W = {{1}};
  options.map.weights = W;
  Attended out;
  const Status status = attend(Rows{{1}}, Rows{{1}, {2e15}}, Rows{{1}, {1}}, options, out);
  CHECK(status.code == Code::kOverflow);
  CHECK(std::string(status.argument) == "k");
  CHECK(status.row == 1);
  CHECK(std::string(status.expected).find("2^50") != std::string::npos);
}

TEST_CASE("a later key that outgrows the ones before it moves no sum: features of e^10, then of e^30") {
  // exp keeps its features whole up to e^20, and relative to a shift past that.
  AttendOptions options = test::linear(MapKind::kExp);
  options.normalise = false;
  options.causal = Causal::kBottomRight;
  options.want_state = options.want_normaliser = true;
  const double first = std::exp(10.0), second = std::exp(30.0);
  every_form({{0}, {0}, {0}}, {{10}, {30}, {10}}, {{1}, {2}, {3}}, options, [&](const Attended& out) {
    const double S = 2 * second + 4 * first, z = second + 2 * first;
    // float32 holds the input whole, so what is left is the rounding of the result.
    CHECK(out.output.data()[0] == test::relative(first, test::kEps32));
    CHECK(out.output.data()[2] == test::relative(S, test::kEps32));
    CHECK(out.state_S.data()[0] == test::relative(S, test::kEps32));
    CHECK(out.state_z[0] == test::relative(z, test::kEps32));
    CHECK(out.normaliser[1] == test::relative(second + first, test::kEps32));
  });
}

TEST_CASE(
    "a later key does not reach back: an earlier query keeps its weights, however large that key's "
    "features") {
  struct Case {
    MapKind kind;
    Rows k;
  };
  // The ratio of the two keys' features is past e^-745, where a double is 0.
  const Rows W = {{1, 0.5}, {-1, 2}};
  for (const Case& one : {Case{MapKind::kExp, {{0.3, 0.1}, {800, 800}}},
                          {MapKind::kHedgehog, {{0.3, 0.1}, {800, 800}}},
                          {MapKind::kEfficient, {{0.3, 0.1}, {800, 800}}},
                          {MapKind::kFavor, {{60, 30}, {0.1, 0.1}}},
                          {MapKind::kTrigonometric, {{0.1, 0}, {60, 30}}}}) {
    AttendOptions options = test::linear(one.kind);
    if (one.kind == MapKind::kFavor || one.kind == MapKind::kTrigonometric) options.map.weights = W;
    options.causal = Causal::kTopLeft;
    CAPTURE(static_cast<int>(one.kind));
    const Rows q = {{0.1, 0.2}, {0.1, 0.2}}, v = {{5}, {7}};
    for (const bool weights : {false, true}) {
      options.want_weights = weights;
      every_form(q, one.k, v, options, [&](const Attended& out) {
        CHECK(out.output.data()[0] == 5);
        CHECK(out.status[0] == 0);
        CHECK((!weights || out.weights.row(0)[0] == 1));
      });
    }
  }
}

TEST_CASE("favor's epsilon is a share of the maximum over all real keys, whatever is wanted") {
  const Rows q = {{1, 2}}, k = {{1, 0}, {kNaN, kNaN}, {3, 1}}, v = {{1}, {kNaN}, {kNaN}};
  const Rows W = {{1, 0.5}, {-1, 2}};
  const uint8_t key_mask[] = {1, 0, 1};
  AttendOptions options = test::linear(MapKind::kFavor);
  options.map.weights = W;
  options.map.epsilon = 0.1;
  options.causal = Causal::kTopLeft;
  options.key_mask = key_mask;
  options.normalise = false;
  // x' = 2^(-1/4) x. The query's W x' are 2 and 3; those of the first key 1 and -1, of the third 3.5 and -1.
  const double t = std::pow(2, -0.25);
  const auto feature = [&](double w, double square, double most) {
    return (std::exp(t * w - t * t * square / 2) + 0.1 * std::exp(t * most)) / std::sqrt(2.0);
  };
  const double similarity = feature(2, 5, 3) * feature(1, 1, 3.5) + feature(3, 5, 3) * feature(-1, 1, 3.5);
  every_form(q, k, v, options, [&](const Attended& out) {
    CHECK(out.output.data()[0] == test::relative(similarity, test::kEps32));
  });
  Rows spoilt = k;
  spoilt.at(2, 1) = kNaN;
  Attended out;
  const Status status = attend(q, spoilt, v, options, out);
  CHECK(status.code == Code::kNotFinite);
  CHECK(status.row == 2);
  CHECK(status.col == 1);
}

TEST_CASE("cosformer counts from 1, with M the longer length or the one named") {
  const Rows x = {{1, -1}, {2, 0.5}, {0, 3}, {1, 1}}, v = {{1}, {2}, {3}, {4}};
  AttendOptions options = test::linear(MapKind::kCosformer);
  every_form(x, x, v, options, [](const Attended& out) {
    test::check_close(out.output,
                      {{1.9273681127401097}, {2.33223212780851}, {3.105325763509116}, {2.922980791056537}},
                      near(4));
  });
  options.map.length = 4;
  every_form(x.slice(0, 3), x.slice(0, 3), v.slice(0, 3), options, [](const Attended& out) {
    test::check_close(out.output, {{1.6488466976429157}, {1.9382728764502803}, {2.8665662035029373}},
                      near(4));
  });
  SUBCASE("a length shorter than the sequence is an error") {
    options.map.length = 3;
    Attended out;
    CHECK(attend(x, x, v, options, out).code == Code::kBadOption);
  }
  SUBCASE("causal query i stands at n_k - n_q + i") {
    options.causal = Causal::kBottomRight;
    Attended whole, last;
    REQUIRE(attend(x, x, v, options, whole).ok());
    REQUIRE(attend(x.slice(3, 4), x, v, options, last).ok());
    CHECK(last.output.data()[0] == whole.output.data()[3]);
  }
  SUBCASE("and at i where it sees the first i keys") {
    options.causal = Causal::kTopLeft;
    Attended whole, first;
    REQUIRE(attend(x, x, v, options, whole).ok());
    REQUIRE(attend(x.slice(0, 2), x, v, options, first).ok());
    for (int i = 0; i < 2; ++i) CHECK(first.output.data()[i] == whole.output.data()[i]);
  }
}

TEST_CASE("retention: the state decays by gamma before each write") {
  AttendOptions options = plain_identity();
  options.update = {UpdateKind::kDecay, 0.5};
  every_form({{1, 0}, {0, 1}, {1, 1}, {-1, 2}}, {{1, 1}, {2, 0}, {0, 1}, {1, -1}}, {{1}, {2}, {3}, {4}},
             options, [](const Attended& out) {
               test::check_close(out.output, {{1}, {0.5}, {5.5}, {-9.875}}, 0);
               test::check_close(out.state_S, {{5.125}, {-2.375}}, 0);
             });
  SUBCASE("gamma 0 remembers the last token only, gamma 1 is the sum") {
    const Rows ones = {{1}, {1}, {1}}, v = {{1}, {2}, {3}};
    options.update.gamma = 0;
    every_form(ones, ones, v, options, [](const Attended& out) {
      test::check_close(out.output, {{1}, {2}, {3}}, 0);
    });
    options.update.gamma = 1;
    every_form(ones, ones, v, options, [](const Attended& out) {
      test::check_close(out.output, {{1}, {3}, {6}}, 0);
    });
  }
}

TEST_CASE("strong gates neither overflow nor lose small ones beside them") {
  AttendOptions options = plain_identity();
  options.update.kind = UpdateKind::kDecay;
  const float strong[] = {-30, -30, -30, -30, -30};
  options.update.log_decay = strong;
  options.update.log_decay_count = 5;
  const Rows ones(5, 1, 1);
  every_form(ones, {{1}, {2}, {1}, {3}, {1}}, {{1}, {-1}, {2}, {0.5}, {4}}, options, [](const Attended& out) {
    test::check_close(out.output, {{1}, {-2}, {2}, {1.5}, {4}}, near(4));
  });
  // With cumulative sums, -1e30 - 0.5 would round to -1e30 and the gate of the last token would be lost.
  const float mixed[] = {0, -1e30f, -0.5f, 0, 0};
  options.update.log_decay = mixed;
  options.want_weights = true;
  every_form(ones, ones, ones, options, [](const Attended& out) {
    CHECK(out.weights.row(2)[0] == 0);
    // Doubles, rounded to float32 once.
    CHECK(out.weights.row(2)[1] == static_cast<float>(std::exp(-0.5)));
    CHECK(out.weights.row(4)[1] == static_cast<float>(std::exp(-0.5)));
    CHECK(out.weights.row(4)[2] == 1);
  });
}

TEST_CASE("a key of e^1600 that has decayed away leaves room for small ones in double") {
  // 0.1^1100 takes it to e^-933: no double holds it beside a feature of 1, before or after.
  constexpr int kKeys = 1100;
  Rows k(kKeys, 1, 0), v(kKeys, 1, 1);
  k.data[0] = 1600;
  v.data[0] = 100;
  AttendOptions options = test::linear(MapKind::kExp);
  options.update = {UpdateKind::kDecay, 0.1};
  options.causal = Causal::kBottomRight;
  every_form(Rows(kKeys, 1, 0), k, v, options, [](const Attended& out) {
    CHECK(out.output.data()[0] == 100);
    CHECK(out.output.data()[300] == test::relative(100, test::kEps32));
    CHECK(out.output.data()[kKeys - 1] == 1);
    CHECK(out.status[kKeys - 1] == static_cast<uint8_t>(RowStatus::kOk));
  });
}

TEST_CASE("the delta rule overwrites, and a gate of 1 changes nothing") {
  AttendOptions options = plain_identity();
  options.update.kind = UpdateKind::kDelta;
  const float betas[] = {1, 0.5f, 1}, open[] = {0, 0, 0};
  options.update.betas = betas;
  options.update.beta_count = 3;
  const Rows keys = {{0.6, 0.8}, {1, 0}, {0.6, 0.8}};
  for (const float* gates : {static_cast<const float*>(nullptr), open}) {
    options.update.log_decay = gates;
    options.update.log_decay_count = gates == nullptr ? 0 : 3;
    every_form(keys, keys, {{1, 0}, {0, 2}, {3, 1}}, options, [](const Attended& out) {
      test::check_close(out.output, {{1, 0}, {0.3, 1}, {3, 1}}, near(3));
      test::check_close(out.state_S, {{1.608, 1.24}, {2.544, 0.32}}, near(3));
    });
  }
  SUBCASE("it diverges where beta |k|^2 > 2, by its own arithmetic") {
    options.update = Update();
    options.update.kind = UpdateKind::kDelta;
    const Rows k(4, 1, 2);
    every_form(k, k, Rows(4, 1, 1), options, [](const Attended& out) {
      test::check_close(out.output, {{4}, {-8}, {28}, {-80}}, 0);
    });
  }
}

TEST_CASE("a gate that forgets all leaves weights of 0, though the delta rule before it diverged") {
  // beta |k|^2 is 1e12 where 2 is the bound: 30 such keys carry a query past what a double holds.
  constexpr int kKeys = 60;
  Rows k(kKeys, 1, 1e6f), v(kKeys, 1, 1);
  std::vector<float> log_decay(kKeys, 0.0f);
  k.at(kKeys - 1, 0) = 0.5f;
  log_decay[kKeys - 1] = -1000;
  AttendOptions options = test::linear(MapKind::kIdentity);
  options.normalise = false;
  options.update.kind = UpdateKind::kDelta;
  options.update.beta = 1;
  options.update.log_decay = log_decay.data();
  options.update.log_decay_count = kKeys;
  options.want_weights = true;
  options.form = Form::kQuadratic;
  Attended out;
  REQUIRE(attend(Rows{{1}}, k, v, options, out).ok());
  CHECK(out.weights.row(0)[0] == 0);
  CHECK(out.weights.row(0)[kKeys - 1] == 0.5f);
}

TEST_CASE("masked keys are skipped whole: no decay, and their gates unread") {
  AttendOptions options = plain_identity();
  options.update.kind = UpdateKind::kDelta;
  const float betas[] = {1, kNaN, 0.5f}, log_decay[] = {-1, kInf, -2};
  options.update.betas = betas;
  options.update.log_decay = log_decay;
  options.update.beta_count = options.update.log_decay_count = 3;
  const uint8_t key_mask[] = {1, 0, 1};
  options.key_mask = key_mask;
  const Rows k = {{1, 0}, {kNaN, kNaN}, {0.6, 0.8}}, v = {{2}, {kNaN}, {3}}, q(3, 2, 1);
  // S = e^-2 (2, 0); then S += 0.5 (0.6, 0.8) (3 - 0.6 * 2 e^-2).
  const double decayed = 2 * std::exp(-2), written = 0.5 * (3 - 0.6 * decayed);
  every_form(q, k, v, options, [&](const Attended& out) {
    test::check_close(out.state_S, {{decayed + 0.6 * written}, {0.8 * written}}, near(3));
    CHECK(out.output.data()[1] == 2);  // as the first key left it
  });
}

TEST_CASE("scale multiplies q before phi") {
  for (const MapKind kind : {MapKind::kIdentity, MapKind::kElu1}) {
    AttendOptions options = test::linear(kind);
    options.normalise = false;
    const Rows k = {{1, -2}}, v = {{1}};
    Attended scaled, direct;
    REQUIRE(attend(Rows{{-1.5, 1}}, k, v, options, direct).ok());
    options.has_scale = true;
    options.scale = 0.5;
    REQUIRE(attend(Rows{{-3, 2}}, k, v, options, scaled).ok());
    CHECK(scaled.output.data()[0] == direct.output.data()[0]);
  }
}

TEST_CASE("linear counts are the closed forms where nothing is masked") {
  const int n = 7, d = 4, d_v = 3;
  const Rows q = test::random(n, d, 1), k = test::random(n, d, 2), v = test::random(n, d_v, 3);
  for (const bool normalise : {true, false}) {
    AttendOptions options = test::linear(MapKind::kElu1);
    options.normalise = normalise;
    const int columns = d_v + (normalise ? 1 : 0);
    Attended out;
    REQUIRE(attend(q, k, v, options, out).ok());
    CHECK(out.counts.multiply_adds == 2 * n * d * columns);
    CHECK(out.counts.exponentials == 0);
    CHECK(out.counts.divisions == (normalise ? n * d_v : 0));
    options.causal = Causal::kBottomRight;
    options.form = Form::kRecurrent;
    REQUIRE(attend(q, k, v, options, out).ok());
    CHECK(out.counts.multiply_adds == 2 * n * d * columns);
    options.form = Form::kQuadratic;
    REQUIRE(attend(q, k, v, options, out).ok());
    CHECK(out.counts.multiply_adds == n * (n + 1) / 2 * (d + columns));
    // The delta rule carries the query back through each write: one more pass over its features.
    options.update.kind = UpdateKind::kDelta;
    REQUIRE(attend(q, k, v, options, out).ok());
    CHECK(out.counts.multiply_adds == n * (n + 1) / 2 * (2 * d + columns));
  }
}

TEST_CASE("a shift is given back where the product fits a double, though the factor alone does not") {
  // e^720 = 1e312.69: 720 / ln 10.
  // The exponent of pow, 12.69, is what is left of 312.69: off by one rounding of that, and by as much of
  // ln 10.
  CHECK(attn::unshifted(1e-300, 720) ==
        test::relative(std::pow(10, 720 / std::log(10) - 300), 4 * 720 * 0x1p-53));
  CHECK(attn::unshifted(0, 1e6) == 0);
  CHECK(attn::unshifted(3, 0) == 3);
}

// Long enough for the float32 kernels, which look for such numbers in their results only.
TEST_CASE("elu+1 features whose products float32 cannot hold keep their digits") {
  // Features near e^-50: a product of two is 4e-44, of which float32 holds five bits.
  constexpr int kTokens = 64, kDim = 16;
  const Rows q = test::random_about(-50, kTokens, kDim, 1), k = test::random_about(-50, kTokens, kDim, 2);
  const Rows v = test::random(kTokens, kDim, 3);
  for (int setting = 0; setting < 4; ++setting) {
    CAPTURE(setting);
    AttendOptions options = test::linear(MapKind::kElu1);
    options.causal = setting % 2 == 0 ? Causal::kNone : Causal::kBottomRight;
    options.normalise = setting < 2;
    Attended out, exact;
    REQUIRE(attend(q, k, v, options, out).ok());
    options.precision = Precision::kFloat64;
    REQUIRE(attend(q, k, v, options, exact).ok());
    // Means of values; undivided, numbers below 1e-38, where all spacings of float32 are 2^-149.
    const double bound = options.normalise ? near(test::largest(v.data.data(), v.data.size())) : 0x1p-149;
    test::check_close(out.output, exact.output, bound);
  }
}
