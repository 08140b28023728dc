// Linear attention over rows that come and go in blocks: what attend() gives for matrices in memory.
#include "attn/blocks.h"

#include <doctest/doctest.h>

#include "kernels/kernels.h"
#include "support.h"

using namespace attn;
using test::kNaN;
using test::Rows;

namespace {

// Copies, so that a row that is used after its block has gone shows.
class CopiedRows : public RowSource {
 public:
  explicit CopiedRows(const Rows& from) : from_(from) {}
  const float* rows(int first, int count) override {
    largest = std::max(largest, count);
    for (float& old : block_) old = kNaN;
    block_ = from_.slice(first, first + count).data;
    return block_.data();
  }
  int largest = 0;

 private:
  const Rows& from_;
  std::vector<float> block_;
};

class CopyingSink : public RowSink {
 public:
  CopyingSink(int rows, int cols) : output(rows, cols, kNaN) {}
  float* room(int, int count) override {
    block_.assign(static_cast<size_t>(count) * output.cols, kNaN);
    return block_.data();
  }
  void take(int first, int) override {
    std::copy(block_.begin(), block_.end(), output.data.begin() + static_cast<size_t>(first) * output.cols);
  }
  Rows output;

 private:
  std::vector<float> block_;
};

struct Shape {
  int n_q, n_k;
  Causal causal;
};
// Also more queries than keys, so that the first see none, and fewer.
constexpr Shape kShapes[] = {{40, 33, Causal::kNone},        {40, 40, Causal::kBottomRight},
                             {40, 33, Causal::kBottomRight}, {33, 40, Causal::kBottomRight},
                             {33, 40, Causal::kTopLeft},     {40, 33, Causal::kTopLeft}};
constexpr int kKeyDim = 37, kValueDim = 41;

}  // namespace

TEST_CASE("blocks of any size give what float64 gives of whole matrices") {
  if (!kernels::kVectorised) return;
  for (const Shape& shape : kShapes) {
    const Rows q = test::random(shape.n_q, kKeyDim, 1), k = test::random(shape.n_k, kKeyDim, 2),
               v = test::random(shape.n_k, kValueDim, 3);
    AttendOptions options = test::linear(MapKind::kElu1);
    options.causal = shape.causal;
    options.want_normaliser = options.want_state = true;
    // Of queries; a power of 2 adds no rounding.
    options.has_scale = shape.n_q != shape.n_k;
    options.scale = 0.5;
    Attended whole;
    options.precision = Precision::kFloat64;
    REQUIRE(attend(q, k, v, options, whole).ok());
    options.precision = Precision::kFloat32;
    float furthest = 0;
    for (const float x : v.data) furthest = std::max(furthest, std::fabs(x));
    // A weighted mean of values: each weight is off by the roundings of two features, r products and n
    // additions.
    const double tolerance = 2 * (2 * 8 + kKeyDim + shape.n_k + 4) * test::kEps32 * furthest;
    for (const int at_a_time : {1, 3, 8, 19, 64}) {
      CAPTURE(shape.n_q);
      CAPTURE(shape.n_k);
      CAPTURE(static_cast<int>(shape.causal));
      CAPTURE(at_a_time);
      CopiedRows q_rows(q), k_rows(k), v_rows(v);
      CopyingSink sink(shape.n_q, kValueDim);
      const ConstMatrix sizes[] = {
          {nullptr, q.rows, q.cols}, {nullptr, k.rows, k.cols}, {nullptr, v.rows, v.cols}};
      Attended out;
      bool done = false;
      const BlockedRows rows = {q_rows, k_rows, v_rows, &sink, at_a_time};
      REQUIRE(attend_by_blocks(sizes[0], sizes[1], sizes[2], rows, options, out, &done).ok());
      REQUIRE(done);
      CHECK(std::max({q_rows.largest, k_rows.largest, v_rows.largest}) <= at_a_time);
      test::check_close(sink.output.data.data(), whole.output.data(), sink.output.data.size(), tolerance);
      for (int i = 0; i < shape.n_q; ++i) CHECK(out.status[i] == whole.status[i]);
      Attended held;
      REQUIRE(attend_by_blocks(sizes[0], sizes[1], sizes[2], {q_rows, k_rows, v_rows, nullptr, at_a_time},
                               options, held, &done)
                  .ok());
      REQUIRE(held.output.size() == sink.output.data.size());
      CHECK(std::equal(sink.output.data.begin(), sink.output.data.end(), held.output.data()));
      const double features = 2 * (8 + kKeyDim + shape.n_k) * test::kEps32;
      for (int i = 0; i < shape.n_q; ++i) {
        CHECK(std::fabs(out.normaliser[i] - whole.normaliser[i]) <= features * whole.normaliser[i]);
      }
      for (int a = 0; a < kKeyDim; ++a) {
        CHECK(std::fabs(out.state_z[a] - whole.state_z[a]) <= features * whole.state_z[a]);
        for (int c = 0; c < kValueDim; ++c) {
          CHECK(std::fabs(out.state_S.row(a)[c] - whole.state_S.row(a)[c]) <=
                features * whole.state_z[a] * furthest);
        }
      }
    }
  }
}

TEST_CASE("blocks: a number that is not finite leaves the work to the general path") {
  if (!kernels::kVectorised) return;
  const int n = 24;
  for (int spoilt = 0; spoilt < 3; ++spoilt) {
    Rows matrices[] = {test::random(n, kKeyDim, 1), test::random(n, kKeyDim, 2),
                       test::random(n, kValueDim, 3)};
    matrices[spoilt].at(17, 5) = kNaN;
    const auto& [q, k, v] = matrices;
    for (const Causal causal : {Causal::kNone, Causal::kBottomRight}) {
      AttendOptions options = test::linear(MapKind::kElu1);
      options.causal = causal;
      CopiedRows q_rows(q), k_rows(k), v_rows(v);
      CopyingSink sink(n, kValueDim);
      Attended out;
      bool done = true;
      REQUIRE(attend_by_blocks(q, k, v, {q_rows, k_rows, v_rows, &sink, 7}, options, out, &done).ok());
      CHECK_FALSE(done);
    }
  }
}
