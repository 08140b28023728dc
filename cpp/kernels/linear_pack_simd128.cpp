#include <algorithm>
#include <type_traits>

#include "kernels/linear_pack.h"
#include "kernels/simd128.h"

namespace attn::simd {
namespace {

enum class Phi { kNone, kElu1, kElu1OfAny };

template <Phi phi>
v128_t activated(v128_t x) {
  return phi == Phi::kNone ? x : phi == Phi::kElu1 ? elu1(x) : elu1_of_any(x);
}

// Four minima side by side: a single one would be a chain.
v128_t lowest_of(const float* x, int size) {
  v128_t lowest[4] = {zero(), zero(), zero(), zero()};
  const float* const end = x + size / (4 * kLanes) * (4 * kLanes);
  for (; x != end; x += 4 * kLanes) {
    for (int i = 0; i < 4; ++i) lowest[i] = pmin(lowest[i], load(x + i * kLanes));
  }
  int left = size % (4 * kLanes);
  for (; left >= kLanes; left -= kLanes, x += kLanes) lowest[0] = pmin(lowest[0], load(x));
  if (left > 0) lowest[0] = pmin(lowest[0], load_first(x, left));
  return pmin(pmin(lowest[0], lowest[1]), pmin(lowest[2], lowest[3]));
}

bool high_enough(v128_t lowest) {
  return wasm_i32x4_all_true(wasm_f32x4_ge(lowest, splat(kEluLowest)));
}

// The cheapest way to compute phi for these `size` numbers.
Phi choose(Activation activation, const float* x, int size) {
  if (activation == Activation::kNone) return Phi::kNone;
  return high_enough(lowest_of(x, size)) ? Phi::kElu1 : Phi::kElu1OfAny;
}

// Calls use(std::integral_constant<Phi, phi>).
template <class Use>
void with(Phi phi, Use use) {
  if (phi == Phi::kNone) return use(std::integral_constant<Phi, Phi::kNone>());
  if (phi == Phi::kElu1) return use(std::integral_constant<Phi, Phi::kElu1>());
  use(std::integral_constant<Phi, Phi::kElu1OfAny>());
}

// phi of features [f, f + 4) of one token. Past r: zeros, which phi(0) would not be.
template <Phi phi>
v128_t features(const float* x, int f, int r) {
  if (f + kLanes <= r) return activated<phi>(load(x + f));
  return keep_first(activated<phi>(load_first(x + f, r - f)), r - f);
}

// f of `size` numbers, four at a time. A loop of its own: inside the loops that transpose, the constants of
// the exponential would not find registers.
template <class Function>
void transform(const float* x, int size, float* out, Function f) {
  const float* const end = x + size / kLanes * kLanes;
  for (; x != end; x += kLanes, out += kLanes) store(out, f(load(x)));
  const int left = size % kLanes;
  if (left > 0) store(out, f(load_first(x, left)));
}

// Features [f, f + 4) of one token; past r: zeros.
v128_t features_at(const float* x, int f, int r) {
  return f + kLanes <= r ? load(x + f) : load_first(x + f, r - f);
}

// Hands the features of up to 4 tokens, 4 features of each at a time, to use(f, a, b, c, d).
template <class Use>
void each_block(const float* x, int r, int tokens, Use use) {
  if (tokens >= 4) {
    for (int f = 0; f < r; f += kLanes) {
      use(f, features_at(x, f, r), features_at(x + r, f, r), features_at(x + 2 * r, f, r),
          features_at(x + 3 * r, f, r));
    }
    return;
  }
  for (int f = 0; f < r; f += kLanes) {
    use(f, tokens > 0 ? features_at(x, f, r) : zero(), tokens > 1 ? features_at(x + r, f, r) : zero(),
        tokens > 2 ? features_at(x + 2 * r, f, r) : zero(), zero());
  }
}

template <int kStep>
void store_transposed(v128_t a, v128_t b, v128_t c, v128_t d, float* packed) {
  transpose(a, b, c, d);
  store(packed, a);
  store(packed + kStep, b);
  store(packed + 2 * kStep, c);
  store(packed + 3 * kStep, d);
}

template <Phi phi>
void key_groups(const float* x, int r, int tokens, float* z, float* packed) {
  for (int f = 0; f < r; f += kLanes) {
    v128_t sum = zero();
    for (int t = 0; t < tokens; ++t, packed += kLanes) {
      const v128_t key = features<phi>(x + t * r, f, r);
      sum = add(sum, key);
      store(packed, key);
    }
    store(z + f, add(load(z + f), sum));
  }
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
    return out;
  }
  if (factor == 1) {
    // The cheap way fits nearly always, and shows on the way whether it did.
    v128_t lowest = zero();
    transform(x, size, out, [&](v128_t numbers) {
      lowest = pmin(lowest, numbers);
      return elu1(numbers);
    });
    if (high_enough(lowest)) return out;
  }
  transform(x, size, out, [=](v128_t numbers) { return elu1_of_any(mul(numbers, factors)); });
  return out;
}

void pack_queries(const float* x, int r, int tokens, const float* z, float* packed, float* normalisers) {
  v128_t n0 = zero(), n1 = zero(), n2 = zero(), n3 = zero();
  each_block(x, r, tokens, [&](int f, v128_t a, v128_t b, v128_t c, v128_t d) {
    const v128_t weights = load(z + f);
    n0 = mul_add(a, weights, n0);
    n1 = mul_add(b, weights, n1);
    n2 = mul_add(c, weights, n2);
    n3 = mul_add(d, weights, n3);
    store_transposed<4>(a, b, c, d, packed + 4 * f);
  });
  transpose(n0, n1, n2, n3);
  store(normalisers, add(add(n0, n1), add(n2, n3)));
}

void pack_key_panel(const float* x, int r, int tokens, float* z, float* packed) {
  for (int half = 0; half < kTileCols; half += 4) {
    each_block(x + half * r, r, tokens - half, [&](int f, v128_t a, v128_t b, v128_t c, v128_t d) {
      store(z + f, add(add(add(add(load(z + f), a), b), c), d));
      store_transposed<kTileCols>(a, b, c, d, packed + half + kTileCols * f);
    });
  }
}

void pack_key_groups(const float* x, int r, int tokens, Activation activation, float* z, float* packed) {
  with(choose(activation, x, tokens * r),
       [&](auto phi) { key_groups<decltype(phi)::value>(x, r, tokens, z, packed); });
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
