#include <cmath>

#include "kernels/largest_magnitude.h"

namespace attn {

void largest_magnitude_reference(const LargestMagnitudeArgs& args) {
  float largest = 0;
  for (size_t i = 0; i < args.size; ++i) {
    const float magnitude = std::fabs(args.x[i]);
    // Nothing compares with NaN, so that one stays.
    if (std::isnan(magnitude) || magnitude > largest) largest = magnitude;
  }
  *args.largest = largest;
}

}  // namespace attn
