#include <cmath>

#include "kernels/first_not_finite.h"
#include "kernels/simd128.h"

namespace attn {

void first_not_finite_simd128(const FirstNotFiniteArgs& args) {
  constexpr size_t kStep = 4 * simd::kLanes;
  size_t i = 0;
  for (; i + kStep <= args.size; i += kStep) {
    // 0 times a finite number is 0, times anything else NaN, and a NaN survives the sum.
    v128_t sum = simd::zero();
    for (size_t lane = 0; lane < kStep; lane += simd::kLanes) {
      sum = simd::mul_add(simd::load(args.x + i + lane), simd::zero(), sum);
    }
    if (!wasm_i32x4_all_true(wasm_f32x4_eq(sum, sum))) break;
  }
  while (i < args.size && std::isfinite(args.x[i])) ++i;
  *args.at = i;
}

}  // namespace attn
