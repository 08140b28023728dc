// Tokens for the float32 kernels, where those lose nothing but roundings.
#include <cmath>
#include <limits>

#include "attn/checks.h"
#include "attn/fused.h"
#include "attn/stream_impl.h"
#include "attn/update.h"
#include "kernels/bounds.h"
#include "kernels/kernels.h"

namespace attn {

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

// Whether phi of some key may lie below what float32 holds in full: S might hold its product with a large
// value all the same. A NaN passes, and shows in the result.
bool Stream::may_lose_keys(ConstMatrix k) const {
  constexpr float kLargestInput = 87;
  return options.map.kind == MapKind::kElu1 && largest_magnitude(k.data, k.size()) > kLargestInput;
}

bool Stream::step_fused(const float* q, const float* k, const float* v, float* output, RowStatus* status) {
  LinearStepArgs args;
  args.q = q;
  args.k = k;
  args.v = v;
  args.activation = options.map.kind == MapKind::kElu1 ? Activation::kElu1 : Activation::kNone;
  const bool over = stays_in_float32(q, k, v);
  if (!over && may_lose_keys({k, 1, r})) return false;
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
    if (may_lose_keys(args.k)) return false;
    kernels::run(args);
    if (!keeps_digits(args.o, args.state.z)) return false;
    for (int t = 0; t < count && statuses != nullptr; ++t) statuses[first + t] = status_of(normalisers[t]);
  }
  furthest = largest_magnitude(args.state.S, numbers());
  if (!(furthest <= std::numeric_limits<float>::max())) return false;
  tokens += q.rows;
  return true;
}

}  // namespace attn
