// Linear attention by the float32 kernels, over rows that come in blocks. Inside the core only.
#pragma once

#include "attn/attend.h"
#include "attn/blocks.h"
#include "attn/mechanism.h"
#include "attn/status.h"

namespace attn {

// Whether the kernels can answer: float32, elu + 1 (or no map and no division), sums, no mask, default form,
// and enough work. Sizes alone are looked at.
bool fits_linear_kernels(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options);

// What linear_kernels() takes, in bytes, besides results.
double linear_kernels_scratch(ConstMatrix q, ConstMatrix v);

// A problem that fits. Its matrices give sizes; the rows come from `rows`, each block once, and the output
// goes there, which must not be null. Fills what else is wanted in `out`. `done` is not set where a number is
// not finite, or float32 lost digits: nothing is worth keeping then, and the general path computes the whole
// in double, or says what is wrong.
Status linear_kernels(const Problem& problem, const BlockedRows& rows, Attended& out, bool* done);

}  // namespace attn
