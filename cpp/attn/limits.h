// How much memory a call may take (checks.h: kMaxBytes), decided from the sizes alone, before any is taken.
#pragma once

#include "attn/attend.h"
#include "attn/matrix.h"
#include "attn/status.h"
#include "attn/stream.h"

namespace attn {

// An upper bound of what attend() takes at its peak for these sizes: the three inputs, every result and all
// scratch. No data is read: `data` may be null.
double attend_bytes(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options);

// Likewise what a stream takes for its whole life.
double stream_bytes(const StreamOptions& options);

// The checks that need sizes and options only, and the limit. A caller that must copy its inputs asks this
// first, with null data; `held_bytes` is what it holds itself besides q, k and v (a mask, for one). attend()
// repeats it.
Status check_attend(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options,
                    double held_bytes);

// Likewise for open_stream() and pattern_mask().
Status check_stream(const StreamOptions& options);
Status check_pattern(const Pattern& pattern, int n);

}  // namespace attn
