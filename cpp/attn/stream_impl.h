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

// Everything is allocated when the stream is opened. The state T (r, d_v + 1) is S with z as its last column;
// a write goes to a second copy, which takes the place of the first only when the whole step has succeeded.
class Stream {
 public:
  StreamOptions options;  // its arrays are not used: gates and the map hold copies
  PreparedMap map;
  Buffer<float> betas, log_decay;
  int r = 0;
  int w = 0;
  bool fused = false;  // kept by float32 kernels
  double tokens = 0;
  double log_shift = 0;  // T times exp(log_shift) is the true state
  Buffer<uint8_t> state, next, before;
  Buffer<double> phi_q, phi_k, row, value, probe;
  Buffer<float> scratch;      // of the kernels
  Buffer<float> normalisers;  // kExtendTokens
  Buffer<float> area;         // q, k, v, output: where a caller can leave a token and find the answer
  MapRoom map_room;
  uint64_t fingerprint = 0;

  size_t row_bytes() const { return static_cast<size_t>(w) * width_of(options.accumulator); }
  size_t bytes() const { return r * row_bytes(); }

  Status step(const float* q, const float* k, const float* v, float* output, RowStatus* status);

  // false, and nothing changed, where the result is not finite: step() then finds out what is wrong.
  bool step_fused(const float* q, const float* k, const float* v, float* output, RowStatus* status);
  bool extend_fused(ConstMatrix q, ConstMatrix k, ConstMatrix v, Matrix output, RowStatus* statuses);

  static constexpr int kExtendTokens = 512;  // a kernel call; a multiple of its blocks, so that none is cut

 private:
  LinearState held(Buffer<uint8_t>& bytes) const {
    float* const T = reinterpret_cast<float*>(bytes.data());
    return {T, r, w - 1, T + w - 1, w, w};
  }
  RowStatus status_of(float normaliser) const;
  Status map_token(const float* q, const float* k, double* query_shift, double* rescale);
  void load_row(int a, double* to) const {
    load_numbers(options.accumulator, state.data() + a * row_bytes(), w, to);
  }
  // What the token writes in place of v: for the delta rule, what the decayed state lacks.
  void find_value(const float* v, double gate, double beta);
};

// A number that streams of equal settings share, gates and projections included.
uint64_t stream_fingerprint(const StreamOptions& options);

}  // namespace attn
