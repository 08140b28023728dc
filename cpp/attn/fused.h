// Whole problems for the float32 kernels of cpp/kernels. Inside the core only.
#pragma once

#include <cmath>

#include "attn/attend.h"
#include "attn/matrix.h"
#include "attn/mechanism.h"
#include "attn/status.h"

namespace attn {

// Below so many multiply-adds the general path, in double, costs a fraction of a millisecond.
constexpr double kLeastKernelWork = 32768;

// From here on a float32 has all its digits. A product below is off by up to 2^-150, as one of this size may
// be for being rounded.
constexpr double kLeastNormal = 0x1p-126;

// Whether a factor keeps its digits as a float32. One that is too large leaves an infinity, which shows in
// what the kernels compute.
inline bool keeps_digits(double factor) {
  return factor == 0 || std::fabs(factor) >= kLeastNormal;
}

// How far the numbers of a linear problem with elu+1 reach, as far as that decides about digits.
struct Elu1Reach {
  double features;    // r
  double keys;        // whose products meet in one entry of S or z; 0 to ask about reading alone
  double least_z;     // no entry of z that a query read lies below,
  double largest_z;   // and none above
  double normaliser;  // no phi(q).z lies below
  double value;       // some |v| is at least as large: an output, normalised
};

// Whether float32 kernels kept the digits of such a problem. Each key puts an error of up to 2^-150 (1 + |v|)
// into the entries of S and z. An output averages S / z over the features, so that it is off by keys 2^-150
// (1 + |v|) / min z. A query reads r more products, of features that may be off by 2^-150 themselves: r (1 +
// max z) 2^-150 (1 + |v|) over the normaliser. Digits are kept while both are below a rounding of |v|.
inline bool elu1_keeps_digits(const Elu1Reach& reach) {
  const double value = std::fmin(1, reach.value);
  return reach.keys * kLeastNormal <= reach.least_z * value &&
         reach.features * (1 + reach.largest_z) * kLeastNormal <= reach.normaliser * value;
}

// The same without a map and a division: each output is a sum of r products, of entries of S that are sums of
// `keys` products each. `query`: no |q| lies above; `output`: the largest |output|.
inline bool products_keep_digits(double features, double keys, double query, double output) {
  return features * (keys * query + 1) * kLeastNormal <= output;
}

// From here on the float32 quotient 1 / (normaliser + epsilon) has fewer digits than float32.
constexpr double kLargestEpsilon = 1e30;

// What every kernel asks of the options, and of the build.
bool float32_without_masks(const AttendOptions& options);

// Where a kernel can answer `problem` (float32, no mask, default blocks and form, and enough work that the
// digits of the general path, which is double throughout, are no longer the point), it does, and `done` is
// set. It is not set where none fits, nor where float32 would lose digits or overflow: the general path then
// computes the whole in double, or finds out what is wrong.
Status fused_attention(const Problem& problem, Attended& out, bool* done);

// The most scratch that fused_attention() takes for these sizes, in bytes.
double fused_scratch(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options);

}  // namespace attn
