// What a stream holds. Inside the core only; callers use stream.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "attn/accumulator.h"
#include "attn/feature_map.h"
#include "attn/matrix.h"
#include "attn/status.h"
#include "attn/stream.h"
#include "kernels/linear_state.h"

namespace attn {

// Everything is allocated when the stream is opened. The state is S (r, d_v) and z (r), one after the other,
// so that vectors fit the rows of S; row a of the whole is row a of S, and z[a]. A write that might fail goes
// to a second copy, which takes the place of the first only when the whole step has succeeded.
class Stream {
 public:
  StreamOptions options;  // its arrays are not used: gates and the map hold copies
  PreparedMap map;
  Buffer<float> betas, log_decay;
  int r = 0;
  int w = 0;           // d_v + 1
  bool fused = false;  // kept by float32 kernels
  double tokens = 0;
  // No number held lies further from 0; below 0 where that is not known. Kept for kernels only.
  double furthest = 0;
  double log_shift = 0;  // the numbers held times exp(log_shift) are the true state
  Buffer<uint8_t> state, next, before;
  Buffer<double> phi_q, phi_k, row, value, probe;
  Buffer<float> scratch;      // of the kernels
  Buffer<float> normalisers;  // kExtendTokens
  Buffer<float> area;         // q, k, v, output: where a caller can leave a token and find the answer
  MapRoom map_room;
  uint64_t fingerprint = 0;

  size_t numbers() const { return static_cast<size_t>(r) * w; }
  size_t bytes() const { return numbers() * width_of(options.accumulator); }

  Status step(const float* q, const float* k, const float* v, float* output, RowStatus* status);

  // false where the result is not finite, or has fewer digits than float32 has: step() then gives it, or
  // finds out what is wrong. step_fused() has then changed nothing.
  bool step_fused(const float* q, const float* k, const float* v, float* output, RowStatus* status);
  bool extend_fused(ConstMatrix q, ConstMatrix k, ConstMatrix v, Matrix output, RowStatus* statuses);

  static constexpr int kExtendTokens = 512;  // a kernel call; a multiple of its blocks, so that none is cut
  static constexpr double kMostTokens = 2147483647;  // positions and gate arrays are counted with an int

 private:
  LinearState held(Buffer<uint8_t>& bytes) const {
    float* const S = reinterpret_cast<float*>(bytes.data());
    return {S, r, w - 1, S + static_cast<size_t>(r) * (w - 1)};
  }
  RowStatus status_of(float normaliser) const;
  bool stays_in_float32(const float* q, const float* k, const float* v);
  bool may_lose_keys(ConstMatrix k) const;
  bool keeps_digits(ConstMatrix outputs, const float* z) const;
  // Whether the features of keys are exponentials, whose size says nothing: the state is then held at a scale
  // of its own. The delta rule needs features as they are.
  bool relative() const { return map.exponential() && options.update.kind != UpdateKind::kDelta; }
  // phi of the token, that of the key at the scale of the state. `gate`: in, of the token; out, what the
  // numbers held are to be multiplied by.
  Status map_token(const float* q, const float* k, double* query_shift, double* gate);
  size_t row_at(int a) const { return static_cast<size_t>(a) * (w - 1) * width_of(options.accumulator); }
  size_t z_at(int a) const { return (static_cast<size_t>(r) * (w - 1) + a) * width_of(options.accumulator); }
  void load_row(const Buffer<uint8_t>& from, int a, double* to) const {
    load_numbers(options.accumulator, from.data() + row_at(a), w - 1, to);
    load_numbers(options.accumulator, from.data() + z_at(a), 1, to + w - 1);
  }
  void store_row(const double* from, int a, Buffer<uint8_t>& to) const {
    store_numbers(options.accumulator, from, w - 1, to.data() + row_at(a));
    store_numbers(options.accumulator, from + w - 1, 1, to.data() + z_at(a));
  }
  // What the token writes in place of v: for the delta rule, what the decayed state lacks.
  void find_value(const float* v, double gate, double beta);
  // Each row of the state is decayed, written, rounded into `next`, and then read by the query into `probe`.
  // false where a number is past the accumulator's largest.
  bool write_and_read(double gate, double* largest_z);
  // The same, at a smaller scale where that is allowed and needed.
  bool write_to_scale(double gate);
};

// A stream has no `mechanism`: its options stand at the top.
Status renamed(Status status);

// A number that streams of equal settings share, gates and projections included.
uint64_t stream_fingerprint(const StreamOptions& options);

}  // namespace attn
