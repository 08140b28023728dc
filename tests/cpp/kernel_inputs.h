// Operands for kernel tests: misaligned by one float, with NaN on both sides, so that a number read or left
// unwritten where it should not be shows in the result. Under the address sanitizer, touching what lies
// around an operand is an error at once, even where the result does not depend on it.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "attn/matrix.h"
#include "attn/random.h"
#include "kernel_backends.h"
#include "relative.h"

// Emscripten has no such header.
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#endif

namespace kernel_test {

constexpr double kEps = 1.0 / (1 << 24);  // half a spacing of float32, relative
constexpr int kSizes[] = {1, 3, 4, 5, 7, 8, 9, 63, 64, 65};

class Operand {
 public:
  Operand(int rows, int cols) : rows_(rows), cols_(cols), values_(2 * kGuard + size_t(rows) * cols, NAN) {
    watch();
  }
  Operand(int rows, int cols, uint32_t seed, double scale, double mean = 0) : Operand(rows, cols) {
    attn::OwnedMatrix x;
    REQUIRE(attn::random_matrix(rows, cols, seed, attn::Distribution::kNormal, scale, x).ok());
    for (size_t i = 0; i < x.size(); ++i) data()[i] = static_cast<float>(x.data()[i] + mean);
  }
  ~Operand() { unwatch(); }
  Operand(const Operand&) = delete;

  float* data() { return values_.data() + kGuard; }
  float* row(int i) { return view().row(i); }
  attn::Matrix view() { return {data(), rows_, cols_}; }
  bool guards_untouched() const {
    unwatch();
    bool untouched = true;
    for (size_t i = 0; i < kGuard; ++i) {
      untouched = untouched && std::isnan(values_[i]) && std::isnan(values_[values_.size() - 1 - i]);
    }
    watch();
    return untouched;
  }

 private:
  static constexpr size_t kGuard = 17, kGuardBytes = kGuard * sizeof(float);
  // Nothing without the address sanitizer.
  void watch() const {
    ASAN_POISON_MEMORY_REGION(values_.data(), kGuardBytes);
    ASAN_POISON_MEMORY_REGION(values_.data() + values_.size() - kGuard, kGuardBytes);
  }
  void unwatch() const { ASAN_UNPOISON_MEMORY_REGION(values_.data(), values_.size() * sizeof(float)); }

  int rows_, cols_;
  std::vector<float> values_;
};

// 16-byte aligned and full of NaN, as a kernel may find it.
class Scratch {
 public:
  explicit Scratch(size_t floats) {
    REQUIRE(values_.resize(floats + 1));
    for (float& x : values_) x = NAN;
    ASAN_POISON_MEMORY_REGION(&end(), sizeof(float));
  }
  ~Scratch() { ASAN_UNPOISON_MEMORY_REGION(&end(), sizeof(float)); }
  Scratch(const Scratch&) = delete;
  float* data() { return values_.data(); }
  // The float after the last one that was asked for.
  bool end_untouched() const {
    ASAN_UNPOISON_MEMORY_REGION(&end(), sizeof(float));
    return std::isnan(end());
  }

 private:
  const float& end() const { return values_[values_.size() - 1]; }

  attn::Buffer<float> values_;
};

}  // namespace kernel_test
