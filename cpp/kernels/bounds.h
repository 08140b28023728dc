// The smaller and the larger of two numbers, and multiples, by value. std::min and std::max take references:
// compiled for size they stay calls, and each argument goes to memory on its way.
#pragma once

namespace attn {

// `a` where neither is smaller.
template <class T>
constexpr T smaller(T a, T b) {
  return b < a ? b : a;
}
template <class T>
constexpr T larger(T a, T b) {
  return a < b ? b : a;
}

// The least multiple of `multiple` that is not below n, for n >= 0.
template <class T>
constexpr T round_up(T n, T multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

}  // namespace attn
