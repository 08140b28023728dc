// How one token is written into a linear-attention state, and how a query reads it.
//
// The state T (r, w) is S (r, d_v) with the normaliser z as one more column, written "with 1 in place of v":
//
//   sum    T[t] = T[t-1] + k v^T                              Katharopoulos et al. 2020, arXiv:2006.16236
//   decay  T[t] = g T[t-1] + k v^T                            RetNet, Sun et al. 2023, arXiv:2307.08621
//   delta  T[t] = g T[t-1] + beta k (v - (g T[t-1])^T k)^T    DeltaNet, Schlag et al. 2021, arXiv:2102.11174;
//                                                             gated: Yang et al. 2024, arXiv:2412.06464
//
// where k = phi(k[t]), r numbers, and v has w.
#pragma once

#include <cmath>
#include <cstddef>

#include "attn/attend.h"
#include "attn/status.h"
#include "kernels/dense.h"
#include "kernels/elementary.h"

namespace attn {

// `keys`: how many entries a gate array must have; -1: any number. Entries of masked keys are not read.
Status check_update(const Update& update, int keys, const uint8_t* key_mask);
Status check_epsilon(const char* argument, double epsilon);
// An overflow of the state, or of what is read from it, with what the delta rule has to do with it.
Status with_cause(Status status, const Update& update);

inline bool decays(const Update& update) {
  return update.log_decay != nullptr || update.kind == UpdateKind::kDecay;
}
// g of token t, in [0, 1]: gates are kept as factors, so that no product of them can overflow.
inline double gate_of(const Update& update, int t) {
  if (update.log_decay != nullptr) return exp64(static_cast<double>(update.log_decay[t]));
  return update.kind == UpdateKind::kDecay ? update.gamma : 1;
}
inline double beta_of(const Update& update, int t) {
  if (update.kind != UpdateKind::kDelta) return 1;
  return update.betas != nullptr ? update.betas[t] : update.beta;
}

// The delta rule is not linear in k, and needs its features whole: the shift goes back into phi, r numbers.
// kOverflow, of key `row` or of a token (-1), where a double cannot hold one.
Status make_whole(double* phi, int r, double log_shift, int row);

// T^T k, the w numbers that the state holds for k, into `out`. r w multiply-adds.
inline void read_state(const double* T, const double* k, int r, int w, double* out) {
  for (int c = 0; c < w; ++c) out[c] = 0;
  add_product(k, T, out, 1, r, w);
}

// T = gate T + k v^T.
inline void add_outer(double* T, const double* k, const double* v, int r, int w, double gate) {
  for (int a = 0; a < r; ++a, T += w) {
    const double weight = k[a];
    for (int c = 0; c < w; ++c) T[c] = gate * T[c] + weight * v[c];
  }
}

// What the delta rule writes in place of v: beta (v - gate T^T k), into `out`; v may not be `out`.
inline void delta_value(const double* T, const double* k, const double* v, int r, int w, double gate,
                        double beta, double* out) {
  read_state(T, k, r, w, out);
  for (int c = 0; c < w; ++c) out[c] = beta * (v[c] - gate * out[c]);
}

// x exp(log_shift), 0 for 0. In two steps: the factor alone may leave the range of a double where the product
// stays.
inline double unshifted(double x, double log_shift) {
  if (x == 0 || log_shift == 0) return x;
  const double root = exp64(log_shift / 2);
  return x * root * root;
}

// What there is to say about a row for which `divisor` was read.
inline RowStatus status_of_divisor(double divisor, bool normalise) {
  if (!normalise || divisor > 0) return RowStatus::kOk;
  return divisor == 0 ? RowStatus::kZeroNormaliser : RowStatus::kNegativeNormaliser;
}

// What a row that was read from the state is multiplied with and divided by, and what there is to say about
// it.
struct RowScale {
  RowStatus status = RowStatus::kOk;
  double log_factor = 0;
  double divisor = 1;

  double apply(double x) const { return divisor == 0 ? 0 : unshifted(x, log_factor) / divisor; }
};

// `denominator` is phi(q).z of features from which exp(log_shift) has been taken out. Normalised, only
// epsilon feels the shift; otherwise it is given back to the row.
RowScale scale_row(double denominator, double log_shift, bool normalise, double epsilon);

}  // namespace attn
