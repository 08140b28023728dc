// What holds for any numbers, on seeded random shapes: rows from 0, columns from 1, on both sides of the
// widths that kernels work in.
#include <doctest/doctest.h>

#include <memory>
#include <numeric>
#include <string>

#include "attn/stream.h"
#include "support.h"

using namespace attn;
using test::Rows;

namespace {

constexpr int kRows[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33};
constexpr int kShapes = sizeof(kRows) / sizeof(kRows[0]);
constexpr int kCols[] = {1, 2, 3, 4, 5, 7, 8, 9};

template <size_t n>
int pick(Random& random, const int (&from)[n]) {
  return from[random.below(n)];
}

struct Problem {
  Rows q, k, v;
};

Problem drawn(Random& random, int n_q, int n_k) {
  const int d_k = pick(random, kCols), d_v = pick(random, kCols);
  const uint32_t seed = random.next();
  return {test::random(n_q, d_k, seed), test::random(n_k, d_k, seed + 1), test::random(n_k, d_v, seed + 2)};
}

struct Way {
  std::string name;
  AttendOptions options;
};

// Every map whose features are never negative, so that weights are not either.
std::vector<Way> positive_maps() {
  std::vector<Way> ways;
  for (const auto& [name, kind] :
       {std::pair{"elu+1", MapKind::kElu1}, std::pair{"relu", MapKind::kRelu},
        std::pair{"squared-relu", MapKind::kSquaredRelu}, std::pair{"exp", MapKind::kExp},
        std::pair{"favor", MapKind::kFavor}, std::pair{"dpfp", MapKind::kDpfp},
        std::pair{"cosformer", MapKind::kCosformer}, std::pair{"efficient", MapKind::kEfficient},
        std::pair{"hedgehog", MapKind::kHedgehog}}) {
    AttendOptions options = test::linear(kind);
    options.precision = Precision::kFloat64;
    if (kind == MapKind::kFavor) options.map.features = 5;
    if (kind == MapKind::kCosformer) options.map.length = 64;
    ways.push_back({name, options});
  }
  // In float32 this one has a kernel of its own.
  ways.push_back({"elu+1 in float32", test::linear(MapKind::kElu1)});
  return ways;
}

std::vector<Way> averages() {
  std::vector<Way> ways = positive_maps();
  for (const Precision precision : {Precision::kFloat32, Precision::kFloat64}) {
    AttendOptions options;
    options.precision = precision;
    ways.push_back({"softmax", options});
    options.mechanism = Mechanism::kFlash;
    ways.push_back({"flash", options});
    options.block_rows = 3;
    options.block_cols = 4;
    ways.push_back({"flash in small tiles", options});
    options.mechanism = Mechanism::kSparse;  // an unlimited window
    ways.push_back({"sparse", options});
  }
  return ways;
}

double longest_row(const Rows& x) {
  double most = 0;
  for (int i = 0; i < x.rows; ++i) {
    double square = 0;
    for (int c = 0; c < x.cols; ++c) square += static_cast<double>(x.at(i, c)) * x.at(i, c);
    most = std::fmax(most, square);
  }
  return std::sqrt(most);
}

// How far two computations of the same average may lie apart. All terms of numerator and denominator are of
// one sign but for v's, so that errors are relative to the largest value: a weight is off by the error of its
// exponent, (d_k + 2) roundings of a score, or of its r <= 3 d_k + 8 features, and each sum by n_k more. That
// is for the numerator, as much for the denominator, and all twice for two results, each rounded to float32
// in the end.
double average_bound(const Problem& p, Precision precision) {
  const double unit = precision == Precision::kFloat64 ? 0x1p-53 : 0x1p-24;
  const double score = longest_row(p.q) * longest_row(p.k);
  const double roundings = (p.q.cols + 2) * (score + 3) + 8 + p.k.rows;
  const double largest = test::largest(p.v.data.data(), p.v.data.size());
  return (4 * roundings * unit + test::kEps32) * largest;
}

Attended attended(const Problem& p, const AttendOptions& options) {
  Attended out;
  const Status status = attend(p.q, p.k, p.v, options, out);
  CAPTURE(std::string(status.argument));
  CAPTURE(std::string(status.expected));
  REQUIRE(status.ok());
  return out;
}

Rows output_of(const Problem& p, const AttendOptions& options) {
  const Attended out = attended(p, options);
  Rows rows(out.output.rows(), out.output.cols());
  std::copy(out.output.data(), out.output.data() + out.output.size(), rows.data.begin());
  return rows;
}

// The largest difference of two entries; infinite where a NaN or a size differs.
double apart(const Rows& a, const Rows& b) {
  if (a.rows != b.rows || a.data.size() != b.data.size()) return INFINITY;
  double most = 0;
  for (size_t i = 0; i < a.data.size(); ++i) {
    const double difference = std::fabs(static_cast<double>(a.data[i]) - b.data[i]);
    most = std::isnan(difference) ? INFINITY : std::fmax(most, difference);
  }
  return most;
}

Rows in_order(const Rows& x, const std::vector<int>& order) {
  Rows result(x.rows, x.cols);
  for (int i = 0; i < x.rows; ++i) {
    for (int c = 0; c < x.cols; ++c) result.at(i, c) = x.at(order[i], c);
  }
  return result;
}

std::vector<int> shuffled(Random& random, int n) {
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  for (int i = n - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  return order;
}

Rows times(const Rows& x, float factor) {
  Rows result = x;
  for (float& entry : result.data) entry *= factor;
  return result;
}

}  // namespace

TEST_CASE("property: what comes later never changes a causal output") {
  Random random(uint64_t{1}, uint64_t{20});
  for (int shape = 0; shape < kShapes; ++shape) {
    const int n = kRows[shape];
    const Problem whole = drawn(random, n, n);
    const int kept = static_cast<int>(random.below(n + 1));
    Problem changed = whole;
    const Problem other = drawn(random, n, n);
    for (Rows* x : {&changed.q, &changed.k, &changed.v}) {
      for (int i = kept; i < n; ++i) {
        for (int c = 0; c < x->cols; ++c) x->at(i, c) = 2 * other.v.at(i, c % other.v.cols) - 1;
      }
    }
    for (Way& way : averages()) {
      CAPTURE(way.name);
      CAPTURE(n);
      CAPTURE(kept);
      way.options.causal = Causal::kBottomRight;
      const Rows before = output_of(whole, way.options).slice(0, kept);
      const Rows after = output_of(changed, way.options).slice(0, kept);
      // Features that grow exponentially share a factor over all keys, which the change moves: not the same
      // bits.
      const double bound = std::fmax(average_bound(whole, way.options.precision),
                                     average_bound(changed, way.options.precision));
      CHECK(apart(before, after) <= bound);
    }
  }
}

TEST_CASE("property: the order of keys does not matter, and the order of queries is that of the outputs") {
  Random random(uint64_t{2}, uint64_t{20});
  for (int shape = 0; shape < kShapes; ++shape) {
    const Problem p = drawn(random, kRows[shape], pick(random, kRows));
    const std::vector<int> queries = shuffled(random, p.q.rows), keys = shuffled(random, p.k.rows);
    const Problem permuted{in_order(p.q, queries), in_order(p.k, keys), in_order(p.v, keys)};
    for (const Way& way : averages()) {
      if (way.options.map.kind == MapKind::kCosformer) continue;  // its features depend on the position
      CAPTURE(way.name);
      CAPTURE(p.q.rows);
      CAPTURE(p.k.rows);
      CHECK(apart(in_order(output_of(p, way.options), queries), output_of(permuted, way.options)) <=
            average_bound(p, way.options.precision));
    }
  }
}

TEST_CASE("property: with weights that are not negative, an output lies between the values it averages") {
  Random random(uint64_t{3}, uint64_t{20});
  for (int shape = 0; shape < kShapes; ++shape) {
    const Problem p = drawn(random, kRows[shape], pick(random, kRows));
    for (Way way : averages()) {
      for (const Causal causal : {Causal::kNone, Causal::kBottomRight, Causal::kTopLeft}) {
        CAPTURE(way.name);
        CAPTURE(p.q.rows);
        CAPTURE(p.k.rows);
        way.options.causal = causal;
        if (way.options.mechanism == Mechanism::kLinear && shape % 2 == 1) {
          way.options.update = {UpdateKind::kDecay, 0.8};
          way.options.causal = Causal::kBottomRight;
        }
        const double bound = average_bound(p, way.options.precision);
        const Attended out = attended(p, way.options);
        for (int i = 0; i < p.q.rows; ++i) {
          int seen = p.k.rows;
          if (way.options.causal == Causal::kTopLeft) seen = std::min(seen, i + 1);
          if (way.options.causal == Causal::kBottomRight) seen = std::max(0, i + 1 + p.k.rows - p.q.rows);
          for (int c = 0; c < p.v.cols; ++c) {
            // A row without a key, or whose weights are all 0, is zeros.
            double least = out.status[i] == 0 ? INFINITY : 0, most = -least;
            for (int j = 0; j < seen && out.status[i] == 0; ++j) {
              least = std::fmin(least, p.v.at(j, c));
              most = std::fmax(most, p.v.at(j, c));
            }
            const double value = out.output.row(i)[c];
            if (!(value >= least - bound && value <= most + bound)) FAIL_CHECK(i << " " << c << " " << value);
          }
        }
      }
    }
  }
}

TEST_CASE("property: softmax, flash in any tiles and an unlimited window are one function") {
  Random random(uint64_t{4}, uint64_t{20});
  for (int shape = 0; shape < kShapes; ++shape) {
    const Problem p = drawn(random, kRows[shape], pick(random, kRows));
    for (const Causal causal : {Causal::kNone, Causal::kBottomRight, Causal::kTopLeft}) {
      AttendOptions options;
      options.causal = causal;
      options.precision = Precision::kFloat64;
      const Rows expected = output_of(p, options);
      for (const Precision precision : {Precision::kFloat32, Precision::kFloat64}) {
        options.precision = precision;
        const double bound = average_bound(p, precision);
        options.mechanism = Mechanism::kSparse;
        CHECK(apart(output_of(p, options), expected) <= bound);
        options.mechanism = Mechanism::kFlash;
        for (const auto& block : {std::pair{0, 0}, std::pair{1, 1}, std::pair{1, 64}, std::pair{64, 1},
                                  std::pair{4, 8}, std::pair{5, 3}}) {
          // Named one by one: CAPTURE is a lambda, and C++17 lets no lambda capture a structured binding.
          const int rows = block.first;
          const int cols = block.second;
          CAPTURE(rows);
          CAPTURE(cols);
          options.block_rows = rows;
          options.block_cols = cols;
          CHECK(apart(output_of(p, options), expected) <= bound);
        }
        options.block_rows = options.block_cols = 0;
        options.mechanism = Mechanism::kSoftmax;
      }
    }
  }
}

TEST_CASE("property: every form and every chunk of linear attention is one function") {
  Random random(uint64_t{5}, uint64_t{20});
  for (int shape = 0; shape < kShapes; ++shape) {
    Problem p = drawn(random, kRows[shape], pick(random, kRows));
    std::vector<Way> ways = positive_maps();
    AttendOptions delta = test::linear(MapKind::kIdentity);
    delta.update.kind = UpdateKind::kDelta;
    delta.update.beta = 0.7;
    delta.normalise = false;
    ways.push_back({"delta rule", delta});
    for (Way& way : ways) {
      CAPTURE(way.name);
      CAPTURE(p.q.rows);
      CAPTURE(p.k.rows);
      way.options.precision = Precision::kFloat64;
      way.options.causal = std::array{Causal::kNone, Causal::kBottomRight, Causal::kTopLeft}[shape % 3];
      double bound = average_bound(p, Precision::kFloat64);
      if (way.options.update.kind == UpdateKind::kDelta) {
        // Keys shorter than 1 and beta <= 1: no write makes the state longer but by beta |v|, so that an
        // output is at most |q| times the sum of the values. Roundings add up over all tokens and their
        // products.
        way.options.causal = Causal::kBottomRight;
        p.k = times(p.k, static_cast<float>(1 / std::fmax(1, longest_row(p.k))));
        const double size = longest_row(p.q) * longest_row(p.v) * p.k.rows;
        const double roundings = 4.0 * p.k.rows * (p.k.rows + p.k.cols + 4);
        bound = (roundings * 0x1p-53 + test::kEps32) * size;
      } else if (shape % 2 == 1 && way.options.causal != Causal::kNone) {
        way.options.update = {UpdateKind::kDecay, 0.9};
      }
      way.options.form = Form::kRecurrent;
      const Rows expected = output_of(p, way.options);
      for (const auto& each :
           {std::pair{Form::kAuto, 0}, std::pair{Form::kParallel, 0}, std::pair{Form::kQuadratic, 0},
            std::pair{Form::kChunked, 0}, std::pair{Form::kChunked, 1}, std::pair{Form::kChunked, 3},
            std::pair{Form::kChunked, 4}, std::pair{Form::kChunked, 64}}) {
        const Form form = each.first;
        const int chunk = each.second;
        CAPTURE(static_cast<int>(form));
        CAPTURE(chunk);
        way.options.form = form;
        way.options.chunk = chunk;
        CHECK(apart(output_of(p, way.options), expected) <= bound);
      }
    }
  }
}

TEST_CASE(
    "property: relu, squared relu and DPFP weigh by direction: longer queries and keys change nothing") {
  Random random(uint64_t{6}, uint64_t{20});
  for (int shape = 0; shape < kShapes; ++shape) {
    const Problem p = drawn(random, kRows[shape], pick(random, kRows));
    for (const MapKind kind : {MapKind::kRelu, MapKind::kSquaredRelu, MapKind::kDpfp}) {
      AttendOptions options = test::linear(kind);
      options.precision = Precision::kFloat64;
      CAPTURE(static_cast<int>(kind));
      const Rows expected = output_of(p, options);
      // A power of two scales every number on the way without rounding: the same bits.
      CHECK(output_of({times(p.q, 4), times(p.k, 0.5f), p.v}, options).data == expected.data);
      // Any other rounds each entry to float32 once; a weight is a product of up to four of them.
      const double rounded = 2 * 4 * 0x1p-24 * test::largest(p.v.data.data(), p.v.data.size());
      CHECK(apart(output_of({times(p.q, 3), times(p.k, 0.37f), p.v}, options), expected) <=
            average_bound(p, Precision::kFloat64) + rounded);
    }
  }
}

TEST_CASE("property: a stream may be cut, saved and restored anywhere") {
  const auto open = [](const StreamOptions& options) {
    Stream* stream = nullptr;
    REQUIRE(open_stream(options, &stream).ok());
    return std::unique_ptr<Stream, void (*)(Stream*)>(stream, close_stream);
  };
  Random random(uint64_t{7}, uint64_t{20});
  for (int shape = 0; shape < kShapes; ++shape) {
    const int n = kRows[shape];
    const Problem p = drawn(random, n, n);
    for (const Way& way : positive_maps()) {
      CAPTURE(way.name);
      CAPTURE(n);
      AttendOptions whole = way.options;
      whole.causal = Causal::kBottomRight;
      if (shape % 2 == 1) whole.update = {UpdateKind::kDecay, 0.9};
      StreamOptions options;
      options.key_dim = p.q.cols;
      options.value_dim = p.v.cols;
      options.map = whole.map;
      options.update = whole.update;
      const bool exact = whole.precision == Precision::kFloat64;
      options.accumulator = exact ? Accumulator::kFloat64 : Accumulator::kFloat32;
      auto stream = open(options);
      Rows output(n, p.v.cols);
      for (int from = 0; from < n;) {
        const int count = static_cast<int>(random.below(n - from + 1));
        const Matrix part{output.data.data() + static_cast<size_t>(from) * p.v.cols, count, p.v.cols};
        const int to = from + count;
        REQUIRE(stream_extend(*stream, p.q.slice(from, to), p.k.slice(from, to), p.v.slice(from, to), part,
                              nullptr)
                    .ok());
        from = to;
        std::vector<uint8_t> bytes(stream_save_bytes(*stream));
        stream_save(*stream, bytes.data());
        stream = open(options);
        REQUIRE(stream_restore(*stream, bytes.data(), bytes.size()).ok());
      }
      CHECK(stream_tokens(*stream) == n);
      CHECK(apart(output, output_of(p, whole)) <= average_bound(p, whole.precision));
    }
  }
}
