// How a stream holds its numbers: rows of float32, float64, float16 or bfloat16, read and rounded as doubles.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "attn/half.h"
#include "attn/stream.h"

namespace attn {

constexpr int width_of(Accumulator accumulator) {
  return accumulator == Accumulator::kFloat64 ? 8 : accumulator == Accumulator::kFloat32 ? 4 : 2;
}

template <class Stored, class Decode>
void decode_row(const uint8_t* from, int n, double* to, Decode decode) {
  for (int c = 0; c < n; ++c) {
    Stored stored;
    std::memcpy(&stored, from + c * sizeof stored, sizeof stored);
    to[c] = decode(stored);
  }
}

inline void load_numbers(Accumulator accumulator, const uint8_t* from, int n, double* to) {
  switch (accumulator) {
    case Accumulator::kFloat32:
      return decode_row<float>(from, n, to, [](float x) -> double { return x; });
    case Accumulator::kFloat64:
      return decode_row<double>(from, n, to, [](double x) { return x; });
    case Accumulator::kFloat16:
      return decode_row<uint16_t>(from, n, to, double_from_half);
    case Accumulator::kBFloat16:
      return decode_row<uint16_t>(from, n, to, double_from_bfloat16);
  }
}

template <class Stored, class Encode>
void encode_row(const double* from, int n, uint8_t* to, Encode encode) {
  for (int c = 0; c < n; ++c) {
    const Stored stored = encode(from[c]);
    std::memcpy(to + c * sizeof stored, &stored, sizeof stored);
  }
}

// Rounds n numbers into storage. A number past the format's largest becomes an infinity there.
inline void store_numbers(Accumulator accumulator, const double* from, int n, uint8_t* to) {
  switch (accumulator) {
    case Accumulator::kFloat32:
      return encode_row<float>(from, n, to, [](double x) { return static_cast<float>(x); });
    case Accumulator::kFloat64:
      return encode_row<double>(from, n, to, [](double x) { return x; });
    case Accumulator::kFloat16:
      return encode_row<uint16_t>(from, n, to, half_from_double);
    case Accumulator::kBFloat16:
      return encode_row<uint16_t>(from, n, to, bfloat16_from_double);
  }
}

}  // namespace attn
