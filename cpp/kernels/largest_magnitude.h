// How far from 0 the furthest number lies.
//
//   largest = max_i |x[i]|, or 0 where there is none; infinity above every number, and NaN above infinity
//
// Time O(size).
#pragma once

#include <cstddef>

namespace attn {

struct LargestMagnitudeArgs {
  const float* x;
  size_t size;
  float* largest;
};

void largest_magnitude_reference(const LargestMagnitudeArgs& args);
void largest_magnitude_simd128(const LargestMagnitudeArgs& args);

}  // namespace attn
