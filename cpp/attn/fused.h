// Whole problems for the float32 kernels of cpp/kernels. Inside the core only.
#pragma once

#include "attn/attend.h"
#include "attn/matrix.h"
#include "attn/mechanism.h"
#include "attn/status.h"

namespace attn {

// Below so many multiply-adds the general path, in double, costs a fraction of a millisecond.
constexpr double kLeastKernelWork = 32768;

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
