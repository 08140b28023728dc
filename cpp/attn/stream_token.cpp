// One token in double: mapped, written into the state, rounded to the accumulator, and read.
#include <algorithm>
#include <cmath>

#include "attn/checks.h"
#include "attn/stream_impl.h"
#include "attn/update.h"
#include "kernels/elementary.h"

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

// The scale of exponentials. An output is a quotient, in which any factor of S and z cancels, so that they
// may be held at the scale that suits the accumulator.
struct Scale {
  // The largest key feature that is still present is held as 2^largest. Wide formats reach about 2^127 either
  // way: half of what lies above 1 is for values, the other half makes room below for small features.
  int largest;
  // Where a sum passes the format all the same, everything is held 2^step smaller, as often as it must.
  int step;
  // z then stays a normal number, or its digits would go.
  int smallest_z;
};
Scale scale_for(Accumulator accumulator) {
  return accumulator == Accumulator::kFloat16 ? Scale{0, 1, -14} : Scale{64, 4, -126};
}

constexpr double kLn2 = 0.693147180559945309417;

}  // namespace

Status Stream::map_token(const float* q, const float* k, double* query_shift, double* gate) {
  MapContext context;
  context.stream = context.causal = true;
  context.first_position = static_cast<int>(tokens) + 1;
  const int d = options.key_dim;
  double key_shift = 0;
  ATTN_TRY(
      renamed(map.apply(ConstMatrix{q, 1, d}, Role::kQuery, context, phi_q.data(), query_shift, map_room)));
  ATTN_TRY(renamed(map.apply(ConstMatrix{k, 1, d}, Role::kKey, context, phi_k.data(), &key_shift, map_room)));
  if (options.update.kind == UpdateKind::kDelta) return make_whole(phi_k.data(), r, key_shift, -1);
  if (!relative()) return ok();
  // A gate fades the largest feature: the shift falls, and the numbers held stay, until a key comes that is
  // larger than what is left.
  double largest = 0;
  for (const double feature : phi_k) largest = std::fmax(largest, std::fabs(feature));
  const double faded = tokens == 0 ? -INFINITY : log_shift + log64(*gate);
  log_shift = std::fmax(faded, key_shift + log64(largest) - scale_for(options.accumulator).largest * kLn2);
  *gate = exp64(faded - log_shift);
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

bool Stream::write_and_read(double gate, double* largest_z) {
  std::fill(probe.begin(), probe.end(), 0.0);
  *largest_z = 0;
  bool finite = true;
  for (int a = 0; a < r; ++a) {
    load_row(state, a, row.data());
    for (int c = 0; c < w; ++c) row[c] = gate * row[c] + phi_k[a] * value[c];
    store_row(row.data(), a, next);
    load_row(next, a, row.data());
    for (int c = 0; c < w; ++c) {
      finite = finite && std::isfinite(row[c]);
      probe[c] += phi_q[a] * row[c];
    }
    *largest_z = std::fmax(*largest_z, std::fabs(row[w - 1]));
  }
  return finite;
}

bool Stream::write_to_scale(double gate) {
  const Scale scale = scale_for(options.accumulator);
  const double factor = power_of_two(-scale.step), least = power_of_two(scale.smallest_z + scale.step);
  double largest_z;
  while (!write_and_read(gate, &largest_z)) {
    if (!relative() || largest_z < least) return false;
    gate *= factor;
    for (double& feature : phi_k) feature *= factor;
    log_shift += scale.step * kLn2;
  }
  return true;
}

Status Stream::step(const float* q, const float* k, const float* v, float* output, RowStatus* status) {
  const auto token = static_cast<int>(tokens);
  const double old_shift = log_shift;
  double query_shift = 0, gate = gate_of(options.update, token);
  ATTN_TRY(map_token(q, k, &query_shift, &gate));
  find_value(v, gate, beta_of(options.update, token));
  const bool held = write_to_scale(gate);
  double* const read = probe.data();
  const RowScale scale = scale_row(read[w - 1], query_shift + log_shift, options.normalise, options.epsilon);
  for (int c = 0; c + 1 < w; ++c) read[c] = scale.apply(read[c]);
  const Status outcome = held ? attn::store_row(read, w - 1, output, "output", -1)
                              : overflow("accumulator", -1, -1, overflow_expectation(options.accumulator), 0);
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

}  // namespace attn
