#include "kernels/largest_magnitude.h"
#include "kernels/simd128.h"

namespace attn {
namespace {

// Without their sign, floats are in the order of their bits, infinity and NaN included.
v128_t larger(v128_t largest, v128_t x) {
  return wasm_u32x4_max(largest, wasm_v128_and(x, wasm_i32x4_const_splat(0x7fffffff)));
}

}  // namespace

void largest_magnitude_simd128(const LargestMagnitudeArgs& args) {
  constexpr size_t kStep = 4 * simd::kLanes;
  const float* x = args.x;
  size_t left = args.size;
  // Four maxima side by side: a single one would be a chain.
  v128_t largest[4] = {simd::zero(), simd::zero(), simd::zero(), simd::zero()};
  for (; left >= kStep; left -= kStep, x += kStep) {
    for (int i = 0; i < 4; ++i) largest[i] = larger(largest[i], simd::load(x + i * simd::kLanes));
  }
  v128_t all = wasm_u32x4_max(wasm_u32x4_max(largest[0], largest[1]), wasm_u32x4_max(largest[2], largest[3]));
  for (; left >= simd::kLanes; left -= simd::kLanes, x += simd::kLanes) all = larger(all, simd::load(x));
  if (left > 0) all = larger(all, simd::load_first(x, static_cast<int>(left)));
  all = wasm_u32x4_max(all, wasm_i32x4_shuffle(all, all, 2, 3, 0, 1));
  all = wasm_u32x4_max(all, wasm_i32x4_shuffle(all, all, 1, 0, 3, 2));
  *args.largest = simd::first_lane(all);
}

}  // namespace attn
