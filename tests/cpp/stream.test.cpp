// A stream is causal linear attention, one token at a time; saved and restored, it goes on as if nothing had
// happened.
#include "attn/stream.h"

#include <doctest/doctest.h>

#include <string>

#include "attn/limits.h"
#include "streams.h"

using namespace attn;
using test::kInf;
using test::kNaN;
using test::Rows;
using namespace test::streams;

namespace {

const MapKind kEveryMap[] = {MapKind::kIdentity,    MapKind::kElu1,          MapKind::kRelu,
                             MapKind::kSquaredRelu, MapKind::kExp,           MapKind::kFavor,
                             MapKind::kTaylor2,     MapKind::kTrigonometric, MapKind::kDpfp,
                             MapKind::kCosformer,   MapKind::kEfficient,     MapKind::kHedgehog};

}  // namespace

TEST_CASE("a stream gives what causal attention gives, for every map and update") {
  const int n = 9, d = 3, d_v = 2;
  const Rows q = test::random(n, d, 1), k = test::random(n, d, 2, 0.6), v = test::random(n, d_v, 3);
  const float log_decay[] = {-0.1f, -2, 0, -0.5f, -30, -0.2f, -0.3f, -0.1f, -1};
  const float betas[] = {0.5f, 1, 0.25f, 0.75f, 0.1f, 0.9f, 0.5f, 0.3f, 1};
  for (const MapKind kind : kEveryMap) {
    for (int setting = 0; setting < 8; ++setting) {
      CAPTURE(static_cast<int>(kind));
      CAPTURE(setting);
      StreamOptions options = options_of(kind, d, d_v);
      options.accumulator = Accumulator::kFloat64;
      options.normalise = setting % 2 == 0;
      options.epsilon = setting == 2 ? 0.5 : 0;
      Update& update = options.update;
      if (setting / 2 == 1) update = {UpdateKind::kDecay, 0.8};
      if (setting / 2 == 2) update.kind = UpdateKind::kDecay;
      if (setting / 2 == 3) {
        update.kind = UpdateKind::kDelta;
        update.betas = betas;
        update.beta_count = n;
      }
      if (setting / 2 >= 2) {
        update.log_decay = log_decay;
        update.log_decay_count = n;
      }
      AttendOptions whole = test::linear(kind);
      whole.map = options.map;
      whole.normalise = options.normalise;
      whole.epsilon = options.epsilon;
      whole.update = update;
      whole.causal = Causal::kBottomRight;
      whole.want_state = true;
      whole.precision = Precision::kFloat64;
      Attended expected;
      REQUIRE(attend(q, k, v, whole, expected).ok());

      const StreamPtr stream = opened(options);
      Rows output(n, d_v);
      for (int t = 0; t < n; ++t) {
        RowStatus status{};
        REQUIRE(stream_step(*stream, q.data.data() + t * d, k.data.data() + t * d, v.data.data() + t * d_v,
                            output.data.data() + t * d_v, &status)
                    .ok());
        CHECK(static_cast<uint8_t>(status) == expected.status[t]);
      }
      // Doubles in both, rounded once: one spacing of the largest entry, and what cancels.
      const double bound = 2 * test::kEps32 * test::largest(output.data.data(), output.data.size()) + 1e-12;
      test::check_close(expected.output, output, bound);
      const State state = state_of(*stream);
      const double size = test::largest(state.S.data.data(), state.S.data.size());
      test::check_close(expected.state_S, state.S, 2 * test::kEps32 * size + 1e-12);

      // Many tokens in one call, split anywhere, are the same steps.
      for (int split = 0; split <= n; ++split) {
        const StreamPtr pieces = opened(options);
        const Rows first = extended(*pieces, q.slice(0, split), k.slice(0, split), v.slice(0, split));
        const Rows second = extended(*pieces, q.slice(split, n), k.slice(split, n), v.slice(split, n));
        std::vector<float> joined = first.data;
        joined.insert(joined.end(), second.data.begin(), second.data.end());
        test::check_close(joined.data(), output.data.data(), joined.size(), bound);
        CHECK(stream_tokens(*pieces) == n);
      }
    }
  }
}

TEST_CASE("saved anywhere and restored, a stream goes on with the same bits, in every accumulator") {
  const int n = 6, d = 3, d_v = 2;
  const Rows q = test::random(n, d, 1), k = test::random(n, d, 2), v = test::random(n, d_v, 3);
  for (const Accumulator accumulator :
       {Accumulator::kFloat32, Accumulator::kFloat64, Accumulator::kFloat16, Accumulator::kBFloat16}) {
    for (const MapKind kind : {MapKind::kElu1, MapKind::kFavor, MapKind::kCosformer}) {
      StreamOptions options = options_of(kind, d, d_v);
      options.accumulator = accumulator;
      for (int split = 0; split <= n; ++split) {
        const StreamPtr stream = opened(options);
        extended(*stream, q.slice(0, split), k.slice(0, split), v.slice(0, split));
        const std::vector<uint8_t> bytes = saved(*stream);
        const Rows after = extended(*stream, q.slice(split, n), k.slice(split, n), v.slice(split, n));
        const std::vector<uint8_t> end = saved(*stream);

        REQUIRE(stream_restore(*stream, bytes.data(), bytes.size()).ok());
        CHECK(stream_tokens(*stream) == split);
        CHECK(saved(*stream) == bytes);
        CHECK(extended(*stream, q.slice(split, n), k.slice(split, n), v.slice(split, n)).data == after.data);
        CHECK(saved(*stream) == end);

        const StreamPtr other = opened(options);
        REQUIRE(stream_restore(*other, bytes.data(), bytes.size()).ok());
        CHECK(extended(*other, q.slice(split, n), k.slice(split, n), v.slice(split, n)).data == after.data);
      }
    }
  }
}

TEST_CASE("bytes that are no save of this stream are refused, and the stream stays as it was") {
  const StreamOptions options = options_of(MapKind::kElu1, 2, 1);
  const StreamPtr stream = opened(options);
  extended(*stream, {{1, 2}}, {{3, 4}}, {{5}});
  const std::vector<uint8_t> good = saved(*stream);
  const auto refused = [&](const std::vector<uint8_t>& bytes) {
    CHECK(stream_restore(*stream, bytes.data(), bytes.size()).code == Code::kBadOption);
    CHECK(saved(*stream) == good);
  };
  refused({});
  refused(std::vector<uint8_t>(good.begin(), good.end() - 1));
  std::vector<uint8_t> longer = good;
  longer.push_back(0);
  refused(longer);
  for (size_t i = 0; i < good.size(); ++i) {
    std::vector<uint8_t> changed = good;
    changed[i] ^= 0x10;
    refused(changed);
  }
  // Other settings, each by itself.
  std::vector<StreamOptions> others(6, options);
  others[0].map.kind = MapKind::kRelu;
  others[1].accumulator = Accumulator::kFloat64;
  others[2].value_dim = 2;
  others[3].update = {UpdateKind::kDecay, 0.5};
  others[4].epsilon = 1;
  others[5].map.nu = 2;
  for (const StreamOptions& other : others) refused(saved(*opened(other)));
}

TEST_CASE("a save whose checksum is right, of tokens or of a scale that no stream can have, is refused") {
  StreamOptions options = options_of(MapKind::kExp, 2, 1);
  const float gates[] = {-1, -2};
  options.update = {UpdateKind::kDecay};
  options.update.log_decay = gates;
  options.update.log_decay_count = 2;
  const StreamPtr stream = opened(options);
  extended(*stream, {{1, 2}}, {{3, 4}}, {{5}});
  const std::vector<uint8_t> good = saved(*stream);
  // stream_save.cpp: the checksum, and what it is of: the tokens, the scale, the sizes, the state.
  constexpr size_t kChecksum = 16, kTokens = 24, kScale = 32;
  const auto forged = [&](size_t at, double number) {
    std::vector<uint8_t> bytes = good;
    std::memcpy(&bytes[at], &number, sizeof number);
    uint64_t checksum = 0xcbf29ce484222325u;
    for (size_t i = kTokens; i < bytes.size(); ++i) checksum = (checksum ^ bytes[i]) * 0x100000001b3u;
    std::memcpy(&bytes[kChecksum], &checksum, sizeof checksum);
    return bytes;
  };
  const auto refused = [&](const std::vector<uint8_t>& bytes) {
    CHECK(stream_restore(*stream, bytes.data(), bytes.size()).code == Code::kBadOption);
    CHECK(saved(*stream) == good);
  };
  CHECK(forged(kTokens, 1) == good);
  for (const double tokens : {-1.0, 0.5, 2147483648.0, double{kInf}, double{kNaN}}) {
    CAPTURE(tokens);
    refused(forged(kTokens, tokens));
  }
  for (const double scale : {double{kInf}, -double{kInf}, double{kNaN}}) {
    CAPTURE(scale);
    refused(forged(kScale, scale));
  }
}

TEST_CASE("a save of a stream with other gates, as many of them, is refused") {
  const float gates[] = {-0.5f, -1}, other_gates[] = {-0.5f, -2}, betas[] = {0.5f, 1},
              other_betas[] = {0.5f, 0.25f};
  StreamOptions options = options_of(MapKind::kElu1, 2, 1);
  options.update.kind = UpdateKind::kDelta;
  options.update.log_decay = gates;
  options.update.betas = betas;
  options.update.log_decay_count = options.update.beta_count = 2;
  const StreamPtr stream = opened(options);
  const std::vector<uint8_t> good = saved(*stream);
  REQUIRE(stream_restore(*stream, good.data(), good.size()).ok());
  for (const bool of_gates : {true, false}) {
    StreamOptions other = options;
    (of_gates ? other.update.log_decay : other.update.betas) = of_gates ? other_gates : other_betas;
    const std::vector<uint8_t> bytes = saved(*opened(other));
    CHECK(stream_restore(*stream, bytes.data(), bytes.size()).code == Code::kBadOption);
  }
}

TEST_CASE("what a stream knew of its size is of no use after another state was restored") {
  // With 3e38 in the state, a query of 17 features reads past what float32 holds before the division.
  const StreamOptions options = options_of(MapKind::kElu1, 1, 1);
  const StreamPtr large = opened(options), small = opened(options);
  extended(*large, {{0}}, {{0}}, {{3e38}});
  const auto step = [](Stream& stream, float q, float v) {
    const float k = 0;
    float output = test::kNaN;
    RowStatus status{};
    REQUIRE(stream_step(stream, &q, &k, &v, &output, &status).ok());
    return output;
  };
  step(*small, 0, 1);
  const std::vector<uint8_t> bytes = saved(*large);
  REQUIRE(stream_restore(*small, bytes.data(), bytes.size()).ok());
  CHECK(step(*small, 16, 1) == step(*large, 16, 1));
  CHECK(step(*small, 16, 1) == test::relative(1e38, 4 * test::kEps32));
}

TEST_CASE("16-bit accumulators stop where their spacing passes the increment") {
  const int n = 5000;
  const Rows ones(n, 1, 1);
  const std::pair<Accumulator, float> finals[] = {{Accumulator::kFloat16, 2048},
                                                  {Accumulator::kBFloat16, 256},
                                                  {Accumulator::kFloat32, 5000},
                                                  {Accumulator::kFloat64, 5000}};
  for (const auto& [accumulator, final] : finals) {
    StreamOptions options = options_of(MapKind::kIdentity, 1, 1);
    options.normalise = false;
    options.accumulator = accumulator;
    const StreamPtr stream = opened(options);
    extended(*stream, ones, ones, ones);
    const State state = state_of(*stream);
    CHECK(state.S.at(0, 0) == final);
    CHECK(state.z[0] == final);
  }
}

TEST_CASE("the state takes r d_v + r numbers of the accumulator's width, however many tokens") {
  for (const auto& width : {std::pair{Accumulator::kFloat16, 2},
                            {Accumulator::kBFloat16, 2},
                            {Accumulator::kFloat32, 4},
                            {Accumulator::kFloat64, 8}}) {
    StreamOptions options = options_of(MapKind::kElu1, 64, 64);
    options.accumulator = width.first;
    options.normalise = false;
    const StreamPtr stream = opened(options);
    CHECK(stream_state_bytes(*stream) == (64 * 64 + 64) * width.second);
    CHECK(stream_feature_dim(*stream) == 64);
  }
}

TEST_CASE("a step and an extension take no memory") {
  const Rows q = test::random(20, 3, 1), v = test::random(20, 2, 2);
  for (const MapKind kind : kEveryMap) {
    const StreamPtr stream = opened(options_of(kind, 3, 2));
    Rows output(20, 2);
    memory_meter.peak = memory_meter.live;
    const size_t before = memory_meter.live;
    RowStatus status{};
    REQUIRE(
        stream_step(*stream, q.data.data(), q.data.data(), v.data.data(), output.data.data(), &status).ok());
    REQUIRE(stream_extend(*stream, q, q, v, {output.data.data(), 20, 2}, nullptr).ok());
    CHECK(memory_meter.peak == before);
  }
}

TEST_CASE("a number past the accumulator's largest is an error, and the stream stays as it was") {
  StreamOptions options = options_of(MapKind::kIdentity, 1, 1);
  options.normalise = false;
  options.accumulator = Accumulator::kFloat16;
  const StreamPtr stream = opened(options);
  extended(*stream, {{1}}, {{1}}, {{65504}});
  const std::vector<uint8_t> before = saved(*stream);
  Rows output(2, 1);
  // 65504 + 8 rounds back to 65504; 65504 + 16 is where 65536 begins.
  Status status = stream_extend(*stream, Rows{{1}, {1}}, Rows{{1}, {1}}, Rows{{8}, {16}},
                                {output.data.data(), 2, 1}, nullptr);
  CHECK(status.code == Code::kOverflow);
  CHECK(std::string(status.argument) == "accumulator");
  CHECK(status.row == 1);
  CHECK(saved(*stream) == before);
  CHECK(stream_tokens(*stream) == 1);
  CHECK(extended(*stream, {{1}}, {{1}}, {{8}}).at(0, 0) == 65504);
}

TEST_CASE("favor streams for features of any size: what is held is relative to the largest so far") {
  for (const Accumulator accumulator : {Accumulator::kFloat32, Accumulator::kFloat16}) {
    StreamOptions options = options_of(MapKind::kFavor, 2, 1);
    const Rows W = {{0.6, -0.2}, {-1.1, 0.4}, {0.3, 0.9}};
    options.map.weights = W;
    options.map.features = 0;
    options.accumulator = accumulator;
    const StreamPtr stream = opened(options);
    // The last key outweighs the others by far; with no shift all three features would be 0 in float32.
    const Rows output =
        extended(*stream, {{30, 40}, {30, 40}, {30, 40}}, {{30, -40}, {40, 30}, {0, 50}}, {{1}, {2}, {3}});
    const double spacing = accumulator == Accumulator::kFloat32 ? test::kEps32 : 0x1p-10;
    CHECK(output.at(0, 0) == test::relative(1, 2 * spacing));
    CHECK(output.at(1, 0) == test::relative(2, 2 * spacing));
    CHECK(output.at(2, 0) == test::relative(2.99360217296701, 4 * spacing));
  }
}

TEST_CASE("wrong tokens are refused by name and place, and the stream stays as it was") {
  StreamOptions options = options_of(MapKind::kElu1, 2, 2);
  const float gates[] = {-1, -1, -1};
  options.update.kind = UpdateKind::kDecay;
  options.update.log_decay = gates;
  options.update.log_decay_count = 3;
  const StreamPtr stream = opened(options);
  extended(*stream, {{1, 2}}, {{3, 4}}, {{5, 6}});
  const std::vector<uint8_t> before = saved(*stream);
  Rows output(3, 2);
  const Matrix to{output.data.data(), 3, 2};
  const Rows good = test::random(2, 2, 1);

  Status status = stream_extend(*stream, good, Rows{{1, 2}, {3, kNaN}}, good, to, nullptr);
  CHECK(status.code == Code::kNotFinite);
  CHECK(std::string(status.argument) == "k");
  CHECK(status.row == 1);
  CHECK(status.col == 1);
  const float bad[] = {kInf, 0}, fine[] = {1, 1};
  RowStatus row{};
  status = stream_step(*stream, fine, fine, bad, output.data.data(), &row);
  CHECK(status.code == Code::kNotFinite);
  CHECK(std::string(status.argument) == "v");
  CHECK(status.col == 0);
  CHECK(stream_extend(*stream, good, test::random(3, 2, 1), good, to, nullptr).code == Code::kBadShape);
  CHECK(stream_extend(*stream, test::random(2, 3, 1), good, good, to, nullptr).code == Code::kBadShape);
  // Two tokens more have gates, three have not.
  const Rows three = test::random(3, 2, 1);
  status = stream_extend(*stream, three, three, three, to, nullptr);
  CHECK(status.code == Code::kBadOption);
  CHECK(std::string(status.argument) == "update.logDecay");
  CHECK(saved(*stream) == before);
  extended(*stream, good, good, good);
}

TEST_CASE("a number that is not finite is refused by the float32 kernels too, and changes nothing") {
  constexpr int kDim = 5, kCol = 3;
  const Rows tokens = test::random(2, kDim, 1);
  const StreamPtr stream = opened(options_of(MapKind::kElu1, kDim, kDim));
  extended(*stream, tokens, tokens, tokens);
  const std::vector<uint8_t> before = saved(*stream);
  for (const float spoilt : {kNaN, kInf, -kInf}) {
    for (const int which : {0, 1, 2}) {
      CAPTURE(spoilt);
      CAPTURE(which);
      Rows operands[] = {tokens, tokens, tokens};
      operands[which].at(1, kCol) = spoilt;
      const auto& [q, k, v] = operands;
      const char* const names[] = {"q", "k", "v"};
      Rows output(2, kDim);
      RowStatus row{};
      Status status = stream_extend(*stream, q, k, v, {output.data.data(), 2, kDim}, nullptr);
      CHECK(status.code == Code::kNotFinite);
      CHECK(std::string(status.argument) == names[which]);
      CHECK(status.row == 1);
      CHECK(status.col == kCol);
      const auto second = [](const Rows& rows) { return rows.data.data() + kDim; };
      status = stream_step(*stream, second(q), second(k), second(v), output.data.data(), &row);
      CHECK(status.code == Code::kNotFinite);
      CHECK(std::string(status.argument) == names[which]);
      CHECK(status.col == kCol);
      CHECK(saved(*stream) == before);
    }
  }
}

TEST_CASE("a step writes over the state or beside it: the same bits, and a refused token changes nothing") {
  constexpr int kTokens = 24, kKeyDim = 7, kValueDim = 21;
  for (const MapKind kind : {MapKind::kElu1, MapKind::kIdentity}) {
    Rows q = test::random(kTokens, kKeyDim, 1), k = test::random(kTokens, kKeyDim, 2),
         v = test::random(kTokens, kValueDim, 3);
    // What lies far from 0 is written beside the state, and with 1e19 in the state so is all that follows.
    q.at(5, 2) = -40;
    k.at(9, 0) = 17;
    k.at(10, 6) = 3e4f;
    v.at(17, 20) = -1e19f;
    StreamOptions options = options_of(kind, kKeyDim, kValueDim);
    options.normalise = kind == MapKind::kElu1;
    const StreamPtr stepped = opened(options), at_once = opened(options);
    for (int t = 0; t < kTokens; ++t) {
      CAPTURE(t);
      const Rows row[] = {q.slice(t, t + 1), k.slice(t, t + 1), v.slice(t, t + 1)};
      Rows output(1, kValueDim);
      RowStatus status{};
      const auto step = [&](const Rows& a, const Rows& b, const Rows& c) {
        return stream_step(*stepped, a.data.data(), b.data.data(), c.data.data(), output.data.data(),
                           &status);
      };
      const std::vector<uint8_t> before = saved(*stepped);
      for (const float spoilt : {kNaN, kInf}) {
        for (int which = 0; which < 3; ++which) {
          Rows spoilt_row[] = {row[0], row[1], row[2]};
          spoilt_row[which].at(0, t % kKeyDim) = spoilt;
          CHECK(step(spoilt_row[0], spoilt_row[1], spoilt_row[2]).code == Code::kNotFinite);
        }
      }
      const Rows far_key(1, kKeyDim, 10), far_value(1, kValueDim, 3e38f);
      CHECK(step(row[0], far_key, far_value).code == Code::kOverflow);
      CHECK(saved(*stepped) == before);
      REQUIRE(step(row[0], row[1], row[2]).ok());
    }
    extended(*at_once, q, k, v);
    const State a = state_of(*stepped), b = state_of(*at_once);
    CHECK(a.S.data == b.S.data);
    CHECK(a.z == b.z);
    CHECK(stream_tokens(*stepped) == kTokens);
  }
}

TEST_CASE("streams that cannot be are refused before they take memory") {
  const size_t before = memory_meter.live;
  const auto refused = [&](const StreamOptions& options, Code code, const char* argument) {
    Stream* stream = nullptr;
    const Status status = open_stream(options, &stream);
    CHECK(stream == nullptr);
    CHECK(status.code == code);
    CHECK(std::string(status.argument) == argument);
    CHECK(memory_meter.live == before);
  };
  refused(options_of(MapKind::kElu1, 0, 1), Code::kBadShape, "keyDim");
  refused(options_of(MapKind::kElu1, 1, -1), Code::kBadShape, "valueDim");
  refused(options_of(MapKind::kElu1, 100000, 100000), Code::kTooLarge, "keyDim, valueDim");
  StreamOptions options = options_of(MapKind::kCosformer, 2, 1);
  options.map.length = 0;
  refused(options, Code::kBadOption, "featureMap.length");
  options = options_of(MapKind::kFavor, 2, 1);
  options.map.epsilon = 1e-4;
  refused(options, Code::kBadOption, "featureMap.epsilon");
  options = options_of(MapKind::kElu1, 2, 1);
  options.epsilon = -1;
  refused(options, Code::kBadOption, "epsilon");
  options.epsilon = 0;
  options.update = {UpdateKind::kDecay, 1.5};
  refused(options, Code::kBadOption, "update.gamma");
  const float rising[] = {-1, 0.5f};
  options.update.log_decay = rising;
  options.update.log_decay_count = 2;
  refused(options, Code::kBadOption, "update.logDecay");
}
