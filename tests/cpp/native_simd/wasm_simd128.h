// Stands in for the header of this name where the simd128 kernels are built natively, for sanitizers and
// fuzzers: the intrinsics that the kernels use and no others, each as WebAssembly defines it.
// intrinsics.test.cpp holds the same cases against these and, in wasm, against the real ones.
//
// Source: WebAssembly Core Specification 2.0, section 4.3 (numerics). Lanes are numbered from the lowest
// address.
#pragma once

#if defined(__wasm__)
#error "for native builds: in wasm, the compiler's own header is meant"
#endif
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the lanes of other machines lie the other way round"
#endif

#include <cstdint>
#include <cstring>

// GCC and Clang know vectors by this attribute: operators work on each lane, a comparison sets all bits of a
// lane or none, a cast keeps the bits. No cast to or from another type happens unasked.
using v128_t = int32_t __attribute__((vector_size(16)));

namespace native_simd {

using F32x4 = float __attribute__((vector_size(16)));
using U32x4 = uint32_t __attribute__((vector_size(16)));
using U64x2 = uint64_t __attribute__((vector_size(16)));

inline F32x4 floats(v128_t x) {
  return reinterpret_cast<F32x4>(x);
}
// Integers wrap round: signed ones would not, in C++.
inline U32x4 words(v128_t x) {
  return reinterpret_cast<U32x4>(x);
}
template <class Vector>
v128_t bits(Vector x) {
  return reinterpret_cast<v128_t>(x);
}

// `yes` where a lane of `condition` has all bits, `no` where it has none; bit by bit in between.
inline v128_t choose(v128_t condition, v128_t yes, v128_t no) {
  return (yes & condition) | (no & ~condition);
}

// Lanes of a, then those of b.
template <class Vector, int... kFrom>
v128_t shuffle(v128_t a, v128_t b) {
  constexpr int kLanes = sizeof...(kFrom);
  static_assert(((0 <= kFrom && kFrom < 2 * kLanes) && ...), "a lane that neither has");
  const Vector from[2] = {reinterpret_cast<Vector>(a), reinterpret_cast<Vector>(b)};
  return bits(Vector{from[kFrom / kLanes][kFrom % kLanes]...});
}

template <int kLane>
float lane(v128_t x) {
  static_assert(0 <= kLane && kLane < 4, "a lane that is not there");
  return floats(x)[kLane];
}

}  // namespace native_simd

// Any address will do: WebAssembly's loads and stores need not be aligned.
inline v128_t wasm_v128_load(const void* from) {
  v128_t x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
inline v128_t wasm_v128_load32_splat(const void* from) {
  int32_t x;
  std::memcpy(&x, from, sizeof x);
  return v128_t{x, x, x, x};
}
inline void wasm_v128_store(void* to, v128_t x) {
  std::memcpy(to, &x, sizeof x);
}

inline v128_t wasm_f32x4_const(float a, float b, float c, float d) {
  return native_simd::bits(native_simd::F32x4{a, b, c, d});
}
inline v128_t wasm_f32x4_splat(float x) {
  return wasm_f32x4_const(x, x, x, x);
}
inline v128_t wasm_i32x4_const(int32_t a, int32_t b, int32_t c, int32_t d) {
  return v128_t{a, b, c, d};
}
inline v128_t wasm_i32x4_splat(int32_t x) {
  return v128_t{x, x, x, x};
}
inline v128_t wasm_i32x4_const_splat(int32_t x) {
  return wasm_i32x4_splat(x);
}

inline v128_t wasm_v128_and(v128_t a, v128_t b) {
  return a & b;
}
inline v128_t wasm_v128_bitselect(v128_t a, v128_t b, v128_t mask) {
  return native_simd::choose(mask, a, b);
}

// Each rounds once, to nearest and ties to even. The build's -ffp-contract=off keeps two roundings two.
inline v128_t wasm_f32x4_add(v128_t a, v128_t b) {
  return native_simd::bits(native_simd::floats(a) + native_simd::floats(b));
}
inline v128_t wasm_f32x4_sub(v128_t a, v128_t b) {
  return native_simd::bits(native_simd::floats(a) - native_simd::floats(b));
}
inline v128_t wasm_f32x4_mul(v128_t a, v128_t b) {
  return native_simd::bits(native_simd::floats(a) * native_simd::floats(b));
}
inline v128_t wasm_f32x4_lt(v128_t a, v128_t b) {
  return native_simd::bits(native_simd::floats(a) < native_simd::floats(b));
}
inline v128_t wasm_f32x4_ge(v128_t a, v128_t b) {
  return native_simd::bits(native_simd::floats(a) >= native_simd::floats(b));
}
// b < a ? b : a and a < b ? b : a. So the first is the result beside a NaN, and of two zeros.
inline v128_t wasm_f32x4_pmin(v128_t a, v128_t b) {
  return native_simd::choose(wasm_f32x4_lt(b, a), b, a);
}
inline v128_t wasm_f32x4_pmax(v128_t a, v128_t b) {
  return native_simd::choose(wasm_f32x4_lt(a, b), b, a);
}

inline v128_t wasm_i32x4_add(v128_t a, v128_t b) {
  return native_simd::bits(native_simd::words(a) + native_simd::words(b));
}
// By `count` modulo 32.
inline v128_t wasm_i32x4_shl(v128_t x, uint32_t count) {
  return native_simd::bits(native_simd::words(x) << (count % 32));
}
inline v128_t wasm_i32x4_lt(v128_t a, v128_t b) {
  return native_simd::bits(a < b);
}
inline v128_t wasm_u32x4_max(v128_t a, v128_t b) {
  return native_simd::choose(native_simd::bits(native_simd::words(a) < native_simd::words(b)), b, a);
}
// 1 where no lane is 0, and 0 otherwise.
inline bool wasm_i32x4_all_true(v128_t x) {
  return x[0] != 0 && x[1] != 0 && x[2] != 0 && x[3] != 0;
}

// Lanes are part of the instruction: constants, and a wrong one does not compile.
#define wasm_f32x4_extract_lane(x, lane_of_x) native_simd::lane<lane_of_x>(x)
#define wasm_i32x4_shuffle(a, b, c0, c1, c2, c3) \
  native_simd::shuffle<native_simd::U32x4, c0, c1, c2, c3>(a, b)
#define wasm_i64x2_shuffle(a, b, c0, c1) native_simd::shuffle<native_simd::U64x2, c0, c1>(a, b)
