// The smaller and the larger of two numbers, by value. std::min and std::max take references: compiled for
// size they stay calls, and each argument goes to memory on its way.
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

}  // namespace attn
