// What the tests of the core share: small matrices by hand, seeded ones, and comparisons with derived bounds.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>
#include <vector>

#include "attn/attend.h"
#include "attn/random.h"
#include "relative.h"

namespace test {

constexpr double kEps32 = 1.1920928955078125e-7;  // 2^-23
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

// A matrix that owns its numbers and passes as a view.
struct Rows {
  int rows = 0;
  int cols = 0;
  std::vector<float> data;

  Rows() = default;
  Rows(int r, int c, float fill = 0) : rows(r), cols(c), data(static_cast<size_t>(r) * c, fill) {}
  Rows(std::initializer_list<std::initializer_list<double>> list) {
    rows = static_cast<int>(list.size());
    for (const auto& row : list) {
      cols = static_cast<int>(row.size());
      for (const double x : row) data.push_back(static_cast<float>(x));
    }
  }
  operator attn::ConstMatrix() const { return {data.data(), rows, cols}; }
  float& at(int i, int j) { return data[static_cast<size_t>(i) * cols + j]; }
  float at(int i, int j) const { return data[static_cast<size_t>(i) * cols + j]; }
  // Rows [from, to).
  Rows slice(int from, int to) const {
    Rows part(to - from, cols);
    std::copy(data.begin() + static_cast<size_t>(from) * cols, data.begin() + static_cast<size_t>(to) * cols,
              part.data.begin());
    return part;
  }
};

inline Rows random(int rows, int cols, uint32_t seed, double scale = 1) {
  attn::OwnedMatrix drawn;
  REQUIRE(attn::random_matrix(rows, cols, seed, attn::Distribution::kNormal, scale, drawn).ok());
  Rows result(rows, cols);
  std::copy(drawn.data(), drawn.data() + drawn.size(), result.data.begin());
  return result;
}

// The same around a mean.
inline Rows random_about(float mean, int rows, int cols, uint32_t seed) {
  Rows result = random(rows, cols, seed);
  for (float& entry : result.data) entry += mean;
  return result;
}

inline double largest(const float* x, size_t n) {
  double most = 0;
  for (size_t i = 0; i < n; ++i) most = std::fmax(most, std::fabs(x[i]));
  return most;
}

// Every entry within `bound`; a NaN fails.
inline void check_close(const float* got, const float* expected, size_t n, double bound) {
  for (size_t i = 0; i < n; ++i) {
    CAPTURE(i);
    CAPTURE(got[i]);
    CAPTURE(expected[i]);
    CHECK(std::fabs(static_cast<double>(got[i]) - expected[i]) <= bound);
  }
}
inline void check_close(const attn::OwnedMatrix& got, const Rows& expected, double bound) {
  REQUIRE(got.rows() == expected.rows);
  REQUIRE(got.cols() == expected.cols);
  check_close(got.data(), expected.data.data(), expected.data.size(), bound);
}
inline void check_close(const attn::OwnedMatrix& got, const attn::OwnedMatrix& expected, double bound) {
  REQUIRE(got.rows() == expected.rows());
  REQUIRE(got.cols() == expected.cols());
  check_close(got.data(), expected.data(), expected.size(), bound);
}

inline attn::AttendOptions linear(attn::MapKind kind) {
  attn::AttendOptions options;
  options.mechanism = attn::Mechanism::kLinear;
  options.map.kind = kind;
  return options;
}

}  // namespace test
