#include "attn/stream.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "attn/checks.h"
#include "attn/fused.h"
#include "attn/limits.h"
#include "attn/stream_impl.h"
#include "attn/update.h"
#include "kernels/bounds.h"
#include "kernels/elementary.h"
#include "kernels/kernels.h"

namespace attn {

namespace {

const char* overflow_expectation(Accumulator accumulator) {
  switch (accumulator) {
    case Accumulator::kFloat16:
      return "a state that float16 can hold: at most 65504";
    case Accumulator::kBFloat16:
      return "a state that bfloat16 can hold: at most 3.39e38";
    case Accumulator::kFloat32:
      return "a state that float32 can hold: at most 3.40e38";
    case Accumulator::kFloat64:
      return "a state that float64 can hold: at most 1.80e308";
  }
  return "";
}

// A stream has no `mechanism`: its options stand at the top.
Status renamed(Status status) {
  static const char kPrefix[] = "mechanism.";
  if (std::strncmp(status.argument, kPrefix, sizeof kPrefix - 1) == 0) status.argument += sizeof kPrefix - 1;
  return status;
}

// Whether float32 kernels can keep such a stream: sums, of a map that keeps the divisor above 0. In float32
// the sum of positive and negative terms may have the wrong sign.
bool fits_kernels(const StreamOptions& options) {
  const MapKind kind = options.map.kind;
  const bool map_fits = kind == MapKind::kElu1 || (kind == MapKind::kIdentity && !options.normalise);
  return kernels::kVectorised && map_fits && options.accumulator == Accumulator::kFloat32 &&
         options.update.kind == UpdateKind::kSum && options.update.log_decay == nullptr &&
         options.epsilon <= kLargestEpsilon;
}

// What the kernels need at most.
size_t kernel_floats(int r, int d_v) {
  return larger(linear_step_scratch(r, d_v), linear_causal_scratch(r, d_v));
}

Status copy_gates(const float* from, int count, Buffer<float>& to) {
  if (from == nullptr) return ok();
  if (!to.resize(count)) return out_of_memory();
  std::copy_n(from, count, to.data());
  return ok();
}

}  // namespace

Status Stream::map_token(const float* q, const float* k, double* query_shift, double* gate) {
  MapContext context;
  context.stream = context.causal = true;
  context.first_position = static_cast<int>(tokens) + 1;
  const int d = options.key_dim;
  double key_shift = 0;
  ATTN_TRY(map.apply(ConstMatrix{q, 1, d}, Role::kQuery, context, phi_q.data(), query_shift, map_room));
  ATTN_TRY(map.apply(ConstMatrix{k, 1, d}, Role::kKey, context, phi_k.data(), &key_shift, map_room));
  // What maps give as it is, near 1, would be past float16 on either side.
  const bool narrow = options.accumulator == Accumulator::kFloat16 && map.exponential();
  if (key_shift == 0 && log_shift == 0 && !narrow) return ok();
  if (options.update.kind == UpdateKind::kDelta) {
    // The delta rule is not linear in k: its features must be whole.
    for (double& feature : phi_k) {
      feature = unshifted(feature, key_shift);
      if (!std::isfinite(feature)) return features_not_whole(-1);
    }
    return ok();
  }
  // The largest feature still present is 1 in the state, whatever it is in truth. A gate fades it: the shift
  // falls, and the numbers held stay, until a key comes that is larger than what is left.
  double largest = 0;
  for (const double feature : phi_k) largest = std::fmax(largest, std::fabs(feature));
  const double faded = tokens == 0 ? -INFINITY : log_shift + log64(*gate);
  const double next_shift = std::fmax(faded, key_shift + log64(largest));
  if (next_shift == -INFINITY) {
    // Nothing is left, and nothing comes.
    log_shift = *gate = 0;
    return ok();
  }
  *gate = exp64(faded - next_shift);
  log_shift = next_shift;
  const double factor = exp64(key_shift - log_shift);
  for (double& feature : phi_k) feature *= factor;
  return ok();
}

void Stream::find_value(const float* v, double gate, double beta) {
  for (int c = 0; c + 1 < w; ++c) value[c] = v[c];
  value[w - 1] = 1;
  if (options.update.kind != UpdateKind::kDelta) return;
  std::fill(probe.begin(), probe.end(), 0.0);
  for (int a = 0; a < r; ++a) {
    load_row(state, a, row.data());
    for (int c = 0; c < w; ++c) probe[c] += phi_k[a] * row[c];
  }
  for (int c = 0; c < w; ++c) value[c] = beta * (value[c] - gate * probe[c]);
}

Status Stream::step(const float* q, const float* k, const float* v, float* output, RowStatus* status) {
  const auto token = static_cast<int>(tokens);
  const double old_shift = log_shift;
  double query_shift = 0, gate = gate_of(options.update, token);
  ATTN_TRY(map_token(q, k, &query_shift, &gate));
  find_value(v, gate, beta_of(options.update, token));

  // Each row of the state is decayed, written, rounded, and then read by the query.
  double* const read = probe.data();
  std::fill_n(read, w, 0.0);
  bool finite = true;
  for (int a = 0; a < r; ++a) {
    load_row(state, a, row.data());
    for (int c = 0; c < w; ++c) row[c] = gate * row[c] + phi_k[a] * value[c];
    store_row(row.data(), a, next);
    load_row(next, a, row.data());
    for (int c = 0; c < w; ++c) {
      finite = finite && std::isfinite(row[c]);
      read[c] += phi_q[a] * row[c];
    }
  }
  const double shift = query_shift + log_shift;
  const RowScale scale = scale_row(read[w - 1], shift, options.normalise, options.epsilon);
  for (int c = 0; c + 1 < w; ++c) read[c] = scale.apply(read[c]);
  Status outcome = finite ? attn::store_row(read, w - 1, output, "output", -1)
                          : Status{Code::kOverflow, "accumulator", overflow_expectation(options.accumulator)};
  if (!outcome.ok()) {
    log_shift = old_shift;
    return with_cause(outcome, options.update);
  }
  std::swap(state, next);
  furthest = -1;
  *status = scale.status;
  ++tokens;
  return ok();
}

RowStatus Stream::status_of(float normaliser) const {
  return status_of_divisor(normaliser + static_cast<float>(options.epsilon), options.normalise);
}

// Whether this token leaves every number finite, and no digit lost below float32, for certain, so that it may
// be written over the state. Features then lie between e^-16 and 17, or where they are numbers of either sign
// within 16 of 0. The state grows by no more than 17 (1 + |v|) and stays below 1e20; sums over it stay below
// r 1.7e21. They are divided by 1 or by at least r e^-32, what the token itself adds to z: at most 1.4e35.
// Products that float32 does not hold in full are no more than roundings beside phi(q) phi(k) |v|.
bool Stream::stays_in_float32(const float* q, const float* k, const float* v) {
  constexpr float kLargestInput = 16, kLeastFeature = 1.125e-7f;
  constexpr double kLargestState = 1e20;
  if (furthest < 0) furthest = largest_magnitude(held(state).S, numbers());
  const float largest_q = largest_magnitude(q, options.key_dim);
  const float largest_k = largest_magnitude(k, options.key_dim);
  const float largest_v = largest_magnitude(v, w - 1);
  const float features =
      options.map.kind == MapKind::kElu1 ? kLeastFeature * kLeastFeature : largest_q * largest_k;
  const double next_largest = furthest + (kLargestInput + 1.0) * (1.0 + largest_v);
  // Written so that a NaN fails.
  if (!(largest_q <= kLargestInput && largest_k <= kLargestInput && next_largest <= kLargestState &&
        features * largest_v >= static_cast<float>(kLeastNormal))) {
    return false;
  }
  furthest = next_largest;
  return true;
}

// Whether the outputs (n, d_v) that the kernels gave are finite and as good as float32 is, each for itself:
// the answer must not depend on how many tokens a call brings. `z`: after the last of them. What S and z
// themselves lose, they lose to their format.
bool Stream::keeps_digits(ConstMatrix outputs, const float* z) const {
  if (!all_finite(outputs.data, outputs.size()) || !all_finite(normalisers.data(), outputs.rows))
    return false;
  const bool elu1 = options.map.kind == MapKind::kElu1;
  const double largest_z = largest_magnitude(z, r);
  for (int t = 0; t < outputs.rows; ++t) {
    const double normaliser = normalisers[t];
    const auto kept = [&](double output) {
      if (!elu1) return products_keep_digits(r, 0, 0, output);
      return elu1_keeps_digits(
          {1.0 * r, 0, 0, largest_z, normaliser, options.normalise ? output : output / normaliser});
    };
    // The first entry nearly always says enough.
    if (!kept(std::fabs(outputs.row(t)[0])) && !kept(largest_magnitude(outputs.row(t), outputs.cols))) {
      return false;
    }
  }
  return true;
}

bool Stream::step_fused(const float* q, const float* k, const float* v, float* output, RowStatus* status) {
  LinearStepArgs args;
  args.q = q;
  args.k = k;
  args.v = v;
  args.activation = options.map.kind == MapKind::kElu1 ? Activation::kElu1 : Activation::kNone;
  const bool over = stays_in_float32(q, k, v);
  args.state = held(state);
  args.next = held(over ? state : next);
  args.quotient = {options.normalise, static_cast<float>(options.epsilon)};
  args.o = output;
  args.normaliser = normalisers.data();
  args.scratch = scratch.data();
  kernels::run(args);
  if (!over) {
    // What is not finite in q or k shows in the normaliser, in v in the output; so does an entry of the state
    // that overflowed.
    if (!keeps_digits({output, 1, w - 1}, args.next.z)) return false;
    std::swap(state, next);
    furthest = -1;
  }
  *status = status_of(normalisers[0]);
  ++tokens;
  return true;
}

bool Stream::extend_fused(ConstMatrix q, ConstMatrix k, ConstMatrix v, Matrix output, RowStatus* statuses) {
  LinearCausalArgs args;
  args.activation = options.map.kind == MapKind::kElu1 ? Activation::kElu1 : Activation::kNone;
  args.state = held(state);
  args.quotient = {options.normalise, static_cast<float>(options.epsilon)};
  args.normaliser = normalisers.data();
  args.scratch = scratch.data();
  for (int first = 0; first < q.rows; first += kExtendTokens) {
    const int count = smaller(kExtendTokens, q.rows - first);
    args.q = {q.row(first), count, q.cols};
    args.k = {k.row(first), count, k.cols};
    args.v = {v.row(first), count, v.cols};
    args.o = {output.row(first), count, v.cols};
    kernels::run(args);
    if (!keeps_digits(args.o, args.state.z)) return false;
    for (int t = 0; t < count && statuses != nullptr; ++t) statuses[first + t] = status_of(normalisers[t]);
  }
  furthest = largest_magnitude(args.state.S, numbers());
  if (!(furthest <= std::numeric_limits<float>::max())) return false;
  tokens += q.rows;
  return true;
}

namespace {

Status check_tokens(const Stream& stream, int count) {
  const Update& update = stream.options.update;
  // What positions and gate arrays are counted with.
  constexpr double kMostTokens = 2147483647;
  const double end = stream.tokens + count;
  if (end > kMostTokens) return {Code::kTooLarge, "tokens", "at most 2147483647 in one stream", -1, -1, end};
  if (update.log_decay != nullptr && end > update.log_decay_count) {
    return {Code::kBadOption,
            "update.logDecay",
            "an entry for every token of the stream",
            -1,
            -1,
            1.0 * update.log_decay_count};
  }
  if (update.betas != nullptr && end > update.beta_count) {
    return {Code::kBadOption,       "update.beta", "an entry for every token of the stream", -1, -1,
            1.0 * update.beta_count};
  }
  return ok();
}

Status without_row(Status status) {
  status.row = -1;
  return status;
}

}  // namespace

double stream_bytes(const StreamOptions& options) {
  const auto r = static_cast<double>(larger<int64_t>(feature_dim(options.map, options.key_dim), 0));
  const double w = options.value_dim + 1.0;
  const double projection =
      static_cast<double>(larger<int64_t>(projection_rows(options.map), 0)) * options.key_dim;
  const double gates = 1.0 * options.update.beta_count + options.update.log_decay_count;
  // Of the state: itself, the one being written, and the one that a failed extend() goes back to.
  const double kernels =
      fits_kernels(options) ? kernel_floats(options.key_dim, options.value_dim) + Stream::kExtendTokens : 0.0;
  return 3 * r * w * width_of(options.accumulator) + 8 * (3 * w + 4 * r + options.key_dim) +
         4 * (projection + gates + kernels + 2.0 * options.key_dim + 2 * w);
}

Status open_stream(const StreamOptions& options, Stream** out) {
  *out = nullptr;
  ATTN_TRY(check_stream(options));
  ATTN_TRY(renamed(check_update(options.update, -1, nullptr)));
  Stream* const stream = new (std::nothrow) Stream;
  if (stream == nullptr) return out_of_memory();
  const auto fill = [&]() -> Status {
    ATTN_TRY(PreparedMap::make(options.map, options.key_dim, stream->map));
    ATTN_TRY(stream->map.check_for_stream());
    stream->options = options;
    stream->options.map.weights = {};
    ATTN_TRY(copy_gates(options.update.betas, options.update.beta_count, stream->betas));
    ATTN_TRY(copy_gates(options.update.log_decay, options.update.log_decay_count, stream->log_decay));
    if (options.update.betas != nullptr) stream->options.update.betas = stream->betas.data();
    if (options.update.log_decay != nullptr) stream->options.update.log_decay = stream->log_decay.data();
    stream->fused = fits_kernels(options);
    stream->r = stream->map.features();
    stream->w = options.value_dim + 1;
    const size_t bytes = stream->bytes();
    const bool had =
        stream->state.zeros(bytes) && stream->next.resize(bytes) && stream->before.resize(bytes) &&
        stream->phi_q.resize(stream->r) && stream->phi_k.resize(stream->r) && stream->row.resize(stream->w) &&
        stream->value.resize(stream->w) && stream->probe.resize(stream->w) &&
        stream->map_room.resize(options.key_dim, stream->r, 1) &&
        stream->area.resize(2 * static_cast<size_t>(options.key_dim) + 2 * options.value_dim) &&
        (!stream->fused || (stream->scratch.resize(kernel_floats(stream->r, options.value_dim)) &&
                            stream->normalisers.resize(Stream::kExtendTokens)));
    return had ? ok() : out_of_memory();
  };
  const Status status = renamed(fill());
  if (!status.ok()) {
    delete stream;
    return status;
  }
  stream->fingerprint = stream_fingerprint(options);
  *out = stream;
  return ok();
}

void close_stream(Stream* stream) {
  delete stream;
}

Status stream_step(Stream& stream, const float* q, const float* k, const float* v, float* output,
                   RowStatus* status) {
  const int d = stream.options.key_dim;
  ATTN_TRY(check_tokens(stream, 1));
  if (stream.fused && stream.step_fused(q, k, v, output, status)) return ok();
  ATTN_TRY(without_row(check_finite("q", {q, 1, d})));
  ATTN_TRY(without_row(check_finite("k", {k, 1, d})));
  ATTN_TRY(without_row(check_finite("v", {v, 1, stream.w - 1})));
  return without_row(renamed(stream.step(q, k, v, output, status)));
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
  ATTN_TRY(check_finite("q", q));
  ATTN_TRY(check_finite("k", k));
  ATTN_TRY(check_finite("v", v));
  for (int t = 0; t < n; ++t) {
    RowStatus row_status;
    // As stream_step does, so that the state has the same bits.
    const bool fused =
        stream.fused && stream.step_fused(q.row(t), k.row(t), v.row(t), output.row(t), &row_status);
    Status status =
        fused ? ok() : renamed(stream.step(q.row(t), k.row(t), v.row(t), output.row(t), &row_status));
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
