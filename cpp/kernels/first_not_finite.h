// Where the first NaN or infinity stands.
//
//   at = min { i : x[i] is NaN or infinite }, or size where there is none
//
// Time O(size).
#pragma once

#include <cstddef>

namespace attn {

struct FirstNotFiniteArgs {
  const float* x;
  size_t size;
  size_t* at;
};

void first_not_finite_reference(const FirstNotFiniteArgs& args);
void first_not_finite_simd128(const FirstNotFiniteArgs& args);

}  // namespace attn
