#include "attn/analysis.h"

#include <doctest/doctest.h>

#include <Eigen/SVD>
#include <cmath>
#include <vector>

#include "attn/random.h"
#include "relative.h"

using attn::FeatureMap;
using attn::Kernel;
using attn::MapKind;

namespace {

attn::OwnedMatrix normal(int rows, int cols, uint32_t seed, double scale = 1) {
  attn::OwnedMatrix x;
  REQUIRE(attn::random_matrix(rows, cols, seed, attn::Distribution::kNormal, scale, x).ok());
  return x;
}

Kernel of(MapKind kind) {
  Kernel kernel;
  kernel.kind = Kernel::Kind::kFeatureMap;
  kernel.map.kind = kind;
  return kernel;
}

int rank(const attn::OwnedMatrix& q, const attn::OwnedMatrix& k, const Kernel& kernel) {
  attn::Spectrum spectrum;
  REQUIRE(attn::kernel_spectrum(q.view(), k.view(), kernel, spectrum).ok());
  CHECK(spectrum.singular_values.size() == static_cast<size_t>(std::min(q.rows(), k.rows())));
  return spectrum.rank;
}

// |x' y'| of the closed forms: the map multiplies its inputs by d^(-1/4), which this undoes.
std::vector<float> undone(std::vector<double> x) {
  const double factor = std::sqrt(std::sqrt(static_cast<double>(x.size())));
  std::vector<float> result;
  for (const double value : x) result.push_back(static_cast<float>(value * factor));
  return result;
}

}  // namespace

TEST_CASE("the rank of similarity matrices, n = 200, d = 4: only the exponential fills the matrix") {
  const attn::OwnedMatrix q = normal(200, 4, 1), k = normal(200, 4, 2);
  CHECK(rank(q, k, {}) == 200);
  CHECK(rank(q, k, of(MapKind::kIdentity)) == 4);
  CHECK(rank(q, k, of(MapKind::kElu1)) == 4);
  CHECK(rank(q, k, of(MapKind::kTaylor2)) == 15);  // 1 + d + d(d+1)/2
  CHECK(rank(q, k, of(MapKind::kDpfp)) == 8);
  CHECK(rank(q, k, of(MapKind::kHedgehog)) == 8);
}

TEST_CASE("singular values agree with another algorithm, square or not") {
  for (const auto& [n_q, n_k] : {std::pair{20, 20}, std::pair{9, 20}, std::pair{20, 9}, std::pair{1, 3}}) {
    const attn::OwnedMatrix q = normal(n_q, 3, 3), k = normal(n_k, 3, 4);
    attn::Spectrum spectrum;
    Kernel kernel;
    kernel.has_scale = true;
    kernel.scale = 0.7;
    REQUIRE(attn::kernel_spectrum(q.view(), k.view(), kernel, spectrum).ok());
    Eigen::MatrixXd similarity(n_q, n_k);
    for (int i = 0; i < n_q; ++i) {
      for (int j = 0; j < n_k; ++j) {
        double dot = 0;
        for (int c = 0; c < 3; ++c) dot += static_cast<double>(q.row(i)[c]) * k.row(j)[c];
        similarity(i, j) = std::exp(0.7 * dot);
      }
    }
    const Eigen::VectorXd expected = Eigen::BDCSVD<Eigen::MatrixXd>(similarity).singularValues();
    REQUIRE(static_cast<size_t>(expected.size()) == spectrum.singular_values.size());
    // Both are backward stable: off by a modest multiple of n eps |A|.
    for (int i = 0; i < expected.size(); ++i) {
      CHECK(std::fabs(spectrum.singular_values[i] - expected[i]) <= 4 * 20 * 0x1p-52 * expected[0]);
    }
    CHECK(spectrum.tolerance == spectrum.singular_values[0] * std::max(n_q, n_k) * 0x1p-52);
  }
}

TEST_CASE("a spectrum is refused where it cannot be had") {
  attn::Spectrum spectrum;
  const attn::OwnedMatrix q = normal(3, 2, 1), k = normal(3, 3, 1), big = normal(2, 2, 1, 1e4);
  CHECK(attn::kernel_spectrum(q.view(), k.view(), {}, spectrum).code == attn::Code::kBadShape);
  CHECK(attn::kernel_spectrum(big.view(), big.view(), {}, spectrum).code == attn::Code::kOverflow);
  const attn::OwnedMatrix many = normal(1025, 1, 1);
  CHECK(attn::kernel_spectrum(many.view(), many.view(), {}, spectrum).code == attn::Code::kTooLarge);
  const attn::OwnedMatrix none = normal(0, 2, 1);
  CHECK(attn::kernel_spectrum(none.view(), q.view(), {}, spectrum).ok());
  CHECK(spectrum.rank == 0);
}

TEST_CASE("row statistics by hand") {
  const float weights[] = {0.25f, 0.25f, 0.25f, 0.25f, 0, 1, 0, 0, -0.5f, 1, 0.5f, 0, 2, 2, 0, 0, 0, 0, 0, 0};
  attn::RowStatistics out;
  REQUIRE(attn::row_statistics({weights, 5, 4}, out).ok());
  CHECK(out.entropy[0] == test::relative(std::log(4), 8 * 0x1p-53));
  CHECK(out.entropy[1] == 0);
  CHECK(std::isnan(out.entropy[2]));
  CHECK(out.entropy[3] == test::relative(std::log(2), 8 * 0x1p-53));
  CHECK(out.entropy[4] == 0);
  CHECK(out.max[0] == 0.25);
  CHECK(out.argmax[0] == 0);
  CHECK(out.argmax[1] == 1);
  CHECK(out.sum[2] == 1);
  CHECK(out.negatives[2] == 1);
  CHECK(out.negatives[0] == 0);
}

TEST_CASE("distances between weight matrices by hand") {
  const float a[] = {0.5f, 0.5f, 0, 0.25f, 0.75f, 0};
  const float b[] = {0.25f, 0.25f, 0.5f, 0.25f, 0.75f, 0};
  attn::WeightComparison out;
  REQUIRE(attn::compare_weights({a, 2, 3}, {b, 2, 3}, out).ok());
  CHECK(out.l1[0] == 1);
  CHECK(std::isinf(out.kl[0]));
  CHECK(out.l1[1] == 0);
  CHECK(out.kl[1] == 0);
  CHECK(out.top_agreement == 0.5);
  REQUIRE(attn::compare_weights({b, 2, 3}, {a, 2, 3}, out).ok());
  CHECK(out.kl[0] == test::relative(std::log(2), 8 * 0x1p-53));
  CHECK(attn::compare_weights({a, 2, 3}, {b, 3, 2}, out).code == attn::Code::kBadShape);
}

TEST_CASE("entry by entry comparison by hand") {
  const float a[] = {1, -2, 0, 4};
  const float b[] = {1, 2, 0, 1};
  attn::Comparison out;
  REQUIRE(attn::compare({a, 2, 2}, {b, 2, 2}, out).ok());
  CHECK(out.max_abs == 4);
  CHECK(out.mean_squared == 25.0 / 4);
  CHECK(out.relative == test::relative(5 / std::sqrt(6), 8 * 0x1p-53));
  CHECK(out.sign_errors == 1);
  CHECK(out.row_max_abs[0] == 4);
  CHECK(out.row_max_abs[1] == 3);
  const float bad[] = {1, 2, NAN, 4};
  const attn::Status status = attn::compare({a, 2, 2}, {bad, 2, 2}, out);
  CHECK(status.code == attn::Code::kNotFinite);
  CHECK(status.row == 1);
  CHECK(status.col == 0);
}

TEST_CASE("products in both orders, with their multiplications counted") {
  const float a[] = {1, 2, 3, 4, 5, 6};  // (3, 2)
  const float b[] = {1, 0, -1, 2, 1, 1};
  attn::OwnedMatrix product;
  double count = 0;
  REQUIRE(attn::multiply({a, 3, 2}, false, {b, 2, 3}, false, attn::Precision::kFloat32, product, count).ok());
  CHECK(count == 18);
  CHECK(product.rows() == 3);
  const float expected[] = {5, 2, 1, 11, 4, 1, 17, 6, 1};
  for (int i = 0; i < 9; ++i) CHECK(product.data()[i] == expected[i]);
  REQUIRE(attn::multiply({a, 3, 2}, true, {a, 3, 2}, false, attn::Precision::kFloat64, product, count).ok());
  CHECK(count == 12);
  const float gram[] = {35, 44, 44, 56};
  for (int i = 0; i < 4; ++i) CHECK(product.data()[i] == gram[i]);
  REQUIRE(attn::multiply({a, 3, 2}, false, {b, 3, 2}, true, attn::Precision::kFloat64, product, count).ok());
  const float outer[] = {1, 3, 3, 3, 5, 7, 5, 7, 11};
  for (int i = 0; i < 9; ++i) CHECK(product.data()[i] == outer[i]);
  CHECK(attn::multiply({a, 3, 2}, false, {b, 3, 2}, false, attn::Precision::kFloat64, product, count).code ==
        attn::Code::kBadShape);
  const float huge[] = {3e38f};
  CHECK(attn::multiply({huge, 1, 1}, false, {huge, 1, 1}, false, attn::Precision::kFloat64, product, count)
            .code == attn::Code::kOverflow);
}

TEST_CASE("a product over no terms is zeros, though its factors have no memory to point into") {
  // Clang's sanitizer sees a pointer that is moved from nowhere; GCC's does not.
  attn::OwnedMatrix product;
  double count = -1;
  for (const attn::Precision precision : {attn::Precision::kFloat32, attn::Precision::kFloat64}) {
    for (const bool transposed : {false, true}) {
      const attn::ConstMatrix a{nullptr, transposed ? 0 : 3, transposed ? 3 : 0};
      const attn::ConstMatrix b{nullptr, transposed ? 2 : 0, transposed ? 0 : 2};
      REQUIRE(attn::multiply(a, transposed, b, transposed, precision, product, count).ok());
      CHECK(count == 0);
      REQUIRE(product.size() == 6);
      for (size_t i = 0; i < product.size(); ++i) CHECK(product.data()[i] == 0);
    }
  }
}

TEST_CASE("random features err as much as their closed forms say") {
  // x = c e1, y = c (rho e1 + sqrt(1 - rho^2) e2), |x + y|^2 <= 2, where sample variances can be trusted.
  const int d = 16, m = 16, draws = 4000;
  for (const auto& [c, rho] : {std::pair{0.5, 0.9}, std::pair{0.5, 0.0}, std::pair{0.7, -0.9}}) {
    std::vector<double> x(d), y(d);
    x[0] = c;
    y[0] = c * rho;
    y[1] = c * std::sqrt(1 - rho * rho);
    std::vector<float> x32(x.begin(), x.end()), y32(y.begin(), y.end());
    attn::RandomFeatureError theory;
    REQUIRE(attn::random_feature_error(x32.data(), y32.data(), d, m, theory).ok());
    CHECK(theory.kernel == test::relative(std::exp(c * c * rho), 0x1p-23));
    const std::vector<float> inputs[2] = {undone(x), undone(y)};
    for (int which = 0; which < 3; ++which) {
      FeatureMap map;
      map.kind = which == 1 ? MapKind::kTrigonometric : MapKind::kFavor;
      map.hyperbolic = which == 2;
      map.features = m;
      map.orthogonal = false;
      double sum = 0, squares = 0, bias = 0;
      attn::OwnedMatrix phi_x, phi_y;
      for (int draw = 0; draw < draws; ++draw) {
        map.seed = draw;
        REQUIRE(attn::feature_map({inputs[0].data(), 1, d}, map, attn::Role::kQuery, 0, phi_x).ok());
        REQUIRE(attn::feature_map({inputs[1].data(), 1, d}, map, attn::Role::kKey, 0, phi_y).ok());
        double estimate = 0;
        for (size_t f = 0; f < phi_x.size(); ++f) {
          estimate += static_cast<double>(phi_x.data()[f]) * phi_y.data()[f];
        }
        const double error = estimate - theory.kernel;
        bias += error;
        sum += error * error;
        squares += error * error * error * error;
      }
      const double mse = sum / draws;
      const double expected = which == 0   ? theory.positive
                              : which == 1 ? theory.trigonometric
                                           : theory.hyperbolic;
      CAPTURE(which);
      CHECK(std::fabs(mse - expected) < 5 * std::sqrt((squares / draws - mse * mse) / draws));
      CHECK(std::fabs(bias / draws) < 5 * std::sqrt(mse / draws));  // unbiased
    }
  }
}

TEST_CASE("theoretical errors near their zeros keep their digits: y almost -x, and almost x") {
  const double step = std::ldexp(1.0, -20);
  for (const double sign : {-1.0, 1.0}) {
    const float x[] = {0.5f}, y[] = {static_cast<float>(sign * (0.5 + step))};
    attn::RandomFeatureError error;
    REQUIRE(attn::random_feature_error(x, y, 1, 1, error).ok());
    // |x + y|^2 or |x - y|^2, exactly; 1 - e^-s is s (1 - s / 2) here.
    const double s = step * step, less = s * (1 - s / 2), dot = sign * 0.5 * (0.5 + step);
    const auto close = [](double expected) { return test::relative(expected, 16 * 0x1p-53); };
    if (sign < 0) {
      CHECK(error.positive == close(std::exp(s + 2 * dot) * less));
      CHECK(error.hyperbolic == close(std::exp(s + 2 * dot) * less * less / 2));
    } else {
      CHECK(error.trigonometric == close(std::exp((1 + step) * (1 + step) - 2 * dot) * less * less / 2));
    }
  }
}

TEST_CASE("closed forms at their ends") {
  const float x[] = {1, 0}, minus[] = {-1, 0};
  attn::RandomFeatureError error;
  REQUIRE(attn::random_feature_error(x, minus, 2, 8, error).ok());
  CHECK(error.positive == 0);
  CHECK(error.hyperbolic == 0);
  CHECK(error.trigonometric ==
        test::relative(std::exp(2) * std::pow(1 - std::exp(-4), 2) / 16, 16 * 0x1p-53));
  REQUIRE(attn::random_feature_error(x, x, 2, 8, error).ok());
  CHECK(error.trigonometric == 0);
  CHECK(attn::random_feature_error(x, x, 2, 0, error).code == attn::Code::kBadOption);
}

TEST_CASE("the order of two keys agrees with q.k as often as the table of the lesson's references says") {
  // Reference values for s = 1 come from other draws. The 64 queries are independent, so that a share over
  // them has a standard error of at most 0.5 / sqrt(64).
  const int n = 64, d = 16;
  const auto agreement = [&](MapKind kind, int nu, double s) {
    const attn::OwnedMatrix q = normal(n, d, 5, s), k = normal(n, d, 6, s);
    FeatureMap map;
    map.kind = kind;
    map.nu = nu;
    attn::OwnedMatrix phi_q, phi_k;
    REQUIRE(attn::feature_map(q.view(), map, attn::Role::kQuery, 0, phi_q).ok());
    REQUIRE(attn::feature_map(k.view(), map, attn::Role::kKey, 0, phi_k).ok());
    const auto dot = [](const float* a, const float* b, int count) {
      double sum = 0;
      for (int c = 0; c < count; ++c) sum += static_cast<double>(a[c]) * b[c];
      return sum;
    };
    int same = 0, pairs = 0;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        for (int l = 0; l < j; ++l) {
          const double truth = dot(q.row(i), k.row(j), d) - dot(q.row(i), k.row(l), d);
          const double mapped =
              dot(phi_q.row(i), phi_k.row(j), phi_q.cols()) - dot(phi_q.row(i), phi_k.row(l), phi_q.cols());
          same += truth * mapped > 0;
          ++pairs;
        }
      }
    }
    return static_cast<double>(same) / pairs;
  };
  CHECK(agreement(MapKind::kIdentity, 1, 1) == 1);
  CHECK(std::fabs(agreement(MapKind::kTaylor2, 1, 1) - 0.916) < 0.0625);
  CHECK(std::fabs(agreement(MapKind::kHedgehog, 1, 1) - 0.80) < 0.0625);
  CHECK(std::fabs(agreement(MapKind::kRelu, 1, 1) - 0.713) < 0.0625);
  CHECK(std::fabs(agreement(MapKind::kElu1, 1, 1) - 0.673) < 0.0625);
  // Homogeneous maps order keys alike at every scale; the others do not.
  CHECK(agreement(MapKind::kDpfp, 3, 1) == agreement(MapKind::kDpfp, 3, 2));
  CHECK(agreement(MapKind::kRelu, 1, 1) == agreement(MapKind::kRelu, 1, 2));
  CHECK(agreement(MapKind::kTaylor2, 1, 2) < agreement(MapKind::kTaylor2, 1, 1) - 0.1);
}
