// Opening a stream: what its options allow, what it takes, and everything that it will ever hold.
#include <algorithm>
#include <cstring>
#include <new>

#include "attn/fused.h"
#include "attn/limits.h"
#include "attn/stream_impl.h"
#include "attn/update.h"
#include "kernels/bounds.h"
#include "kernels/kernels.h"

namespace attn {
namespace {

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
uint64_t kernel_floats(int r, int d_v) {
  return larger(linear_step_scratch(r, d_v), linear_causal_scratch(r, d_v));
}

Status copy_gates(const float* from, int count, Buffer<float>& to) {
  if (from == nullptr) return ok();
  if (!to.resize(count)) return out_of_memory();
  std::copy_n(from, count, to.data());
  return ok();
}

}  // namespace

Status renamed(Status status) {
  static const char kPrefix[] = "mechanism.";
  if (std::strncmp(status.argument, kPrefix, sizeof kPrefix - 1) == 0) status.argument += sizeof kPrefix - 1;
  return status;
}

double stream_bytes(const StreamOptions& options) {
  const auto r = static_cast<double>(larger<int64_t>(feature_dim(options.map, options.key_dim), 0));
  const double w = options.value_dim + 1.0;
  const double projection =
      static_cast<double>(larger<int64_t>(projection_rows(options.map), 0)) * options.key_dim;
  const double gates = 1.0 * options.update.beta_count + options.update.log_decay_count;
  const double kernels =
      fits_kernels(options)
          ? static_cast<double>(kernel_floats(options.key_dim, options.value_dim)) + Stream::kExtendTokens
          : 0;
  // Of the state: itself, the one being written, and the one that a failed extend() goes back to.
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
        stream->map_room.resize(options.key_dim, 1) &&
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

}  // namespace attn
