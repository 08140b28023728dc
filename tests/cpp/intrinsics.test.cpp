// The intrinsics of the simd128 kernels, at their edges. In wasm the real ones answer; natively those of
// native_simd/wasm_simd128.h, which so are held to the same.
#ifdef ATTENTION_SIMD128
#include <doctest/doctest.h>
#include <wasm_simd128.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace {

using Floats = std::array<float, 4>;
using Words = std::array<uint32_t, 4>;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kMax = std::numeric_limits<float>::max();
constexpr float kMin = std::numeric_limits<float>::min();           // normal
constexpr float kLeast = std::numeric_limits<float>::denorm_min();  // subnormal
constexpr uint32_t kAll = 0xffffffff, kSign = 0x80000000;

template <class To, class From>
To same_bits(From from) {
  static_assert(sizeof(To) == sizeof from, "nothing is left over");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

// By way of memory that the compiler may not look into: what it could work out itself, the machine would not
// be asked.
template <class T>
T asked(T x) {
  volatile T held = x;
  return held;
}
template <class T>
v128_t vector(std::array<T, 4> lanes) {
  for (T& lane : lanes) lane = asked(lane);
  return wasm_v128_load(lanes.data());
}
Words words(v128_t x) {
  return same_bits<Words>(x);
}
Floats floats(v128_t x) {
  return same_bits<Floats>(x);
}

const std::vector<float> kEdges = {0,     -0.0f, 1,     -1,      1.5f, kLeast,  -kLeast,
                                   kMin,  -kMin, kMax,  -kMax,   kInf, -kInf,   kNaN,
                                   -kNaN, 1e-5f, -3e7f, 1 / 3.f, 4097, 16777213};

// check(four first operands, four second ones) for all pairs, each pair in each lane once.
template <class T, class Check>
void each_pair(const std::vector<T>& edges, Check check) {
  const size_t n = edges.size();
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      const auto at = [&](size_t k) { return edges[k % n]; };
      check(std::array<T, 4>{at(i), at(i + 1), at(i + 2), at(i + 3)},
            std::array<T, 4>{at(j), at(j + 2), at(j + 5), at(j + 7)});
    }
  }
}

// Equal to the bit, but for what a NaN carries: WebAssembly leaves the sign and payload of a new one open.
void check_number(float got, float expected) {
  if (std::isnan(expected)) {
    CHECK(std::isnan(got));
  } else {
    CHECK(same_bits<uint32_t>(got) == same_bits<uint32_t>(expected));
  }
}

}  // namespace

TEST_CASE("intrinsics: wasm_v128_load and wasm_v128_store at any address, lanes from the lowest up") {
  for (size_t offset = 0; offset < 16; ++offset) {
    unsigned char from[33], to[33];
    for (int i = 0; i < 33; ++i) {
      from[i] = static_cast<unsigned char>(asked(7 * i + 1));
      to[i] = 0xee;
    }
    const v128_t x = wasm_v128_load(from + offset);
    wasm_v128_store(to + 16 - offset, x);
    CHECK(std::memcmp(to + 16 - offset, from + offset, 16) == 0);
    for (size_t i = 0; i < 33; ++i) {
      if (i < 16 - offset || i >= 32 - offset) CHECK(to[i] == 0xee);
    }
    uint32_t first;
    std::memcpy(&first, from + offset, 4);
    CHECK(words(x)[0] == first);
    CHECK(words(wasm_v128_load32_splat(from + offset)) == Words{first, first, first, first});
  }
}

TEST_CASE("intrinsics: wasm_v128_load32_splat reads four bytes") {
  // The last four of an allocation: a sanitizer watches those after them.
  std::vector<float> one(1, asked(-2.5f));
  CHECK(floats(wasm_v128_load32_splat(one.data())) == Floats{-2.5f, -2.5f, -2.5f, -2.5f});
}

TEST_CASE("intrinsics: wasm_f32x4_const, wasm_i32x4_const, splats and wasm_f32x4_extract_lane") {
  CHECK(words(wasm_f32x4_const(1, -0.0f, kInf, 0)) == Words{0x3f800000, kSign, 0x7f800000, 0});
  CHECK(words(wasm_i32x4_const(1, -1, 0x7fffffff, -0x7fffffff - 1)) == Words{1, kAll, 0x7fffffff, kSign});
  CHECK(words(wasm_i32x4_const_splat(-2)) == Words{kAll - 1, kAll - 1, kAll - 1, kAll - 1});
  CHECK(words(wasm_i32x4_splat(asked(-2))) == Words{kAll - 1, kAll - 1, kAll - 1, kAll - 1});
  CHECK(words(wasm_f32x4_splat(asked(-0.0f))) == Words{kSign, kSign, kSign, kSign});
  const v128_t x = vector(Floats{1, -2, 3, -0.0f});
  CHECK(wasm_f32x4_extract_lane(x, 0) == 1);
  CHECK(wasm_f32x4_extract_lane(x, 1) == -2);
  CHECK(wasm_f32x4_extract_lane(x, 2) == 3);
  CHECK(std::signbit(wasm_f32x4_extract_lane(x, 3)));
}

TEST_CASE("intrinsics: wasm_f32x4_add, wasm_f32x4_sub and wasm_f32x4_mul round once, and flush nothing") {
  const auto sum = [](float a, float b) {
    return floats(wasm_f32x4_add(vector(Floats{a, b, a, b}), vector(Floats{b, a, b, a})))[0];
  };
  const auto product = [](float a, float b) {
    return floats(wasm_f32x4_mul(vector(Floats{a, b, a, b}), vector(Floats{b, a, b, a})))[0];
  };
  // Ties go to the even neighbour, below and above.
  CHECK(sum(1, 0x1p-24f) == 1);
  CHECK(sum(1 + 0x1p-23f, 0x1p-24f) == 1 + 0x1p-22f);
  CHECK(sum(kLeast, kLeast) == 2 * kLeast);
  CHECK(product(kMin, 0.5f) == 0x1p-127f);
  CHECK(product(kLeast, 0.5f) == 0);
  CHECK(product(3 * kLeast, 0.5f) == 2 * kLeast);
  CHECK(sum(kMax, kMax) == kInf);
  CHECK(std::isnan(sum(kInf, -kInf)));
  CHECK(std::isnan(product(0, kInf)));
  CHECK(std::signbit(sum(-0.0f, -0.0f)));
  CHECK_FALSE(std::signbit(sum(0, -0.0f)));
  CHECK(std::signbit(product(-0.0f, 1)));
  each_pair(kEdges, [](Floats a, Floats b) {
    const v128_t x = vector(a), y = vector(b);
    const Floats added = floats(wasm_f32x4_add(x, y)), taken = floats(wasm_f32x4_sub(x, y)),
                 times = floats(wasm_f32x4_mul(x, y));
    for (int i = 0; i < 4; ++i) {
      // A double holds the product of two floats, and 24 bits of 53 forgive a sum that was rounded before
      // (Figueroa 1995).
      check_number(added[i], static_cast<float>(static_cast<double>(a[i]) + b[i]));
      check_number(taken[i], static_cast<float>(static_cast<double>(a[i]) - b[i]));
      check_number(times[i], static_cast<float>(static_cast<double>(a[i]) * b[i]));
    }
  });
}

TEST_CASE("intrinsics: a product and a sum round twice, and are not fused") {
  const float a = 1 + 0x1p-12f;  // its square, 1 + 2^-11 + 2^-24, lies between two floats
  const v128_t square = wasm_f32x4_mul(vector(Floats{a, a, a, a}), vector(Floats{a, a, a, a}));
  const float less = -1 - 0x1p-11f;
  CHECK(floats(wasm_f32x4_add(square, vector(Floats{less, less, less, less}))) == Floats{0, 0, 0, 0});
}

TEST_CASE("intrinsics: wasm_f32x4_pmin and wasm_f32x4_pmax give the first beside a NaN and of two zeros") {
  const auto smaller = [](float a, float b) {
    return words(wasm_f32x4_pmin(vector(Floats{a, a, a, a}), vector(Floats{b, b, b, b})))[3];
  };
  const auto larger = [](float a, float b) {
    return words(wasm_f32x4_pmax(vector(Floats{a, a, a, a}), vector(Floats{b, b, b, b})))[3];
  };
  using Pick = uint32_t (*)(float, float);
  const auto bits = [](float x) { return same_bits<uint32_t>(x); };
  for (const Pick pick : {Pick(smaller), Pick(larger)}) {
    CHECK(pick(1, kNaN) == bits(1));
    CHECK(pick(kNaN, 1) == bits(kNaN));
    CHECK(pick(0, -0.0f) == 0);
    CHECK(pick(-0.0f, 0) == kSign);
  }
  CHECK(smaller(kInf, -kInf) == bits(-kInf));
  CHECK(larger(kInf, -kInf) == bits(kInf));
  CHECK(smaller(kLeast, 0) == 0);
  CHECK(larger(-kLeast, -kMin) == bits(-kLeast));
  each_pair(kEdges, [&](Floats a, Floats b) {
    const Words low = words(wasm_f32x4_pmin(vector(a), vector(b))),
                high = words(wasm_f32x4_pmax(vector(a), vector(b)));
    for (int i = 0; i < 4; ++i) {
      CHECK(low[i] == bits(b[i] < a[i] ? b[i] : a[i]));
      CHECK(high[i] == bits(a[i] < b[i] ? b[i] : a[i]));
    }
  });
}

TEST_CASE("intrinsics: wasm_f32x4_lt and wasm_f32x4_ge set all bits or none, none beside a NaN") {
  const v128_t a = vector(Floats{-0.0f, kNaN, 1, -kInf}), b = vector(Floats{0, kNaN, kNaN, -kMax});
  CHECK(words(wasm_f32x4_lt(a, b)) == Words{0, 0, 0, kAll});
  CHECK(words(wasm_f32x4_ge(a, b)) == Words{kAll, 0, 0, 0});
  each_pair(kEdges, [](Floats x, Floats y) {
    const Words less = words(wasm_f32x4_lt(vector(x), vector(y))),
                not_less = words(wasm_f32x4_ge(vector(x), vector(y)));
    for (int i = 0; i < 4; ++i) {
      CHECK(less[i] == (x[i] < y[i] ? kAll : 0));
      CHECK(not_less[i] == (x[i] >= y[i] ? kAll : 0));
    }
  });
}

TEST_CASE("intrinsics: wasm_i32x4_add wraps round, wasm_i32x4_lt has signs, wasm_u32x4_max has none") {
  each_pair<uint32_t>({0, 1, 2, 0x7ffffffe, 0x7fffffff, kSign, kSign + 1, kAll, kAll - 1},
                      [](Words a, Words b) {
                        const v128_t x = vector(a), y = vector(b);
                        const Words sum = words(wasm_i32x4_add(x, y)), less = words(wasm_i32x4_lt(x, y)),
                                    larger = words(wasm_u32x4_max(x, y));
                        for (int i = 0; i < 4; ++i) {
                          CHECK(sum[i] == a[i] + b[i]);
                          // Signed order is unsigned order once the sign bit is turned over.
                          CHECK(less[i] == ((a[i] ^ kSign) < (b[i] ^ kSign) ? kAll : 0));
                          CHECK(larger[i] == (a[i] < b[i] ? b[i] : a[i]));
                        }
                      });
}

TEST_CASE("intrinsics: wasm_i32x4_shl by the count modulo 32") {
  const Words x = {1, kSign | 1, 0x12345678, kAll};
  for (const uint32_t count : {0u, 1u, 23u, 31u, 32u, 33u, 55u, 64u, kAll}) {
    CAPTURE(count);
    const Words shifted = words(wasm_i32x4_shl(vector(x), asked(count)));
    for (int i = 0; i < 4; ++i) CHECK(shifted[i] == x[i] << (count & 31));
  }
  CHECK(words(wasm_i32x4_shl(vector(x), asked(23u))) == Words{0x800000, 0x800000, 0x3c000000, 0xff800000});
}

TEST_CASE("intrinsics: wasm_v128_and and wasm_v128_bitselect, bit by bit") {
  const v128_t a = vector(Words{0xffff0000, 0, kAll, 0x0f0f0f0f}),
               b = vector(Words{0x00ff00ff, kAll, 0, 0x00ffff00}),
               mask = vector(Words{0xf0f0f0f0, 0x00000001, 0x0000ffff, kSign});
  CHECK(words(wasm_v128_and(a, b)) == Words{0x00ff0000, 0, 0, 0x000f0f00});
  CHECK(words(wasm_v128_bitselect(a, b, mask)) == Words{0xf0ff000f, 0xfffffffe, 0x0000ffff, 0x00ffff00});
}

TEST_CASE("intrinsics: wasm_i32x4_shuffle and wasm_i64x2_shuffle count on from the first operand's lanes") {
  const v128_t a = vector(Words{10, 11, 12, 13}), b = vector(Words{20, 21, 22, 23});
  CHECK(words(wasm_i32x4_shuffle(a, b, 0, 4, 1, 5)) == Words{10, 20, 11, 21});
  CHECK(words(wasm_i32x4_shuffle(a, b, 2, 6, 3, 7)) == Words{12, 22, 13, 23});
  CHECK(words(wasm_i32x4_shuffle(a, a, 2, 3, 0, 1)) == Words{12, 13, 10, 11});
  CHECK(words(wasm_i32x4_shuffle(a, b, 7, 7, 0, 3)) == Words{23, 23, 10, 13});
  CHECK(words(wasm_i64x2_shuffle(a, b, 0, 2)) == Words{10, 11, 20, 21});
  CHECK(words(wasm_i64x2_shuffle(a, b, 1, 3)) == Words{12, 13, 22, 23});
  CHECK(words(wasm_i64x2_shuffle(a, b, 3, 0)) == Words{22, 23, 10, 11});
}

TEST_CASE("intrinsics: wasm_i32x4_all_true asks whether every lane has a bit") {
  CHECK(wasm_i32x4_all_true(vector(Words{1, kSign, kAll, 0x100})));
  for (size_t lane = 0; lane < 4; ++lane) {
    Words x = {kAll, kAll, kAll, kAll};
    x[lane] = 0;
    CHECK_FALSE(wasm_i32x4_all_true(vector(x)));
  }
  // The bits of -0 are not all 0.
  CHECK(wasm_i32x4_all_true(vector(Floats{-0.0f, -0.0f, -0.0f, -0.0f})));
}
#endif
