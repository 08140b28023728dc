// Linear attention over whole sequences. Inside the core only; callers use attend.h.
#pragma once

#include "attn/attend.h"
#include "attn/matrix.h"

namespace attn {

// Tokens whose features are held at a time where no chunk is named.
constexpr int kChunk = 64;

// The most scratch that linear_attention() takes for these sizes, in bytes.
double linear_scratch(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options);

}  // namespace attn
