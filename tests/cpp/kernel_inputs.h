// Operands for kernel tests: misaligned by one float, with NaN on both sides, so that a number read or left
// unwritten where it should not be shows in the result.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "attn/matrix.h"
#include "attn/random.h"
#include "kernels/kernels.h"

namespace kernel_test {

constexpr double kEps = 1.0 / (1 << 24);  // half a spacing of float32, relative
constexpr int kSizes[] = {1, 3, 4, 5, 7, 8, 9, 63, 64, 65};

class Operand {
 public:
  Operand(int rows, int cols) : rows_(rows), cols_(cols), values_(2 * kGuard + size_t(rows) * cols, NAN) {}
  Operand(int rows, int cols, uint32_t seed, double scale, double mean = 0) : Operand(rows, cols) {
    attn::OwnedMatrix x;
    REQUIRE(attn::random_matrix(rows, cols, seed, attn::Distribution::kNormal, scale, x).ok());
    for (size_t i = 0; i < x.size(); ++i) data()[i] = static_cast<float>(x.data()[i] + mean);
  }

  float* data() { return values_.data() + kGuard; }
  float* row(int i) { return view().row(i); }
  attn::Matrix view() { return {data(), rows_, cols_}; }
  bool guards_untouched() const {
    for (size_t i = 0; i < kGuard; ++i) {
      if (!std::isnan(values_[i]) || !std::isnan(values_[values_.size() - 1 - i])) return false;
    }
    return true;
  }

 private:
  static constexpr size_t kGuard = 17;
  int rows_, cols_;
  std::vector<float> values_;
};

// 16-byte aligned and full of NaN, as a kernel may find it.
class Scratch {
 public:
  explicit Scratch(size_t floats) {
    REQUIRE(values_.resize(floats + 1));
    for (float& x : values_) x = NAN;
  }
  float* data() { return values_.data(); }
  // The float after the last one that was asked for.
  bool end_untouched() const { return std::isnan(values_[values_.size() - 1]); }

 private:
  attn::Buffer<float> values_;
};

// Every backend of one operator, by its row in kernels.inc.
template <class Args>
struct Backend {
  std::string name;
  attn::kernels::Kernel<Args> run;
};

template <class Args>
std::vector<Backend<Args>> backends() {
  std::vector<Backend<Args>> all;
  const auto add = [&all](const char* name, auto* kernel) {
    if constexpr (std::is_same_v<decltype(kernel), attn::kernels::Kernel<Args>>)
      all.push_back({name, kernel});
  };
#define ATTN_KERNEL(operator_name, ArgsOfRow, backend) \
  add(#operator_name "_" #backend,                     \
      static_cast<attn::kernels::Kernel<attn::ArgsOfRow>>(attn::operator_name##_##backend));
#include "kernels/kernels.inc"
  REQUIRE(!all.empty());
  return all;
}

}  // namespace kernel_test
