// The calls: each checks what it was given, and leaves the stream as it was where it fails.
#include "attn/stream.h"

#include "attn/checks.h"
#include "attn/stream_impl.h"
#include "attn/update.h"

namespace attn {
namespace {

// Whether a gate array, where there is one, has entries for the tokens before `end`.
Status check_entries(const char* argument, const float* gates, int entries, double end) {
  if (gates == nullptr || end <= entries) return ok();
  return bad_option(argument, "an entry for every token of the stream", entries);
}

Status check_tokens(const Stream& stream, int count) {
  const Update& update = stream.options.update;
  const double end = stream.tokens + count;
  if (end > Stream::kMostTokens) return too_large("tokens", "at most 2147483647 in one stream", end);
  ATTN_TRY(check_entries("update.logDecay", update.log_decay, update.log_decay_count, end));
  return check_entries("update.beta", update.betas, update.beta_count, end);
}

Status check_finite_tokens(ConstMatrix q, ConstMatrix k, ConstMatrix v) {
  ATTN_TRY(check_finite("q", q));
  ATTN_TRY(check_finite("k", k));
  return check_finite("v", v);
}

Status without_row(Status status) {
  status.row = -1;
  return status;
}

}  // namespace

Status stream_step(Stream& stream, const float* q, const float* k, const float* v, float* output,
                   RowStatus* status) {
  const int d = stream.options.key_dim;
  ATTN_TRY(check_tokens(stream, 1));
  if (stream.fused && stream.step_fused(q, k, v, output, status)) return ok();
  ATTN_TRY(without_row(check_finite_tokens({q, 1, d}, {k, 1, d}, {v, 1, stream.w - 1})));
  return without_row(stream.step(q, k, v, output, status));
}

Status stream_extend(Stream& stream, ConstMatrix q, ConstMatrix k, ConstMatrix v, Matrix output,
                     RowStatus* statuses) {
  const int d = stream.options.key_dim, n = q.rows;
  if (q.cols != d) return bad_shape("q.cols", "keyDim columns", q.cols);
  if (k.cols != d) return bad_shape("k.cols", "keyDim columns", k.cols);
  if (v.cols != stream.w - 1) return bad_shape("v.cols", "valueDim columns", v.cols);
  if (k.rows != n) return bad_shape("k.rows", "as many rows as q has", k.rows);
  if (v.rows != n) return bad_shape("v.rows", "as many rows as q has", v.rows);
  ATTN_TRY(check_tokens(stream, n));
  const double tokens = stream.tokens, log_shift = stream.log_shift;
  std::memcpy(stream.before.data(), stream.state.data(), stream.bytes());
  if (n > 0 && stream.fused) {
    if (stream.extend_fused(q, k, v, output, statuses)) return ok();
    std::memcpy(stream.state.data(), stream.before.data(), stream.bytes());
    stream.furthest = -1;
  }
  ATTN_TRY(check_finite_tokens(q, k, v));
  for (int t = 0; t < n; ++t) {
    RowStatus row_status;
    // As stream_step does, so that the state has the same bits.
    const bool fused =
        stream.fused && stream.step_fused(q.row(t), k.row(t), v.row(t), output.row(t), &row_status);
    Status status = fused ? ok() : stream.step(q.row(t), k.row(t), v.row(t), output.row(t), &row_status);
    if (!status.ok()) {
      std::swap(stream.state, stream.before);
      stream.furthest = -1;
      stream.tokens = tokens;
      stream.log_shift = log_shift;
      status.row = t;
      return status;
    }
    if (statuses != nullptr) statuses[t] = row_status;
  }
  return ok();
}

double stream_tokens(const Stream& stream) {
  return stream.tokens;
}
float* stream_area(Stream& stream) {
  return stream.area.data();
}
int stream_feature_dim(const Stream& stream) {
  return stream.r;
}
int stream_key_dim(const Stream& stream) {
  return stream.options.key_dim;
}
int stream_value_dim(const Stream& stream) {
  return stream.options.value_dim;
}
double stream_state_bytes(const Stream& stream) {
  return static_cast<double>(stream.bytes());
}

Status stream_state(const Stream& stream, float* S, float* z) {
  const Accumulator accumulator = stream.options.accumulator;
  const int d_v = stream.w - 1;
  const size_t in_S = static_cast<size_t>(stream.r) * d_v;
  for (size_t i = 0; i < stream.numbers(); ++i) {
    double number = 0;
    load_numbers(accumulator, stream.state.data() + i * width_of(accumulator), 1, &number);
    number = unshifted(number, stream.log_shift);
    if (i < in_S) {
      ATTN_TRY(store_row(&number, 1, S + i, "state.S", static_cast<int>(i / d_v)));
    } else {
      ATTN_TRY(store_row(&number, 1, z + (i - in_S), "state.z", static_cast<int>(i - in_S)));
    }
  }
  return ok();
}

}  // namespace attn
