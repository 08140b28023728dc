#include <algorithm>
#include <cstring>

#include "kernels/linear_pack.h"
#include "kernels/simd128.h"

namespace attn::simd {
namespace {

// f of `size` numbers, four at a time.
template <class Function>
void transform(const float* x, int size, float* out, Function f) {
  for (; size > 0; size -= kLanes, x += kLanes, out += kLanes) {
    store(out, f(size >= kLanes ? load(x) : load_first(x, size)));
  }
}

// elu + 1 of `size` numbers, and whether that was right for all of them: it nearly always is, and shows on
// the way.
bool elu1_of_all(const float* x, int size, float* out) {
  constexpr int kAtATime = 256, kStep = 2 * kLanes;
  alignas(16) float fractions[kAtATime];
  v128_t lowest = zero();
  while (size >= kStep) {
    const int count = std::min(size / kStep * kStep, kAtATime);
    for (int i = 0; i < count; i += kStep) {
      for (int j = i; j < i + kStep; j += kLanes) {
        const v128_t numbers = load(x + j);
        const Elu1Parts parts = elu1_parts(numbers);
        lowest = pmin(lowest, numbers);
        store(fractions + j, parts.fraction);
        store(out + j, parts.exponent);
      }
    }
    for (int i = 0; i < count; i += kStep) {
      for (int j = i; j < i + kStep; j += kLanes) {
        store(out + j, elu1_of_parts(load(x + j), {load(fractions + j), load(out + j)}));
      }
    }
    x += count;
    out += count;
    size -= count;
  }
  transform(x, size, out, [&](v128_t numbers) {
    lowest = pmin(lowest, numbers);
    return elu1(numbers);
  });
  return wasm_i32x4_all_true(wasm_f32x4_ge(lowest, splat(kEluLowest)));
}

// Calls copy(8 or fewer floats of a row of S, how many, where they stand in the panels).
template <class Copy>
void each_state_tile(const LinearState& state, Copy copy) {
  const int features = round_up(state.r, 4);
  for (int c = 0; c < state.d_v; c += kTileCols) {
    for (int a = 0; a < state.r; ++a) {
      copy(state.row(a) + c, std::min(kTileCols, state.d_v - c),
           static_cast<size_t>(c) * features + a * kTileCols);
    }
  }
}

}  // namespace

const float* activate(const float* x, int size, Activation activation, float factor, float* out) {
  const v128_t factors = splat(factor);
  if (activation == Activation::kNone) {
    if (factor == 1) return x;
    transform(x, size, out, [=](v128_t numbers) { return mul(numbers, factors); });
  } else if (factor != 1 || !elu1_of_all(x, size, out)) {
    transform(x, size, out, [=](v128_t numbers) { return elu1_of_any(mul(numbers, factors)); });
  }
  return out;
}

const float* activate_rows(const float* x, int r, int tokens, Activation activation, float factor,
                           float* out) {
  const int size = tokens * r, features = round_up(r, kLanes);
  const float* const phi = activate(x, size, activation, factor, out);
  if (phi == x) {
    if (features == r && tokens % kTileRows == 0) return x;
    std::copy_n(x, size, out);
  }
  // From the last row back, so that none is overwritten before it has moved.
  for (int t = features == r ? 0 : tokens; t-- > 0;) {
    float* const row = out + t * features;
    std::memmove(row, out + t * r, r * sizeof(float));
    std::fill(row + r, row + features, 0.0f);
  }
  return out;
}

void load_state(const LinearState& state, float* panels, float* z) {
  const int features = round_up(state.r, 4);
  std::fill_n(panels, static_cast<size_t>(features) * round_up(state.d_v, kTileCols), 0.0f);
  std::fill_n(z, features, 0.0f);
  for (int a = 0; a < state.r; ++a) z[a] = state.z[a];
  each_state_tile(state, [&](const float* row, int cols, size_t at) { std::copy_n(row, cols, panels + at); });
}

void store_state(const float* panels, const float* z, const LinearState& state) {
  for (int a = 0; a < state.r; ++a) state.z[a] = z[a];
  each_state_tile(state, [&](float* row, int cols, size_t at) { std::copy_n(panels + at, cols, row); });
}

void add_to_state(const float* panels, const float* z, const LinearState& state) {
  for (int a = 0; a < state.r; ++a) state.z[a] += z[a];
  each_state_tile(state, [&](float* row, int cols, size_t at) {
    for (int c = 0; c < cols; ++c) row[c] += panels[at + c];
  });
}

}  // namespace attn::simd
