// Matrices that need not lie in the core's memory: their rows come and go in blocks.
#pragma once

#include "attn/matrix.h"

namespace attn {

class RowSource {
 public:
  virtual ~RowSource() = default;
  // Rows [first, first + count); good until the next call.
  virtual const float* rows(int first, int count) = 0;
};

class RowSink {
 public:
  virtual ~RowSink() = default;
  // Room for rows [first, first + count); good until the next call.
  virtual float* room(int first, int count) = 0;
  // That room has been filled.
  virtual void take(int first, int count) = 0;
};

// The rows of one attention problem.
struct BlockedRows {
  RowSource& q;     // (n_q, d_k)
  RowSource& k;     // (n_k, d_k)
  RowSource& v;     // (n_k, d_v)
  RowSink* output;  // (n_q, d_v); null: Attended::output, whole
  int at_a_time;    // the most rows that are asked for at once
};

// What lies in memory already.
class MemoryRows : public RowSource {
 public:
  explicit MemoryRows(ConstMatrix matrix) : matrix_(matrix) {}
  const float* rows(int first, int) override { return matrix_.row(first); }

 private:
  ConstMatrix matrix_;
};

class MemorySink : public RowSink {
 public:
  explicit MemorySink(Matrix matrix) : matrix_(matrix) {}
  float* room(int first, int) override { return matrix_.row(first); }
  void take(int, int) override {}

 private:
  Matrix matrix_;
};

}  // namespace attn
