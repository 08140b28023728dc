// What the simd128 kernels share: loads, a vector exp, and the 4x8 tile that every matrix product here is
// made of. The only header that includes <wasm_simd128.h>, and only *_simd128.cpp files include it.
#pragma once

#include <wasm_simd128.h>

#include <cmath>
#include <cstddef>

#include "kernels/bounds.h"

namespace attn::simd {

constexpr int kLanes = 4;
constexpr int kTileRows = 4;
constexpr int kTileCols = 8;  // two registers

inline v128_t zero() {
  return wasm_f32x4_const(0, 0, 0, 0);
}
inline v128_t splat(float x) {
  return wasm_f32x4_splat(x);
}
inline v128_t load(const float* p) {
  return wasm_v128_load(p);
}
inline v128_t load_splat(const float* p) {
  return wasm_v128_load32_splat(p);
}
inline void store(float* p, v128_t x) {
  wasm_v128_store(p, x);
}
inline v128_t add(v128_t a, v128_t b) {
  return wasm_f32x4_add(a, b);
}
inline v128_t sub(v128_t a, v128_t b) {
  return wasm_f32x4_sub(a, b);
}
inline v128_t mul(v128_t a, v128_t b) {
  return wasm_f32x4_mul(a, b);
}
// Rounded twice: simd128 has no fused form.
inline v128_t mul_add(v128_t a, v128_t b, v128_t c) {
  return add(mul(a, b), c);
}
// One instruction each on x86, unlike f32x4.min and max. Where either is NaN the first argument is the
// result.
inline v128_t pmin(v128_t a, v128_t b) {
  return wasm_f32x4_pmin(a, b);
}
inline v128_t pmax(v128_t a, v128_t b) {
  return wasm_f32x4_pmax(a, b);
}

inline float first_lane(v128_t x) {
  return wasm_f32x4_extract_lane(x, 0);
}
inline float sum_lanes(v128_t x) {
  x = add(x, wasm_i32x4_shuffle(x, x, 2, 3, 0, 1));
  return first_lane(add(x, wasm_i32x4_shuffle(x, x, 1, 0, 3, 2)));
}
inline float max_lanes(v128_t x) {
  x = pmax(x, wasm_i32x4_shuffle(x, x, 2, 3, 0, 1));
  return first_lane(pmax(x, wasm_i32x4_shuffle(x, x, 1, 0, 3, 2)));
}

// The first `count` of 4 floats, zeros for the others; nothing past them is read. Not inlined: it is for
// ends, and used at many.
__attribute__((noinline)) inline v128_t load_first(const float* x, int count) {
  alignas(16) float lanes[kLanes] = {};
  for (int i = 0; i < count; ++i) lanes[i] = x[i];
  return load(lanes);
}
inline v128_t is_first(int count) {
  return wasm_i32x4_lt(wasm_i32x4_const(0, 1, 2, 3), wasm_i32x4_splat(count));
}
inline v128_t keep_first(v128_t x, int count) {
  return wasm_v128_and(x, is_first(count));
}
// -infinity in place of all but the first `count`, which may be anything.
inline v128_t first_or_never(v128_t x, int count) {
  return wasm_v128_bitselect(x, splat(-INFINITY), is_first(count));
}

// `count` numbers times `factor`, in place.
inline void scale(float* x, int count, float factor) {
  const float* const end = x + count;
  for (; x + kLanes <= end; x += kLanes) store(x, mul(load(x), splat(factor)));
  for (; x != end; ++x) *x *= factor;
}

// Rows become columns.
inline void transpose(v128_t& a, v128_t& b, v128_t& c, v128_t& d) {
  const v128_t ab_low = wasm_i32x4_shuffle(a, b, 0, 4, 1, 5), ab_high = wasm_i32x4_shuffle(a, b, 2, 6, 3, 7);
  const v128_t cd_low = wasm_i32x4_shuffle(c, d, 0, 4, 1, 5), cd_high = wasm_i32x4_shuffle(c, d, 2, 6, 3, 7);
  a = wasm_i64x2_shuffle(ab_low, cd_low, 0, 2);
  b = wasm_i64x2_shuffle(ab_low, cd_low, 1, 3);
  c = wasm_i64x2_shuffle(ab_high, cd_high, 0, 2);
  d = wasm_i64x2_shuffle(ab_high, cd_high, 1, 3);
}

// 2^f for |f| <= 1/2: minimax in relative error (2.0e-9), with constant term 1. Paired (Estrin) rather than
// nested, because a chain of thirteen dependent operations, not their number, is what bounds a loop over
// this.
inline v128_t exp2_fraction(v128_t f) {
  const v128_t f2 = mul(f, f);
  const v128_t low = mul_add(f, splat(0.6931472028550141f), splat(1.0f));
  const v128_t middle = mul_add(f, splat(0.05550332471204434f), splat(0.24022647913586118f));
  const v128_t high = mul_add(f, splat(0.001339887438973634f), splat(0.009618437362901229f));
  return mul_add(mul_add(mul_add(f2, splat(0.0001535336045254589f), high), f2, middle), f2, low);
}

constexpr float kExp2Magic = 12582912.0f;  // 1.5 * 2^23: adding it rounds to an integer, held in the low bits
constexpr float kExp2Lowest = -127.0f;

// 2^(s - m) for an integer m, |m| <= kLargestShift, and s <= m + 127. With an integer m nothing is lost in s
// - m: s + (magic - m) holds round(s) - m in its low bits, and s - round(s) is exact. Relative error
// below 1.3e-7 while the result is a normal number; below 2^-126 the error is absolute, under 2^-126; from m
// - 127 down, -infinity included, the result is exactly 0. A NaN stays a NaN.
class ShiftedExp2 {
 public:
  static constexpr float kLargestShift = 2097152.0f;  // 2^21: magic - m stays exact

  explicit ShiftedExp2(float m) : magic_(splat(kExp2Magic - m)), lowest_(splat(m + kExp2Lowest)) {}
  v128_t operator()(v128_t s) const {
    s = pmax(s, lowest_);
    const v128_t shifted = add(s, magic_);
    const v128_t p = exp2_fraction(sub(s, sub(shifted, magic_)));
    return wasm_i32x4_add(p, wasm_i32x4_shl(shifted, 23));
  }

 private:
  v128_t magic_, lowest_;
};

constexpr float kLog2E = 1.44269504088896340736f;
constexpr float kLn2 = 0.69314718055994530942f;

// 2^(s - m) in place over `count` scores, a multiple of 4; their sum. m is an integer. Not inlined: a call
// for a row of scores takes no time, and there are six places.
__attribute__((noinline)) inline float weigh(float* s, float m, int count) {
  if (!(std::fabs(m) <= ShiftedExp2::kLargestShift)) {
    for (int j = 0; j < count; j += kLanes) store(s + j, sub(load(s + j), splat(m)));
    m = 0;
  }
  const ShiftedExp2 exp2(m);
  v128_t sum = zero();
#pragma clang loop unroll(disable)
  for (int j = 0; j < count; j += kLanes) {
    const v128_t weight = exp2(load(s + j));
    sum = add(sum, weight);
    store(s + j, weight);
  }
  return sum_lanes(sum);
}

// ln 2 in two parts (Cody and Waite 1980): an exponent times the first, of 10 bits, is exact.
constexpr float kLn2High = 0.693359375f;
constexpr float kLn2Low = -2.12194440e-4f;

// elu(x) + 1 for x >= kEluLowest: the larger of x + 1 and exp(min(x, 0)), without a branch. exp(0) is exactly
// 1, and exp(x) lies above x + 1. The polynomial is minimax in relative error for |f| <= ln 2 / 2 (1.05e-7)
// with constant term 1; in all below 2.2e-7, exact from 0 on but for the addition. In two steps, which a loop
// over many numbers takes one after the other: the chain of both is longer than what a processor looks ahead.
constexpr float kEluLowest = -87.0f;  // exp(-87) is still a normal number
struct Elu1Parts {
  v128_t fraction;  // min(x, 0) less a multiple of ln 2
  v128_t exponent;  // that multiple, where a float has its exponent
};
inline Elu1Parts elu1_parts(v128_t x) {
  const v128_t magic = splat(kExp2Magic), negative = pmin(x, zero());
  const v128_t shifted = mul_add(negative, splat(kLog2E), magic);
  const v128_t n = sub(shifted, magic);
  return {sub(sub(negative, mul(n, splat(kLn2High))), mul(n, splat(kLn2Low))), wasm_i32x4_shl(shifted, 23)};
}
inline v128_t elu1_of_parts(v128_t x, Elu1Parts parts) {
  const v128_t f = parts.fraction;
  const v128_t f2 = mul(f, f);
  const v128_t low = add(f, splat(1.0f));
  const v128_t middle = mul_add(f, splat(0.16667116314091576f), splat(0.499992288251466f));
  const v128_t high = mul_add(f, splat(0.008312477651920638f), splat(0.0418905500278074f));
  const v128_t p = mul_add(mul_add(high, f2, middle), f2, low);
  return pmax(add(x, splat(1.0f)), wasm_i32x4_add(p, parts.exponent));
}
inline v128_t elu1(v128_t x) {
  return elu1_of_parts(x, elu1_parts(x));
}

// The same for any x, gradual underflow included: below kEluLowest an error of 4.5e-7 and half a denormal's
// spacing, and from there on the same bits. A NaN stays a NaN, and -infinity becomes one: callers look for
// numbers that are not finite in what comes out.
inline v128_t elu1_of_any(v128_t x) {
  // exp(-104) rounds to 0. The square of the root keeps the exponent among the normal numbers until the last
  // line.
  const v128_t root = elu1(mul(pmax(pmin(x, zero()), splat(-104.0f)), splat(0.5f)));
  const v128_t low = mul_add(x, zero(), mul(root, root));
  return wasm_v128_bitselect(low, elu1(x), wasm_f32x4_lt(x, splat(kEluLowest)));
}

// acc[2 r], acc[2 r + 1] += sum over `steps` >= 1 of a[r * kRowStride] * b[0..7], then a += a_step, b +=
// b_stride. Eight accumulators, two registers of b and one of a are as many as V8 keeps in registers.
// Unrolled over the steps, V8 moves the loads together, spills, and halves the speed: so the loop stays a
// loop. It ends on a pointer, not on a count: one instruction of 26 less.
template <int kRowStride>
inline __attribute__((always_inline)) void tile_4x8(const float* a, int a_step, const float* b, int b_stride,
                                                    int steps, v128_t (&acc)[8]) {
  const float* const end = b + static_cast<ptrdiff_t>(steps) * b_stride;
#pragma clang loop unroll(disable) vectorize(disable)
  do {
    const v128_t b0 = load(b), b1 = load(b + kLanes);
    v128_t x = load_splat(a);
    acc[0] = mul_add(x, b0, acc[0]);
    acc[1] = mul_add(x, b1, acc[1]);
    x = load_splat(a + kRowStride);
    acc[2] = mul_add(x, b0, acc[2]);
    acc[3] = mul_add(x, b1, acc[3]);
    x = load_splat(a + 2 * kRowStride);
    acc[4] = mul_add(x, b0, acc[4]);
    acc[5] = mul_add(x, b1, acc[5]);
    x = load_splat(a + 3 * kRowStride);
    acc[6] = mul_add(x, b0, acc[6]);
    acc[7] = mul_add(x, b1, acc[7]);
    a += a_step;
    b += b_stride;
  } while (b != end);
}

// Row r of the tile times factors[r].
inline void scale_rows(const float* factors, v128_t (&acc)[8]) {
  for (int r = 0; r < kTileRows; ++r) {
    const v128_t factor = load_splat(factors + r);
    acc[2 * r] = mul(acc[2 * r], factor);
    acc[2 * r + 1] = mul(acc[2 * r + 1], factor);
  }
}

// The first `rows` and `cols` of a tile. Not inlined: it is for edges, and used at many.
__attribute__((noinline)) inline void copy_part(const float* from, int from_stride, float* to, int to_stride,
                                                int rows, int cols) {
  for (int r = 0; r < kTileRows && r < rows; ++r) {
    for (int c = 0; c < kTileCols && c < cols; ++c) to[r * to_stride + c] = from[r * from_stride + c];
  }
}

// The first `rows` and `cols` of a tile that has so many, zeros for the others; nothing past them is read.
inline void load_tile(const float* from, int stride, int rows, int cols, v128_t (&acc)[8]) {
  if (rows >= kTileRows && cols >= kTileCols) {
    for (int r = 0; r < kTileRows; ++r) {
      acc[2 * r] = load(from + r * stride);
      acc[2 * r + 1] = load(from + r * stride + kLanes);
    }
    return;
  }
  alignas(16) float tile[kTileRows][kTileCols] = {};
  copy_part(from, stride, tile[0], kTileCols, rows, cols);
  for (int i = 0; i < 8; ++i) acc[i] = load(tile[i / 2] + i % 2 * kLanes);
}

// The first `rows` and `cols` of the tile, as far as it has them.
inline void store_tile(const v128_t (&acc)[8], float* to, int stride, int rows, int cols) {
  if (rows >= kTileRows && cols >= kTileCols) {
    for (int r = 0; r < kTileRows; ++r) {
      store(to + r * stride, acc[2 * r]);
      store(to + r * stride + kLanes, acc[2 * r + 1]);
    }
    return;
  }
  alignas(16) float tile[kTileRows][kTileCols];
  for (int i = 0; i < 8; ++i) store(tile[i / 2] + i % 2 * kLanes, acc[i]);
  copy_part(tile[0], kTileCols, to, stride, rows, cols);
}

}  // namespace attn::simd
