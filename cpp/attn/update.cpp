#include "attn/update.h"

#include "kernels/elementary.h"

namespace attn {
namespace {

// One gate array: its length, and each entry that is used.
Status check_gates(const char* argument, const float* gates, int count, int keys, const uint8_t* key_mask,
                   bool at_most_zero) {
  if (gates == nullptr) return ok();
  if (keys >= 0 && count != keys) return bad_shape(argument, "one entry for each key", count);
  for (int t = 0; t < count; ++t) {
    if (key_mask != nullptr && key_mask[t] == 0) continue;
    if (!std::isfinite(gates[t])) return not_finite(argument, -1, t, gates[t]);
    if (at_most_zero && gates[t] > 0) return bad_option_at(argument, -1, t, "0 or less", gates[t]);
  }
  return ok();
}

}  // namespace

Status check_epsilon(const char* argument, double epsilon) {
  // Written so that a NaN fails.
  if (!(epsilon >= 0 && std::isfinite(epsilon))) return bad_option(argument, "0 or more", epsilon);
  return ok();
}

Status check_update(const Update& update, int keys, const uint8_t* key_mask) {
  if (update.kind == UpdateKind::kSum) return ok();
  ATTN_TRY(check_gates("mechanism.update.logDecay", update.log_decay, update.log_decay_count, keys, key_mask,
                       true));
  if (update.kind == UpdateKind::kDecay) {
    if (update.log_decay == nullptr && !(update.gamma >= 0 && update.gamma <= 1)) {
      return bad_option("mechanism.update.gamma", "a number from 0 to 1", update.gamma);
    }
    return ok();
  }
  if (update.betas == nullptr && !std::isfinite(update.beta)) {
    return bad_option("mechanism.update.beta", "a finite number", update.beta);
  }
  return check_gates("mechanism.update.beta", update.betas, update.beta_count, keys, key_mask, false);
}

Status with_cause(Status status, const Update& update) {
  const bool of_input = status.argument[0] == 'q' || status.argument[0] == 'k';
  const bool of_state = status.code == Code::kOverflow && !of_input;
  if (of_state && update.kind == UpdateKind::kDelta) {
    status.expected = "smaller inputs, or beta |phi(k)|^2 of at most 2: past that the delta rule diverges";
  }
  return status;
}

Status make_whole(double* phi, int r, double log_shift, int row) {
  for (int a = 0; a < r; ++a) {
    phi[a] = unshifted(phi[a], log_shift);
    if (!std::isfinite(phi[a])) {
      return overflow("k", row, -1, "features that float64 can hold: the delta rule needs them whole", 0);
    }
  }
  return ok();
}

RowScale scale_row(double denominator, double log_shift, bool normalise, double epsilon) {
  RowScale scale;
  if (!normalise) {
    scale.log_factor = log_shift;
    return scale;
  }
  scale.divisor = denominator + unshifted(epsilon, -log_shift);
  scale.status = status_of_divisor(scale.divisor, normalise);
  return scale;
}

}  // namespace attn
