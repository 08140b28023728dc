// Causal linear attention one token at a time: the state S (r, d_v), its normaliser z (r), and nothing else
// grows.
//
//   S[t] = write(S[t-1], phi(k[t]), v[t]),  z[t] = write(z[t-1], phi(k[t]), 1)
//   o[t] = phi(q[t]) S[t] / (phi(q[t]) . z[t] + epsilon)
//
// (Katharopoulos et al. 2020, arXiv:2006.16236, eq. 16 to 20; the writes as in attend.h.)
#pragma once

#include <cstddef>
#include <cstdint>

#include "attn/attend.h"
#include "attn/matrix.h"
#include "attn/status.h"

namespace attn {

enum class Accumulator { kFloat32, kFloat64, kFloat16, kBFloat16 };

struct StreamOptions {
  int key_dim = 1;
  int value_dim = 1;
  FeatureMap map;
  bool normalise = true;
  double epsilon = 0;
  Update update;  // entry t of a gate array is token t's
  Accumulator accumulator = Accumulator::kFloat32;
};

class Stream;

// Checks the options and makes a stream that keeps copies of all they point to. The only place that takes
// memory for it; null in `out` on failure. Errors: kBadShape, kBadOption and kNotFinite with the name of the
// option, kTooLarge, kOutOfMemory.
Status open_stream(const StreamOptions& options, Stream** out);
void close_stream(Stream* stream);

// q, k (d_k), v and output (d_v). Takes no memory. On failure the stream is as it was.
// Errors: kNotFinite; kBadOption when a gate array has no entry for this token; kOverflow when the
// accumulator cannot hold the state, whatever the output is ("accumulator"), or float32 the output
// ("output").
Status stream_step(Stream& stream, const float* q, const float* k, const float* v, float* output,
                   RowStatus* status);

// Room that belongs to the stream: q, k (d_k), v and output (d_v), one after the other. A caller from outside
// can leave a token there and find the answer, without memory of its own.
float* stream_area(Stream& stream);

// Many tokens in one call: q, k (n, d_k), v and output (n, d_v), `statuses` n or null. All or nothing.
// Errors: kBadShape, and those of stream_step() with the row of the token.
Status stream_extend(Stream& stream, ConstMatrix q, ConstMatrix k, ConstMatrix v, Matrix output,
                     RowStatus* statuses);

double stream_tokens(const Stream& stream);  // seen so far
int stream_feature_dim(const Stream& stream);
int stream_value_dim(const Stream& stream);
int stream_key_dim(const Stream& stream);
double stream_state_bytes(const Stream& stream);  // (r d_v + r) times the accumulator's width

// S (r, d_v) and z (r), rounded to float32. kOverflow where that cannot be done.
Status stream_state(const Stream& stream, float* S, float* z);

// Lossless: a header that names the stream's sizes and settings, the token count, and S and z as they are
// held.
size_t stream_save_bytes(const Stream& stream);
void stream_save(const Stream& stream, uint8_t* out);
// kBadOption when the bytes are not a save of a stream with these settings; the stream is then as it was.
Status stream_restore(Stream& stream, const uint8_t* bytes, size_t size);

}  // namespace attn
