// Whole problems for the float32 kernels of cpp/kernels. Inside the core only.
#pragma once

#include <algorithm>

#include "attn/attend.h"
#include "attn/matrix.h"
#include "attn/mechanism.h"
#include "attn/status.h"

namespace attn {

// Below so many multiply-adds the general path, in double, costs a fraction of a millisecond.
constexpr double kLeastKernelWork = 32768;

// Whether float32 kernels of elu+1 kept their digits. A product below what float32 holds in full is off by up
// to 2^-150; over r features and n keys a numerator is then off by up to r n max(phi(q)) (1 + max |v|)
// 2^-150. Beside what it is divided by and the largest |v|, which no output exceeds, that is nothing in
// float32 while r n max(phi(q)) is below 2^60.
inline bool elu1_keeps_digits(float least_normaliser, float largest_output) {
  constexpr float kLeast = 0x1p-64f;
  return least_normaliser * std::min(1.0f, largest_output) >= kLeast;
}

// From here on the float32 quotient 1 / (normaliser + epsilon) has fewer digits than float32.
constexpr double kLargestEpsilon = 1e30;

// What every kernel asks of the options, and of the build.
bool float32_without_masks(const AttendOptions& options);

// Where a kernel can answer `problem` (float32, no mask, default blocks and form, and enough work that the
// digits of the general path, which is double throughout, are no longer the point), it does, and `done` is
// set. It is not set where none fits, nor where the result is not finite: the general path then finds out
// what is wrong.
Status fused_attention(const Problem& problem, Attended& out, bool* done);

// The most scratch that fused_attention() takes for these sizes, in bytes.
double fused_scratch(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options);

}  // namespace attn
