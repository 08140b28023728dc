#include "attn/random.h"

#include <doctest/doctest.h>

#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

using attn::Distribution;
using attn::Random;

namespace {

// FNV-1a over the bits of the numbers.
uint32_t checksum(const float* data, size_t size) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < size; ++i) {
    uint32_t bits;
    std::memcpy(&bits, &data[i], sizeof bits);
    for (int byte = 0; byte < 4; ++byte) hash = (hash ^ (bits >> (8 * byte) & 255)) * 16777619u;
  }
  return hash;
}

std::vector<float> projection(int rows, int dim, bool orthogonal, uint32_t seed) {
  std::vector<float> W(static_cast<size_t>(rows) * dim);
  REQUIRE(attn::random_projection(rows, dim, orthogonal, seed, W.data()).ok());
  return W;
}

double row_dot(const std::vector<float>& W, int dim, int a, int b) {
  double sum = 0;
  for (int c = 0; c < dim; ++c) sum += static_cast<double>(W[a * dim + c]) * W[b * dim + c];
  return sum;
}

attn::OwnedMatrix drawn(int rows, int cols, uint32_t seed, Distribution distribution, double scale) {
  attn::OwnedMatrix x;
  REQUIRE(attn::random_matrix(rows, cols, seed, distribution, scale, x).ok());
  return x;
}

}  // namespace

TEST_CASE("PCG32 gives the numbers of its author's demonstration (seed 42, sequence 54)") {
  Random random(uint64_t{42}, uint64_t{54});
  for (const uint32_t expected :
       {0xa15c02b7u, 0x7b47f409u, 0xba1d3330u, 0x83d2f293u, 0xbfa4784bu, 0xcbed606eu}) {
    CHECK(random.next() == expected);
  }
}

TEST_CASE("the same seed gives the same bits in every build") {
  // The numbers were read off the native build; the wasm builds run this test too.
  CHECK(checksum(projection(37, 16, true, 7).data(), 37 * 16) == 61411518u);
  CHECK(checksum(projection(37, 16, false, 7).data(), 37 * 16) == 314751143u);
  CHECK(checksum(drawn(50, 20, 7, Distribution::kNormal, 1).data(), 1000) == 4064397781u);
  CHECK(checksum(drawn(50, 20, 7, Distribution::kUnitRows, 1).data(), 1000) == 1769884421u);
}

TEST_CASE("neighbouring seeds have nothing to do with one another") {
  // The correlation of the first numbers of seeds s and s + 1, each of variance 1, over many s: five standard
  // errors.
  const int n = 40000;
  double product = 0, squares = 0;
  for (int seed = 0; seed < n; ++seed) {
    Random one(seed, Random::Purpose::kProjection), next(seed + 1, Random::Purpose::kProjection);
    const double a = one.normal(), b = next.normal();
    product += a * b;
    squares += (a * a - 1) * (b * b - 1) / 2;
  }
  CHECK(std::fabs(product / n) < 5 / std::sqrt(n));
  CHECK(std::fabs(squares / n) < 5 / std::sqrt(n));
}

TEST_CASE("other seeds and other purposes give other numbers") {
  CHECK(projection(4, 4, false, 1) != projection(4, 4, false, 2));
  const attn::OwnedMatrix x = drawn(4, 4, 1, Distribution::kNormal, 1);
  CHECK(std::memcmp(x.data(), projection(4, 4, false, 1).data(), 64) != 0);
}

TEST_CASE("normal numbers have the moments of a normal distribution") {
  const int n = 100000;
  Random random(11, Random::Purpose::kMatrix);
  double sum[5] = {0, 0, 0, 0, 0};
  int beyond_3 = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    for (int p = 1; p <= 4; ++p) sum[p] += std::pow(x, p);
    beyond_3 += std::fabs(x) > 3;
  }
  // Five standard errors of each mean: the variances of x, x^2, x^3, x^4 are 1, 2, 15, 96.
  const double error = 5 / std::sqrt(n);
  CHECK(std::fabs(sum[1] / n) < error);
  CHECK(std::fabs(sum[2] / n - 1) < error * std::sqrt(2));
  CHECK(std::fabs(sum[3] / n) < error * std::sqrt(15));
  CHECK(std::fabs(sum[4] / n - 3) < error * std::sqrt(96));
  CHECK(std::fabs(beyond_3 - 0.0026998 * n) < 5 * std::sqrt(0.0026998 * n));
}

TEST_CASE("below() is even over its range") {
  Random random(3, Random::Purpose::kPattern);
  int counts[7] = {0, 0, 0, 0, 0, 0, 0};
  const int n = 70000;
  for (int i = 0; i < n; ++i) ++counts[random.below(7)];
  for (const int count : counts) CHECK(std::fabs(count - n / 7.0) < 5 * std::sqrt(n / 7.0 * 6 / 7));
}

TEST_CASE("below() is even where its range does not divide 2^32: a third below a third of 3 * 2^30") {
  // Taken modulo, the numbers that are left over would fall on the first third once more: half of all.
  Random random(9, Random::Purpose::kMatrix);
  const int n = 10000;
  int first = 0;
  for (int i = 0; i < n; ++i) first += random.below(3u << 30) < 1u << 30;
  CHECK(std::fabs(first - n / 3.0) <= 5 * std::sqrt(n * 2 / 9.0));
}

TEST_CASE("distributions keep their bounds") {
  const attn::OwnedMatrix uniform = drawn(100, 100, 1, Distribution::kUniform, 1.5);
  double sum = 0;
  for (size_t i = 0; i < uniform.size(); ++i) {
    CHECK(uniform.data()[i] >= -1.5f);
    CHECK(uniform.data()[i] < 1.5f);
    sum += uniform.data()[i];
  }
  CHECK(std::fabs(sum / 10000) < 5 * 1.5 / std::sqrt(3.0 * 10000));
  const attn::OwnedMatrix signs = drawn(100, 100, 1, Distribution::kSign, 2);
  int positive = 0;
  for (size_t i = 0; i < signs.size(); ++i) {
    CHECK(std::fabs(signs.data()[i]) == 2);
    positive += signs.data()[i] > 0;
  }
  CHECK(std::abs(positive - 5000) < 5 * 50);
  const attn::OwnedMatrix unit = drawn(20, 5, 1, Distribution::kUnitRows, 3);
  for (int i = 0; i < 20; ++i) {
    double square = 0;
    for (int c = 0; c < 5; ++c) square += static_cast<double>(unit.row(i)[c]) * unit.row(i)[c];
    CHECK(std::fabs(square - 9) <= 9 * 2 * 0x1p-24 * 2);  // each square is off by two roundings of its entry
  }
}

TEST_CASE("orthogonal blocks are orthogonal, and their rows as long as Gaussian ones") {
  const int dim = 12;
  const int rows = 30;  // two whole blocks and a half
  double square = 0;
  const int seeds = 200;
  for (int seed = 0; seed < seeds; ++seed) {
    const std::vector<float> W = projection(rows, dim, true, seed);
    for (int a = 0; a < rows; ++a) {
      square += row_dot(W, dim, a, a);
      for (int b = a / dim * dim; b < a; ++b) {
        const double lengths = std::sqrt(row_dot(W, dim, a, a) * row_dot(W, dim, b, b));
        CHECK(std::fabs(row_dot(W, dim, a, b)) <= 2 * 0x1p-24 * lengths);  // Cauchy-Schwarz on the roundings
      }
    }
  }
  // The squared length is chi-squared with dim degrees of freedom: variance 2 dim.
  CHECK(std::fabs(square / (rows * seeds) - dim) < 5 * std::sqrt(2.0 * dim / (rows * seeds)));
}

TEST_CASE("an orthogonal block is the Q of the Gaussian numbers it was drawn from, as Eigen's QR has it") {
  for (const auto& [rows, dim] : {std::pair{8, 8}, std::pair{5, 16}, std::pair{1, 3}, std::pair{1, 1}}) {
    for (uint32_t seed = 0; seed < 5; ++seed) {
      Random random(seed, Random::Purpose::kProjection);
      Eigen::MatrixXd gaussian(dim, rows);
      std::vector<double> lengths;
      for (int i = 0; i < rows; ++i) {
        for (int c = 0; c < dim; ++c) gaussian(c, i) = random.normal();
        double square = 0;
        for (int c = 0; c < dim; ++c) square += std::pow(random.normal(), 2);
        lengths.push_back(std::sqrt(square));
      }
      const Eigen::HouseholderQR<Eigen::MatrixXd> qr(gaussian);
      const Eigen::MatrixXd Q = qr.householderQ() * Eigen::MatrixXd::Identity(dim, rows);
      const Eigen::VectorXd spread = Eigen::JacobiSVD<Eigen::MatrixXd>(gaussian).singularValues();
      const double condition = spread[0] / spread[rows - 1];
      const std::vector<float> W = projection(rows, dim, true, seed);
      for (int i = 0; i < rows; ++i) {
        // Unique once R's diagonal is positive, which Householder's is not.
        const double sign = qr.matrixQR()(i, i) < 0 ? -1 : 1;
        for (int c = 0; c < dim; ++c) {
          const double expected = sign * lengths[i] * Q(c, i);
          // One rounding to float32; and two backward stable methods, each off by a modest multiple of
          // dim eps |G|, which Q feels magnified by the condition of G.
          const double bound = 0x1p-24 * std::fabs(expected) + 8 * dim * condition * 0x1p-52 * lengths[i];
          CHECK(std::fabs(W[static_cast<size_t>(i) * dim + c] - expected) <= bound);
        }
      }
    }
  }
}

TEST_CASE("orthogonal blocks are Haar distributed: no entry leans to a sign, a direction or a neighbour") {
  // Unfixed signs of a Householder QR would show in the diagonal: its mean would be far below 0.
  const int dim = 4;
  const int seeds = 20000;
  double mean[4] = {0}, second[4] = {0}, fourth[4] = {0}, product = 0, trace = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    const std::vector<float> W = projection(dim, dim, true, seed);
    for (int j = 0; j < dim; ++j) {
      const double w = W[j * dim + j];
      mean[j] += w;
      second[j] += w * w;
      fourth[j] += w * w * w * w;
      trace += w;
    }
    product += static_cast<double>(W[0]) * W[dim + 1];
  }
  // A Haar direction times an independent chi(d) length is Gaussian again: moments 0, 1, 3.
  const double error = 5 / std::sqrt(seeds);
  for (int j = 0; j < dim; ++j) {
    CHECK(std::fabs(mean[j] / seeds) < error);
    CHECK(std::fabs(second[j] / seeds - 1) < error * std::sqrt(2));
    CHECK(std::fabs(fourth[j] / seeds - 3) < error * std::sqrt(96));
  }
  CHECK(std::fabs(trace / seeds) < error * dim);
  CHECK(std::fabs(product / seeds) < error * 2);
}

TEST_CASE("memory that no address could reach is refused, not wrapped round to a little") {
  attn::Buffer<double> buffer;
  CHECK(!buffer.resize(SIZE_MAX / 8));
  CHECK(!buffer.resize(SIZE_MAX / 4 + 1));
  attn::OwnedMatrix matrix;
  CHECK(!matrix.resize(2147483647, 2147483647));
}

TEST_CASE("sizes and scales that cannot be are refused") {
  attn::OwnedMatrix x;
  CHECK(attn::random_matrix(-1, 2, 0, Distribution::kNormal, 1, x).code == attn::Code::kBadShape);
  CHECK(attn::random_matrix(2, -1, 0, Distribution::kNormal, 1, x).code == attn::Code::kBadShape);
  CHECK(attn::random_matrix(2, 2, 0, Distribution::kNormal, NAN, x).code == attn::Code::kBadOption);
  CHECK(attn::random_matrix(1 << 20, 1 << 20, 0, Distribution::kNormal, 1, x).code == attn::Code::kTooLarge);
  CHECK(attn::random_matrix(0, 3, 0, Distribution::kNormal, 1, x).ok());
  // Found by fuzzing: no number to draw, and still a loop over 2^31 rows, each with a length to take.
  CHECK(attn::random_matrix(2147483647, 0, 0, Distribution::kUnitRows, 1, x).ok());
}
