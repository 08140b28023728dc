// Memory: estimated from the sizes, refused before it is taken, given back after every call. And every wrong
// argument by its name and place.
#include "attn/limits.h"

#include <doctest/doctest.h>

#include <string>

#include "attn/checks.h"
#include "kernels/kernels.h"
#include "support.h"

using namespace attn;
using test::kInf;
using test::kNaN;
using test::Rows;

namespace {

const Rows kQ = {{1, 2}, {3, 4}, {5, 6}}, kK = {{1, 0}, {0, 1}}, kV = {{1, 2, 3}, {4, 5, 6}};

Status tried(const Rows& q, const Rows& k, const Rows& v, const AttendOptions& options) {
  const size_t before = memory_meter.live;
  Status status;
  {
    Attended out;
    status = attend(q, k, v, options, out);
  }
  CHECK(memory_meter.live == before);
  return status;
}

void refused(const Status& status, Code code, const char* argument, int row = -1, int col = -1) {
  CHECK(status.code == code);
  CHECK(std::string(status.argument) == argument);
  CHECK(status.row == row);
  CHECK(status.col == col);
}

}  // namespace

TEST_CASE("no call takes more than was estimated for it") {
  for (const auto& lengths : {std::pair{40, 40}, {3, 90}, {90, 3}, {1, 1}}) {
    const int n_q = lengths.first, n_k = lengths.second, d = 5, d_v = 3;
    const Rows q = test::random(n_q, d, 1), k = test::random(n_k, d, 2), v = test::random(n_k, d_v, 3);
    const double inputs = 4.0 * (q.data.size() + k.data.size() + v.data.size());
    const std::vector<uint8_t> mask(static_cast<size_t>(n_q) * n_k, 1);
    const auto measure = [&](const AttendOptions& options) {
      Attended out;
      const Status status = attend(q, k, v, options, out);
      CAPTURE(std::string(status.argument));
      REQUIRE(status.ok());
      CHECK(out.counts.peak_bytes > 0);
      CHECK(out.counts.peak_bytes + inputs <= attend_bytes(q, k, v, options));
    };
    for (int setting = 0; setting < 4; ++setting) {
      AttendOptions options;
      options.precision = setting % 2 == 0 ? Precision::kFloat32 : Precision::kFloat64;
      options.causal = setting < 2 ? Causal::kNone : Causal::kBottomRight;
      options.mask = setting == 1 ? mask.data() : nullptr;
      options.want_log_sum_exp = options.want_weights = true;
      measure(options);
      if (n_q == n_k) {
        options.mechanism = Mechanism::kSparse;
        options.pattern.kind = PatternKind::kBigBird;
        options.pattern.block_size = n_q < 4 ? 1 : 3;
        options.pattern.random_blocks = n_q < 4 ? 0 : 2;
        measure(options);
      }
      options.mechanism = Mechanism::kFlash;
      options.want_weights = false;
      options.want_trace = true;
      options.block_rows = 7;
      options.block_cols = setting + 1;
      measure(options);
      for (int kind = 0; kind < 12; ++kind) {
        for (const Form form : {Form::kAuto, Form::kRecurrent, Form::kQuadratic}) {
          for (const bool everything : {false, true}) {
            AttendOptions linear = test::linear(static_cast<MapKind>(kind));
            linear.map.features = 9;
            linear.map.epsilon = linear.map.kind == MapKind::kFavor && everything ? 1e-3 : 0;
            linear.form = form;
            linear.causal = options.causal;
            linear.precision = options.precision;
            linear.want_weights = linear.want_state = linear.want_normaliser = everything;
            linear.chunk = setting;
            CAPTURE(kind);
            measure(linear);
          }
        }
      }
    }
  }
}

TEST_CASE("what passes the limit is refused with what was asked for, from the sizes alone") {
  const size_t before = memory_meter.live;
  AttendOptions options;
  Status status =
      check_attend({nullptr, 1000000, 64}, {nullptr, 1000000, 64}, {nullptr, 1000000, 64}, options, 0);
  refused(status, Code::kTooLarge, "q, k, v");
  CHECK(status.got > 4e12);
  CHECK(status.limit == kMaxBytes);
  // The same sizes fit where no (n_q, n_k) is held.
  for (const Mechanism mechanism : {Mechanism::kFlash, Mechanism::kLinear}) {
    options.mechanism = mechanism;
    CHECK(check_attend({nullptr, 1000000, 64}, {nullptr, 1000000, 64}, {nullptr, 1000000, 64}, options, 0)
              .ok());
    const double held = kMaxBytes / 2;
    CHECK(check_attend({nullptr, 1000000, 64}, {nullptr, 1000000, 64}, {nullptr, 1000000, 64}, options, held)
              .code == Code::kTooLarge);
  }
  options = test::linear(MapKind::kTaylor2);
  CHECK(check_attend({nullptr, 2, 30000}, {nullptr, 2, 30000}, {nullptr, 2, 1}, options, 0).code ==
        Code::kTooLarge);
  CHECK(check_attend({nullptr, 2147483647, 2147483647}, {nullptr, 2147483647, 2147483647},
                     {nullptr, 2147483647, 1}, options, 0)
            .code == Code::kTooLarge);
  CHECK(check_pattern(Pattern(), 1000000).code == Code::kTooLarge);
  CHECK(memory_meter.live == before);
}

TEST_CASE("a row so long that 32 bits do not count its scratch is refused, and no sum of sizes overflows") {
  const size_t before = memory_meter.live;
  // linear_write wants 68 numbers for each of 63,161,288 columns and 516 more: 2^32 + 804, of which a size_t
  // of 32 bits would keep 804. The general path wants 4 doubles a column.
  const int wide = 63161284;
  CHECK(check_attend({nullptr, 1, 1}, {nullptr, 1, 1}, {nullptr, 1, wide}, test::linear(MapKind::kElu1), 0)
            .code == Code::kTooLarge);
  // Flash attention has room for 8 packed keys and 16 queries of so many numbers.
  const int long_keys = 178956971;
  AttendOptions flash;
  flash.mechanism = Mechanism::kFlash;
  if (kernels::kVectorised) {
    CHECK(attend_bytes({nullptr, 1, long_keys}, {nullptr, 1, long_keys}, {nullptr, 1, 1}, flash) >=
          24.0 * 4 * long_keys);
  }
  constexpr int kMost = std::numeric_limits<int>::max();
  for (const Mechanism mechanism :
       {Mechanism::kSoftmax, Mechanism::kFlash, Mechanism::kSparse, Mechanism::kLinear}) {
    AttendOptions options;
    options.mechanism = mechanism;
    for (const int rows : {1, kMost}) {
      CHECK(check_attend({nullptr, rows, kMost}, {nullptr, rows, kMost}, {nullptr, rows, kMost}, options, 0)
                .code == Code::kTooLarge);
    }
  }
  StreamOptions stream;
  stream.key_dim = stream.value_dim = kMost;
  CHECK(check_stream(stream).code == Code::kTooLarge);
  CHECK(memory_meter.live == before);
}

TEST_CASE("shapes that do not fit are refused by name") {
  refused(tried({{1, 2, 3}}, kK, kV, {}), Code::kBadShape, "k.cols");
  refused(tried(kQ, kK, {{1}}, {}), Code::kBadShape, "v.rows");
  refused(tried(Rows(2, 0), Rows(2, 0), kV, {}), Code::kBadShape, "q.cols");
  refused(tried(kQ, kK, Rows(2, 0), {}), Code::kBadShape, "v.cols");
  AttendOptions options = test::linear(MapKind::kElu1);
  const float gates[] = {0};
  options.update.kind = UpdateKind::kDecay;
  options.update.log_decay = gates;
  options.update.log_decay_count = 1;
  refused(tried(kQ, kK, kV, options), Code::kBadShape, "mechanism.update.logDecay");
}

TEST_CASE("a NaN or an infinity in a used place is named with its row and column") {
  for (const Mechanism mechanism :
       {Mechanism::kSoftmax, Mechanism::kFlash, Mechanism::kSparse, Mechanism::kLinear}) {
    AttendOptions options;
    options.mechanism = mechanism;
    refused(tried({{1, 2}, {3, kNaN}}, kK, kV, options), Code::kNotFinite, "q", 1, 1);
    refused(tried(kQ, {{1, 0}, {-kInf, 1}}, kV, options), Code::kNotFinite, "k", 1, 0);
    refused(tried(kQ, kK, {{1, 2, kInf}, {4, 5, 6}}, options), Code::kNotFinite, "v", 0, 2);
    // Queries 0 and 1 see no key: the first that counts is query 1 of 3.
    options.causal = Causal::kBottomRight;
    refused(tried({{kNaN, 1}, {3, 4}, {5, kNaN}}, kK, kV, options), Code::kNotFinite, "q", 2, 1);
  }
  const uint8_t mask[] = {0, 1, 0, 1, 0, 0};
  AttendOptions masked;
  masked.mask = mask;
  refused(tried(kQ, {{1, 0}, {0, kNaN}}, kV, masked), Code::kNotFinite, "k", 1, 1);
  CHECK(tried(kQ, {{1, kNaN}, {0, 1}}, kV, masked).ok());
}

TEST_CASE("finite inputs whose result float32 cannot hold are an overflow, never an infinity") {
  const Rows huge = {{3e38, 3e38}};
  refused(tried(huge, huge, {{1}}, test::linear(MapKind::kIdentity)), Code::kOk, "");
  AttendOptions options = test::linear(MapKind::kIdentity);
  options.normalise = false;
  refused(tried(huge, huge, {{1}}, options), Code::kOverflow, "output", 0, 0);
  options.normalise = true;
  options.want_normaliser = true;
  refused(tried(huge, huge, {{1}}, options), Code::kOverflow, "normaliser", 0, 0);
  // A normaliser of 6e-8 under a numerator of 6e38.
  refused(tried({{1, 0}}, {{1, 0}, {-1 + 0x1p-24, 0}}, {{3e38}, {-3e38}}, test::linear(MapKind::kIdentity)),
          Code::kOverflow, "output", 0, 0);
  AttendOptions exact;
  exact.want_log_sum_exp = true;
  refused(tried(huge, huge, {{1}}, exact), Code::kOverflow, "logSumExp", 0);
  exact.has_scale = true;
  exact.scale = 1e300;
  refused(tried(huge, huge, {{1}}, exact), Code::kOverflow, "scores", 0, 0);
}

TEST_CASE("options outside their range, and wants that a mechanism cannot answer, are refused by name") {
  AttendOptions options;
  options.has_scale = true;
  options.scale = std::numeric_limits<double>::infinity();
  refused(tried(kQ, kK, kV, options), Code::kBadOption, "scale");

  options = AttendOptions();
  options.mechanism = Mechanism::kFlash;
  options.block_rows = -1;
  refused(tried(kQ, kK, kV, options), Code::kBadOption, "mechanism.blockRows");

  const struct {
    Mechanism mechanism;
    bool AttendOptions::*want;
  } unanswerable[] = {{Mechanism::kFlash, &AttendOptions::want_weights},
                      {Mechanism::kSoftmax, &AttendOptions::want_trace},
                      {Mechanism::kSparse, &AttendOptions::want_trace},
                      {Mechanism::kLinear, &AttendOptions::want_trace},
                      {Mechanism::kLinear, &AttendOptions::want_log_sum_exp},
                      {Mechanism::kSoftmax, &AttendOptions::want_normaliser},
                      {Mechanism::kFlash, &AttendOptions::want_state},
                      {Mechanism::kSparse, &AttendOptions::want_normaliser}};
  for (const auto& each : unanswerable) {
    options = AttendOptions();
    options.mechanism = each.mechanism;
    options.*each.want = true;
    refused(tried(kQ, kK, kV, options), Code::kBadOption, "want");
  }

  options = test::linear(MapKind::kElu1);
  for (const double epsilon : {-1e-6, static_cast<double>(kNaN), static_cast<double>(kInf)}) {
    options.epsilon = epsilon;
    refused(tried(kQ, kK, kV, options), Code::kBadOption, "mechanism.epsilon");
  }
  options.epsilon = 0;
  options.chunk = -3;
  refused(tried(kQ, kK, kV, options), Code::kBadOption, "mechanism.chunk");
  options.chunk = 0;
  for (const double gamma : {-0.1, 1.1, static_cast<double>(kNaN)}) {
    options.update = {UpdateKind::kDecay, gamma};
    refused(tried(kQ, kK, kV, options), Code::kBadOption, "mechanism.update.gamma");
  }
  options.update = Update();
  const uint8_t mask[] = {1, 1, 1, 1, 2, 1};
  options.mask = mask;
  refused(tried(kQ, kK, kV, options), Code::kBadOption, "mask");
  options.mask = nullptr;

  SUBCASE("mask bytes are 0 or 1, and nothing else") {
    AttendOptions masked;
    masked.mask = mask;
    refused(tried(kQ, kK, kV, masked), Code::kBadOption, "mask", 2, 0);
    const uint8_t key_mask[] = {1, 255};
    options.key_mask = key_mask;
    refused(tried(kQ, kK, kV, options), Code::kBadOption, "keyMask", -1, 1);
  }
}

TEST_CASE("a number that is not finite is refused with its place, in a long sequence too") {
  constexpr int kTokens = 64, kDim = 20, kRow = 37, kCol = 13;
  for (const Causal causal : {Causal::kNone, Causal::kTopLeft}) {
    for (const float spoilt : {kNaN, kInf, -kInf}) {
      for (const int which : {0, 1, 2}) {
        CAPTURE(static_cast<int>(causal));
        CAPTURE(spoilt);
        CAPTURE(which);
        Rows operands[] = {test::random(kTokens, kDim, 1), test::random(kTokens, kDim, 2),
                           test::random(kTokens, kDim, 3)};
        operands[which].at(kRow, kCol) = spoilt;
        AttendOptions options = test::linear(MapKind::kElu1);
        options.causal = causal;
        Attended out;
        const Status status = attend(operands[0], operands[1], operands[2], options, out);
        const char* const names[] = {"q", "k", "v"};
        CHECK(status.code == Code::kNotFinite);
        CHECK(std::string(status.argument) == names[which]);
        CHECK(status.row == kRow);
        CHECK(status.col == kCol);
      }
    }
  }
}
