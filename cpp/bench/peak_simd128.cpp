#include "bench/peak.h"
#include "kernels/simd128.h"

namespace bench {

double multiply_add_in_registers(int rounds) {
  using namespace attn::simd;
  // As many chains as there are registers for, or the latency of an addition would be measured.
  constexpr int kChains = 14, kUnrolled = 4;
  v128_t chain[kChains];
  for (int i = 0; i < kChains; ++i) chain[i] = splat(1 + 0.01f * i);
  const v128_t a = splat(0.999f), b = splat(0.001f);
#pragma clang loop unroll(disable)
  for (int round = 0; round < rounds; ++round) {
    for (int u = 0; u < kUnrolled; ++u) {
      for (int i = 0; i < kChains; ++i) chain[i] = mul_add(chain[i], a, b);
    }
  }
  for (int i = 1; i < kChains; ++i) chain[0] = add(chain[0], chain[i]);
  volatile float used = first_lane(chain[0]);
  (void)used;
  return 2.0 * kLanes * kChains * kUnrolled * rounds;
}

}  // namespace bench
