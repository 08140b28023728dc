// What a stream holds when keys are large, decay, or make its state grow without bound.
#include <doctest/doctest.h>

#include <utility>

#include "streams.h"

using namespace attn;
using test::Rows;
using namespace test::streams;

TEST_CASE("a large key that has decayed away leaves room for small ones in the accumulator") {
  // The first key's feature is e^120 or so, that of all others about 1: past what float32 holds side by side.
  // 0.5^400 takes it to e^-157: what is left is as if that key had never been.
  constexpr int kTokens = 500, kLast = 50;
  const Rows q = test::random(kTokens, 1, 1, 0.3), v = test::random(kTokens, 1, 3);
  Rows k = test::random(kTokens, 1, 2, 0.3);
  const float gates[] = {-0.7f, -0.5f};
  std::vector<float> log_decay(kTokens);
  for (int t = 0; t < kTokens; ++t) log_decay[t] = gates[t % 2];
  const std::pair<MapKind, float> cases[] = {{MapKind::kExp, 120.0f},
                                             {MapKind::kEfficient, 120.0f},
                                             {MapKind::kHedgehog, 120.0f},
                                             {MapKind::kTrigonometric, 15.5f}};
  for (const auto& each : cases) {
    const MapKind kind = each.first;
    for (const bool by_token : {false, true}) {
      for (const Accumulator accumulator : {Accumulator::kFloat32, Accumulator::kFloat16}) {
        CAPTURE(static_cast<int>(kind));
        CAPTURE(by_token);
        CAPTURE(static_cast<int>(accumulator));
        StreamOptions options = options_of(kind, 1, 1);
        options.accumulator = accumulator;
        options.update = {UpdateKind::kDecay, 0.5};
        if (by_token) {
          options.update.log_decay = log_decay.data();
          options.update.log_decay_count = kTokens;
        }
        k.data[0] = each.second;
        AttendOptions whole = test::linear(kind);
        whole.map = options.map;
        whole.update = options.update;
        if (by_token) {
          whole.update.log_decay += 1;
          whole.update.log_decay_count -= 1;
        }
        whole.causal = Causal::kBottomRight;
        whole.want_normaliser = true;
        whole.precision = Precision::kFloat64;
        Attended without;
        REQUIRE(attend(q.slice(1, kTokens), k.slice(1, kTokens), v.slice(1, kTokens), whole, without).ok());
        const StreamPtr stream = opened(options);
        const Rows output = extended(*stream, q, k, v);
        CHECK(output.at(0, 0) == test::relative(v.data[0], 0x1p-9));
        const double half_spacing = accumulator == Accumulator::kFloat32 ? 0x1p-24 : 0x1p-11;
        for (int t = kTokens - kLast; t < kTokens; ++t) {
          // Keys and queries stay within 1.2 of 0, so that features are at most e^1.2, times 1 or |v| in the
          // state; there each stands for 1 / (1 - e^-0.6) < 2.3 of its kind, and so do the roundings of
          // earlier writes. 6 features of a query read them, and the quotient takes one error from S and one
          // from z.
          const double held = 2.3 * std::exp(1.2) * (1 + test::largest(v.data.data(), v.data.size()));
          const double read = 6 * std::exp(1.2) * 2.3 * half_spacing * held;
          const double bound = 2 * read / without.normaliser[t - 1];
          CAPTURE(t);
          CHECK(std::fabs(output.at(t, 0) - without.output.data()[t - 1]) <= bound);
        }
      }
    }
  }
}

TEST_CASE("float16 holds exponentials of every size, those between its own ends and e^20 too") {
  const Rows v = {{3}, {5}};
  for (const MapKind kind :
       {MapKind::kExp, MapKind::kEfficient, MapKind::kHedgehog, MapKind::kFavor, MapKind::kTrigonometric}) {
    for (const double logarithm : {-22, -19, -17, -15, -12, -1, 0, 1, 10, 12, 19, 20, 21, 30}) {
      CAPTURE(static_cast<int>(kind));
      CAPTURE(logarithm);
      // exp(x^2 / 2) in the trigonometric map.
      const double entry = kind == MapKind::kTrigonometric ? std::sqrt(2 * std::fabs(logarithm)) : logarithm;
      const Rows k = {{entry}, {entry}};
      StreamOptions options = options_of(kind, 1, 1);
      options.accumulator = Accumulator::kFloat16;
      const StreamPtr stream = opened(options);
      // Equal keys: the mean, whatever the query. S and z are rounded twice each, by 2^-11 of themselves at
      // most; products of equal features are not negative, so that nothing cancels. The fifth is for what is
      // smaller still.
      const Rows output = extended(*stream, k, k, v);
      const double rounding = 5 * 0x1p-11;
      CHECK(std::fabs(output.at(0, 0) - 3) <= rounding * 3);
      CHECK(std::fabs(output.at(1, 0) - 4) <= rounding * 5);
      AttendOptions whole = test::linear(kind);
      whole.map = options.map;
      whole.causal = Causal::kBottomRight;
      whole.want_state = true;
      Attended attended;
      REQUIRE(attend(k, k, v, whole, attended).ok());
      const State state = state_of(*stream);
      const double largest = test::largest(attended.state_z.data(), attended.state_z.size());
      for (size_t a = 0; a < state.z.size(); ++a) {
        CHECK(std::fabs(state.z[a] - attended.state_z[a]) <= 2 * 0x1p-11 * largest);
      }
    }
  }
}

namespace {

constexpr MapKind kExponentials[] = {MapKind::kExp, MapKind::kEfficient, MapKind::kHedgehog, MapKind::kFavor,
                                     MapKind::kTrigonometric};

struct Format {
  Accumulator accumulator;
  double half_spacing;
  double largest;
};
constexpr Format kFormats[] = {{Accumulator::kFloat32, 0x1p-24, 3.4e38},
                               {Accumulator::kBFloat16, 0x1p-8, 3.38e38},
                               {Accumulator::kFloat16, 0x1p-11, 65504}};

// The input whose largest feature is about e^logarithm. favor's depends on its projection: any will do.
double entry_for(MapKind kind, double logarithm) {
  return kind == MapKind::kTrigonometric ? std::sqrt(2 * std::fmax(logarithm, 0)) : logarithm;
}

// Tokens with one key, whose outputs are the means of the values so far: by steps, at once, and with a save
// and another stream halfway, to the same bits. `bound` of each output.
void check_means(const StreamOptions& options, double entry, const Rows& v, double half_spacing) {
  const int n = v.rows;
  const Rows q(n, 1, 0.5f), k(n, 1, static_cast<float>(entry));
  const StreamPtr at_once = opened(options), stepped = opened(options), first = opened(options),
                  second = opened(options);
  const Rows output = extended(*at_once, q, k, v);
  double sum = 0, size = 0;
  for (int t = 0; t < n; ++t) {
    sum += v.at(t, 0);
    size += std::fabs(v.at(t, 0));
    // S and z are rounded once for each token, by no more than half_spacing of what they are sums of;
    // features may differ in sign, and so may the values. The last is for the output's own rounding.
    const double bound = (2 * (t + 1) * half_spacing + test::kEps32) * size / (t + 1);
    CAPTURE(t);
    CHECK(std::fabs(output.at(t, 0) - sum / (t + 1)) <= bound);
    float one = 0;
    RowStatus status{};
    REQUIRE(stream_step(*stepped, &q.data[t], &k.data[t], &v.data[t], &one, &status).ok());
    CHECK(one == output.at(t, 0));
  }
  const int half = n / 2;
  extended(*first, q.slice(0, half), k.slice(0, half), v.slice(0, half));
  const std::vector<uint8_t> bytes = saved(*first);
  REQUIRE(stream_restore(*second, bytes.data(), bytes.size()).ok());
  CHECK(extended(*second, q.slice(half, n), k.slice(half, n), v.slice(half, n)).data ==
        output.slice(half, n).data);
  CHECK(saved(*second) == saved(*at_once));
  CHECK(saved(*stepped) == saved(*at_once));
}

}  // namespace

TEST_CASE("values as large as the accumulator's numbers are averaged beside exponentials of any size") {
  for (const MapKind kind : kExponentials) {
    for (const Format& format : kFormats) {
      for (const double logarithm : {-25.0, -19.0, 0.0, 1.0, 19.9, 20.1, 60.0}) {
        for (const double share : {1e-9, 1e-2, 1.0}) {
          CAPTURE(static_cast<int>(kind));
          CAPTURE(static_cast<int>(format.accumulator));
          CAPTURE(logarithm);
          CAPTURE(share);
          StreamOptions options = options_of(kind, 1, 1);
          options.accumulator = format.accumulator;
          Rows v(40, 1);
          for (int t = 0; t < v.rows; ++t) {
            v.at(t, 0) = static_cast<float>(format.largest * share * (1 - t % 3 * 0.25));
          }
          // In float16 the smallest of these are below its normal numbers.
          const bool whole = format.accumulator != Accumulator::kFloat16 || share > 1e-9;
          if (whole) check_means(options, entry_for(kind, logarithm), v, format.half_spacing);
        }
      }
    }
  }
}

TEST_CASE("values near the small end of float32 keep their digits beside exponentials of any size") {
  for (const MapKind kind : kExponentials) {
    for (const Format& format : {kFormats[0], kFormats[1]}) {
      for (const double logarithm : {-25.0, -19.0, -1.0, 0.0, 19.9}) {
        for (const double value : {1.2e-38, 1e-32, 1e-25}) {
          CAPTURE(static_cast<int>(kind));
          CAPTURE(static_cast<int>(format.accumulator));
          CAPTURE(logarithm);
          CAPTURE(value);
          StreamOptions options = options_of(kind, 1, 1);
          options.accumulator = format.accumulator;
          Rows v(10, 1);
          for (int t = 0; t < v.rows; ++t) v.at(t, 0) = static_cast<float>(value * (1 + t % 3));
          check_means(options, entry_for(kind, logarithm), v, format.half_spacing);
        }
      }
    }
  }
}

TEST_CASE("a float16 stream of exponentials takes values past 65504 while z stays a normal number") {
  StreamOptions options = options_of(MapKind::kExp, 1, 1);
  options.accumulator = Accumulator::kFloat16;
  // At the scale that the value needs, z of one key is 65504 / |v| at most and a quarter of it at least, and
  // the least normal number is 2^-14: 2.7e8 can be held for certain, and from 1.08e9 on nothing can.
  check_means(options, 3, {{2.6e8}, {-1e8}, {2e8}, {2.5e8}}, 0x1p-11);
  const StreamPtr stream = opened(options);
  const std::vector<uint8_t> before = saved(*stream);
  const float query = 0, key = 3, value = 1.1e9f;
  float output = 0;
  RowStatus row{};
  const Status status = stream_step(*stream, &query, &key, &value, &output, &row);
  CHECK(status.code == Code::kOverflow);
  CHECK(std::string(status.argument) == "accumulator");
  CHECK(saved(*stream) == before);
}

TEST_CASE("a key below -87 with a large value counts: float32 holds their product, though not the feature") {
  // elu+1 of -97 is 7.5e-43, of which a float32 keeps three digits, and of -110 it is 0 there.
  const Rows q = {{1}, {1}, {1}}, k = {{-50}, {-97}, {-110}}, v = {{0}, {1e20}, {1e26}};
  for (const bool normalise : {true, false}) {
    AttendOptions options = test::linear(MapKind::kElu1);
    options.normalise = normalise;
    options.causal = Causal::kBottomRight;
    options.precision = Precision::kFloat64;
    Attended whole;
    REQUIRE(attend(q, k, v, options, whole).ok());
    StreamOptions of_stream = options_of(MapKind::kElu1, 1, 1);
    of_stream.normalise = normalise;
    const StreamPtr at_once = opened(of_stream), one_by_one = opened(of_stream);
    const Rows output = extended(*at_once, q, k, v);
    for (int t = 0; t < q.rows; ++t) {
      const Rows stepped = extended(*one_by_one, q.slice(t, t + 1), k.slice(t, t + 1), v.slice(t, t + 1));
      // S and z are positive sums: at most a rounding for each token in both, and one of the output.
      const double exact = whole.output.data()[t], bound = (2 * (t + 1) + 1) * test::kEps32 * exact;
      CHECK(std::fabs(output.at(t, 0) - exact) <= bound);
      CHECK(std::fabs(stepped.at(0, 0) - exact) <= bound);
    }
  }
}

TEST_CASE("a state that its format cannot hold is refused although the output would fit, and says so") {
  for (const MapKind kind : {MapKind::kIdentity, MapKind::kElu1, MapKind::kRelu, MapKind::kSquaredRelu,
                             MapKind::kTaylor2, MapKind::kDpfp, MapKind::kCosformer}) {
    for (const Format& format : kFormats) {
      CAPTURE(static_cast<int>(kind));
      CAPTURE(static_cast<int>(format.accumulator));
      StreamOptions options = options_of(kind, 1, 1);
      options.accumulator = format.accumulator;
      options.map.nu = 2;
      const StreamPtr stream = opened(options);
      extended(*stream, {{1}}, {{1}}, {{1}});
      const std::vector<uint8_t> before = saved(*stream);
      // Features of at least 0.5 x 100: S passes the format, and the mean of the values does not.
      const float query = 1, key = 100, value = static_cast<float>(format.largest / 40);
      float output = 0;
      RowStatus row{};
      const Status status = stream_step(*stream, &query, &key, &value, &output, &row);
      CHECK(status.code == Code::kOverflow);
      CHECK(std::string(status.argument) == "accumulator");
      CHECK(std::string(status.expected).find("a state that") == 0);
      CHECK(saved(*stream) == before);
      options.accumulator = Accumulator::kFloat64;
      const StreamPtr wide = opened(options);
      extended(*wide, {{1}}, {{1}}, {{1}});
      CHECK(std::fabs(extended(*wide, {{1}}, {{100}}, {{value}}).at(0, 0)) <= format.largest);
    }
  }
}

TEST_CASE("an epsilon of 1e-300 outweighs a key of e^-720, by a factor that no double holds with its shift") {
  StreamOptions options = options_of(MapKind::kExp, 1, 1);
  options.epsilon = 1e-300;
  const StreamPtr stream = opened(options);
  // In logarithms a rounding of 720 costs 2^-44.
  const double expected = std::exp(-720 + 300 * std::log(10.0));
  CHECK(extended(*stream, {{0}}, {{-720}}, {{1}}).at(0, 0) == test::relative(expected, test::kEps32));
}

TEST_CASE(
    "keys of e^-1000 after a large one let its scale fade, and after a gate of 0 they are all there is") {
  StreamOptions options = options_of(MapKind::kExp, 1, 1);
  options.update = {UpdateKind::kDecay, 0.5};
  const StreamPtr stream = opened(options);
  extended(*stream, {{0}}, {{120}}, {{7}});
  for (int t = 0; t < 400; ++t) extended(*stream, {{0}}, {{-1000}}, {{1}});
  CHECK(extended(*stream, {{0}}, {{0}}, {{3}}).at(0, 0) == 3);

  options.update.gamma = 0;
  const StreamPtr forgetful = opened(options);
  extended(*forgetful, {{0}}, {{120}}, {{7}});
  Rows output(1, 1);
  RowStatus status{};
  const float zero = 0, low = -1000, value = 3;
  REQUIRE(stream_step(*forgetful, &zero, &low, &value, output.data.data(), &status).ok());
  CHECK(status == RowStatus::kOk);
  CHECK(output.at(0, 0) == 3);
  CHECK(extended(*forgetful, {{0}}, {{0}}, {{3}}).at(0, 0) == 3);
  CHECK(state_of(*forgetful).z[0] == 1);
}

TEST_CASE("where the delta rule diverges, the refusal says why, and the stream goes on from before") {
  StreamOptions options = options_of(MapKind::kIdentity, 1, 1);
  options.normalise = false;
  options.update.kind = UpdateKind::kDelta;
  for (const Accumulator accumulator : {Accumulator::kFloat32, Accumulator::kFloat64}) {
    options.accumulator = accumulator;
    const StreamPtr stream = opened(options);
    // Each token takes the state from S to S - 1e6 S + 1000.
    const float one = 1, large = 1000;
    float output = 0;
    RowStatus row{};
    Status status;
    std::vector<uint8_t> before;
    do {
      before = saved(*stream);
      status = stream_step(*stream, &one, &large, &one, &output, &row);
    } while (status.ok());
    CHECK(status.code == Code::kOverflow);
    CHECK(std::string(status.expected).find("the delta rule diverges") != std::string::npos);
    CHECK(saved(*stream) == before);
    // A token whose key says nothing writes nothing, and reads what is there.
    const float zero = 0;
    REQUIRE(stream_step(*stream, &zero, &zero, &one, &output, &row).ok());
    CHECK(output == 0);
  }
}

TEST_CASE("a stream keeps the digits of elu+1 features whose products float32 cannot hold") {
  constexpr int kTokens = 40, kDim = 16;
  const Rows q = test::random_about(-45, kTokens, kDim, 1), k = test::random_about(-45, kTokens, kDim, 2);
  const Rows v = test::random(kTokens, kDim, 3);
  AttendOptions options = test::linear(MapKind::kElu1);
  options.causal = Causal::kBottomRight;
  options.precision = Precision::kFloat64;
  Attended whole;
  REQUIRE(attend(q, k, v, options, whole).ok());
  const double largest = test::largest(v.data.data(), v.data.size());
  // Every write rounds S and z once; a quotient takes one error from each.
  const double bound = 2.0 * (kTokens + 2) * test::kEps32 * largest;

  const StreamPtr at_once = opened(options_of(MapKind::kElu1, kDim, kDim));
  const StreamPtr one_by_one = opened(options_of(MapKind::kElu1, kDim, kDim));
  const Rows output = extended(*at_once, q, k, v);
  for (int t = 0; t < kTokens; ++t) {
    float stepped[kDim];
    RowStatus row{};
    REQUIRE(stream_step(*one_by_one, q.slice(t, t + 1).data.data(), k.slice(t, t + 1).data.data(),
                        v.slice(t, t + 1).data.data(), stepped, &row)
                .ok());
    for (int c = 0; c < kDim; ++c) {
      const double exact = whole.output.data()[t * kDim + c];
      CHECK(std::fabs(output.at(t, c) - exact) <= bound);
      CHECK(std::fabs(stepped[c] - exact) <= bound);
    }
  }
}
