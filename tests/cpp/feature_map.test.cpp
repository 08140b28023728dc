// Feature maps against values worked out by hand and against the kernels they stand for.
#include "attn/feature_map.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "attn/random.h"
#include "relative.h"

using attn::ConstMatrix;
using attn::FeatureMap;
using attn::MapContext;
using attn::MapKind;
using attn::PreparedMap;
using attn::Role;

namespace {

constexpr double kEps32 = 1.0 / (1 << 24);  // half a spacing, relative

FeatureMap of(MapKind kind) {
  FeatureMap map;
  map.kind = kind;
  return map;
}

std::vector<double> phi_of(const std::vector<float>& x, const FeatureMap& map, Role role = Role::kQuery,
                           int positions = 0, int rows = 1) {
  attn::OwnedMatrix out;
  const attn::Status status =
      attn::feature_map({x.data(), rows, static_cast<int>(x.size()) / rows}, map, role, positions, out);
  REQUIRE(status.ok());
  return {out.data(), out.data() + out.size()};
}

// One rounding to float32 of values that double holds to a few of its own.
void check_close(const std::vector<double>& got, const std::vector<double>& expected) {
  REQUIRE(got.size() == expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    CAPTURE(i);
    CHECK(std::fabs(got[i] - expected[i]) <= 2 * kEps32 * std::fabs(expected[i]) + 1e-45);
  }
}

std::vector<float> random_rows(int rows, int cols, uint32_t seed, double scale) {
  attn::OwnedMatrix x;
  REQUIRE(attn::random_matrix(rows, cols, seed, attn::Distribution::kNormal, scale, x).ok());
  return {x.data(), x.data() + x.size()};
}

struct Features {
  int r = 0;
  std::vector<double> phi;
  std::vector<double> shift;
  double operator()(int i, int c) const { return phi[static_cast<size_t>(i) * r + c] * std::exp(shift[i]); }
};

Features apply(const FeatureMap& map, ConstMatrix x, Role role, const MapContext& context) {
  PreparedMap prepared;
  REQUIRE(PreparedMap::make(map, x.cols, prepared).ok());
  Features result;
  result.r = prepared.features();
  result.phi.assign(static_cast<size_t>(x.rows) * result.r, NAN);
  result.shift.assign(x.rows, NAN);
  REQUIRE(prepared.apply(x, role, context, result.phi.data(), result.shift.data()).ok());
  return result;
}

std::vector<FeatureMap> every_map() {
  std::vector<FeatureMap> maps;
  for (const MapKind kind : {MapKind::kIdentity, MapKind::kElu1, MapKind::kRelu, MapKind::kSquaredRelu,
                             MapKind::kExp, MapKind::kTaylor2, MapKind::kEfficient}) {
    maps.push_back(of(kind));
  }
  FeatureMap map = of(MapKind::kFavor);
  map.features = 7;
  map.seed = 3;
  maps.push_back(map);
  map.hyperbolic = true;
  map.epsilon = 1e-3;
  maps.push_back(map);
  map = of(MapKind::kTrigonometric);
  map.features = 6;
  maps.push_back(map);
  map = of(MapKind::kDpfp);
  map.nu = 3;
  maps.push_back(map);
  map = of(MapKind::kCosformer);
  map.length = 9;
  maps.push_back(map);
  for (const auto activation : {attn::HedgehogActivation::kExp, attn::HedgehogActivation::kSoftmax,
                                attn::HedgehogActivation::kSoftmaxEach}) {
    map = of(MapKind::kHedgehog);
    map.activation = activation;
    maps.push_back(map);
  }
  return maps;
}

double kernel(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

TEST_CASE("entrywise maps") {
  const std::vector<float> x = {-2, 0, 0.5f, 3};
  check_close(phi_of(x, of(MapKind::kIdentity)), {-2, 0, 0.5, 3});
  check_close(phi_of(x, of(MapKind::kElu1)), {std::exp(-2.0), 1, 1.5, 4});
  check_close(phi_of(x, of(MapKind::kRelu)), {0, 0, 0.5, 3});
  check_close(phi_of(x, of(MapKind::kSquaredRelu)), {0, 0, 0.25, 9});
  check_close(phi_of(x, of(MapKind::kExp)), {std::exp(-2.0), 1, std::exp(0.5), std::exp(3.0)});
}

TEST_CASE("elu+1 keeps what exp(x) - 1 + 1 would lose") {
  check_close(phi_of({-40, -20, -6}, of(MapKind::kElu1)), {std::exp(-40.0), std::exp(-20.0), std::exp(-6.0)});
}

TEST_CASE("favor with a projection: exp(W x' - |x'|^2/2) / sqrt(m)") {
  const float W[] = {0.6f, -0.2f, -1.1f, 0.4f, 0.3f, 0.9f};
  FeatureMap map = of(MapKind::kFavor);
  map.features = 3;
  map.weights = {W, 3, 2};
  const std::vector<float> x = {1, 0.5f};
  const double d4 = std::pow(2, -0.25);
  std::vector<double> plain, both;
  for (int j = 0; j < 3; ++j) {
    plain.push_back(d4 * (W[2 * j] * 1.0 + W[2 * j + 1] * 0.5));
  }
  const double square = d4 * d4 * 1.25;
  both = plain;
  for (int j = 0; j < 3; ++j) both.push_back(-plain[j]);
  for (double& value : plain) value = std::exp(value - square / 2) / std::sqrt(3);
  for (double& value : both) value = std::exp(value - square / 2) / std::sqrt(6);
  check_close(phi_of(x, map), plain);
  check_close(phi_of(x, map, Role::kKey), plain);
  map.hyperbolic = true;
  check_close(phi_of(x, map), both);
}

TEST_CASE(
    "favor's epsilon joins after the largest W x' is divided out: of the row for q, of all rows for k") {
  const float W[] = {1, 0, 0, 1};
  FeatureMap map = of(MapKind::kFavor);
  map.weights = {W, 2, 2};
  map.epsilon = 0.25;
  const std::vector<float> x = {2, 0, 0, -1};
  const double d4 = std::pow(2, -0.25);
  const auto feature = [&](double w, double square, double largest) {
    return (std::exp(w * d4 - square * d4 * d4 / 2) + 0.25 * std::exp(largest * d4)) / std::sqrt(2);
  };
  check_close(phi_of(x, map, Role::kQuery, 0, 2),
              {feature(2, 4, 2), feature(0, 4, 2), feature(0, 1, 0), feature(-1, 1, 0)});
  check_close(phi_of(x, map, Role::kKey, 0, 2),
              {feature(2, 4, 2), feature(0, 4, 2), feature(0, 1, 2), feature(-1, 1, 2)});
  SUBCASE("with exp(-W x') beside exp(W x') the largest of both counts") {
    map.hyperbolic = true;
    const auto half = [&](double w, double square, double largest) {
      return feature(w, square, largest) / std::sqrt(2);
    };
    check_close(phi_of({0, -1}, map), {half(0, 1, 1), half(-1, 1, 1), half(0, 1, 1), half(1, 1, 1)});
  }
}

TEST_CASE("keys that share favor's guard share a shift, or it would overflow beside the smaller") {
  // In one dimension x' = x: W x' is 1000 and 0, and the guard of both keys e^1000.
  const float W[] = {1}, keys[] = {1000, 0};
  FeatureMap map = of(MapKind::kFavor);
  map.weights = {W, 1, 1};
  map.epsilon = 0.5;
  MapContext context;
  context.own_shifts = true;
  const Features phi = apply(map, {keys, 2, 1}, Role::kKey, context);
  CHECK(phi.shift[0] == phi.shift[1]);
  // What is left of both is the guard: one counts as much as the other.
  CHECK(std::isfinite(phi.phi[1]));
  CHECK(phi.phi[0] == phi.phi[1]);
}

TEST_CASE("trigonometric with a projection: exp(|x'|^2/2) [cos W x', sin W x'] / sqrt(m)") {
  const float W[] = {0.6f, -0.2f, -1.1f, 0.4f};
  FeatureMap map = of(MapKind::kTrigonometric);
  map.weights = {W, 2, 2};
  const double d4 = std::pow(2, -0.25);
  const double a = d4 * (W[0] + W[1] * 2.0), b = d4 * (W[2] + W[3] * 2.0);
  const double factor = std::exp(d4 * d4 * 5 / 2) / std::sqrt(2);
  check_close(phi_of({1, 2}, map),
              {factor * std::cos(a), factor * std::cos(b), factor * std::sin(a), factor * std::sin(b)});
}

TEST_CASE("taylor2: [1, x', x (x) x / sqrt(2d)], and its kernel 1 + s + s^2/2") {
  const double d4 = std::pow(2, -0.25);
  const std::vector<double> phi_q = phi_of({1, -2}, of(MapKind::kTaylor2));
  check_close(phi_q, {1, d4, -2 * d4, 0.5, -1, -1, 2});
  const double s = -1.5 / std::sqrt(2);
  // Each of the 7 products carries three roundings, and their sizes sum to 1 + 2.5 / sqrt(2) + 4.5^2 / 4.
  CHECK(std::fabs(kernel(phi_q, phi_of({0.5f, 1}, of(MapKind::kTaylor2))) - (1 + s + s * s / 2)) <=
        3 * kEps32 * 8);
}

TEST_CASE("dpfp: y_i y_(i-j) of y = [relu x, relu -x], indices wrapping") {
  FeatureMap map = of(MapKind::kDpfp);
  map.nu = 1;
  check_close(phi_of({1, -2, 0.5f}, map), {0, 0, 0, 0, 0, 0});
  map.nu = 2;
  check_close(phi_of({1, -2, 0.5f}, map), {0, 0, 0, 0, 0, 0, 2, 0, 0.5, 0, 1, 0});
  map.nu = 1;
  check_close(phi_of({3}, map), {0, 0});
  map.nu = 2;  // the second roll of two entries is none
  check_close(phi_of({3}, map), {0, 0, 9, 0});
}

TEST_CASE("cosformer: relu(x) [sin, cos](pi i / 2M), i from 1") {
  FeatureMap map = of(MapKind::kCosformer);
  const double s1 = std::sin(M_PI / 8), c1 = std::cos(M_PI / 8);
  const std::vector<float> x = {1, -1, 2, 0.5f};
  const std::vector<double> expected = {
      s1, 0, c1, 0, 2 * std::sqrt(0.5), 0.5 * std::sqrt(0.5), 2 * std::sqrt(0.5), 0.5 * std::sqrt(0.5)};
  check_close(phi_of(x, map, Role::kQuery, 4, 2), expected);
  map.length = 4;
  check_close(phi_of(x, map, Role::kKey, 0, 2), expected);
  map.length = 1;
  attn::OwnedMatrix out;
  const attn::Status status = attn::feature_map({x.data(), 2, 2}, map, Role::kKey, 0, out);
  CHECK(status.code == attn::Code::kBadOption);
}

TEST_CASE("efficient: softmax over features for q, over positions for k, exp of k where the end is unknown") {
  const std::vector<float> x = {0, 1, 2, -1};
  const double e = std::exp(1.0), e3 = std::exp(3.0), e2 = std::exp(2.0);
  check_close(phi_of(x, of(MapKind::kEfficient), Role::kQuery, 0, 2),
              {1 / (1 + e), e / (1 + e), e3 / (1 + e3), 1 / (1 + e3)});
  check_close(phi_of(x, of(MapKind::kEfficient), Role::kKey, 0, 2),
              {1 / (1 + e2), e2 / (1 + e2), e2 / (1 + e2), 1 / (1 + e2)});
  MapContext context;
  context.causal = true;
  const Features causal = apply(of(MapKind::kEfficient), {x.data(), 2, 2}, Role::kKey, context);
  // The logarithm passes through two sums of size 3 at most, exp and a product add one rounding each.
  for (int i = 0; i < 4; ++i) {
    const double truth = std::exp(static_cast<double>(x[i]));
    CHECK(std::fabs(causal(i / 2, i % 2) - truth) <= (2 * 3 + 2) * 0x1p-53 * truth);
  }
}

TEST_CASE("hedgehog's three activations, plain and with weights") {
  FeatureMap map = of(MapKind::kHedgehog);
  const double e = std::exp(1.0), e2 = std::exp(2.0);
  check_close(phi_of({1, -2}, map), {e, 1 / e2, 1 / e, e2});
  map.activation = attn::HedgehogActivation::kSoftmax;
  const double sum = e2 + std::exp(-4.0) + 1 / e2 + std::exp(4.0);
  check_close(phi_of({1, -2}, map), {e2 / sum, std::exp(-4.0) / sum, 1 / e2 / sum, std::exp(4.0) / sum});
  map.activation = attn::HedgehogActivation::kSoftmaxEach;
  const double e3 = std::exp(3.0);
  check_close(phi_of({1, -2}, map), {e3 / (1 + e3), 1 / (1 + e3), 1 / (1 + e3), e3 / (1 + e3)});
  const float W[] = {1, 1};
  map.weights = {W, 1, 2};
  map.activation = attn::HedgehogActivation::kExp;
  check_close(phi_of({1, -2}, map), {1 / e, e});
}

TEST_CASE("shifts keep features where float32 can hold them, and keys share theirs") {
  const std::vector<float> x = random_rows(6, 4, 5, 60);
  for (const FeatureMap& map : every_map()) {
    for (const Role role : {Role::kQuery, Role::kKey}) {
      const Features features = apply(map, {x.data(), 6, 4}, role, {});
      CAPTURE(static_cast<int>(map.kind));
      for (int i = 0; i < 6; ++i) {
        if (role == Role::kKey) CHECK(features.shift[i] == features.shift[0]);
        for (int c = 0; c < features.r; ++c) {
          CHECK(std::isfinite(static_cast<float>(features.phi[i * features.r + c])));
        }
      }
    }
  }
}

TEST_CASE("exponentials past float32 are shifted, and a whole feature that it cannot hold is refused") {
  const std::vector<float> x = {200, 100, -100, 0};
  const Features shifted = apply(of(MapKind::kExp), {x.data(), 1, 4}, Role::kQuery, {});
  CHECK(std::log(shifted.phi[0]) + shifted.shift[0] == test::relative(200, 4 * 0x1p-53));
  CHECK(std::log(shifted.phi[1]) + shifted.shift[0] == test::relative(100, 4 * 0x1p-53));
  attn::OwnedMatrix out;
  CHECK(attn::feature_map({x.data(), 1, 4}, of(MapKind::kExp), Role::kQuery, 0, out).code ==
        attn::Code::kOverflow);
  const std::vector<float> huge = {1e30f, 0};
  const attn::Status status =
      attn::feature_map({huge.data(), 2, 1}, of(MapKind::kSquaredRelu), Role::kKey, 0, out);
  CHECK(status.code == attn::Code::kOverflow);
  CHECK(status.row == 0);
}

TEST_CASE("what sits in a masked key is never read, and the others do not notice it") {
  std::vector<float> x = random_rows(5, 4, 6, 2);
  std::vector<float> real(x.begin(), x.begin() + 8);
  real.insert(real.end(), x.begin() + 12, x.end());
  for (int c = 0; c < 4; ++c) x[8 + c] = NAN;
  const uint8_t mask[] = {1, 1, 0, 1, 1};
  for (const FeatureMap& map : every_map()) {
    if (map.kind == MapKind::kCosformer) continue;  // the position counts
    MapContext context;
    const Features without = apply(map, {real.data(), 4, 4}, Role::kKey, context);
    context.key_mask = mask;
    const Features with = apply(map, {x.data(), 5, 4}, Role::kKey, context);
    CAPTURE(static_cast<int>(map.kind));
    for (int i = 0; i < 5; ++i) {
      for (int c = 0; c < with.r; ++c) {
        CHECK(with(i, c) == (i == 2 ? 0 : without(i - (i > 2), c)));
      }
    }
    const uint8_t none[] = {0, 0, 0, 0, 0};
    context.key_mask = none;
    const Features nothing = apply(map, {x.data(), 5, 4}, Role::kKey, context);
    for (int c = 0; c < 5 * nothing.r; ++c) CHECK(nothing(c / nothing.r, c % nothing.r) == 0);
  }
}

TEST_CASE("the scale multiplies the input before phi") {
  const std::vector<float> x = random_rows(3, 4, 8, 1);
  std::vector<float> half = x;
  for (float& value : half) value *= 0.5f;  // exact
  for (const FeatureMap& map : every_map()) {
    MapContext context;
    const Features expected = apply(map, {half.data(), 3, 4}, Role::kQuery, context);
    context.scale = 0.5;
    const Features got = apply(map, {x.data(), 3, 4}, Role::kQuery, context);
    for (int i = 0; i < 3 * got.r; ++i) {
      CHECK(got(i / got.r, i % got.r) == expected(i / got.r, i % got.r));
    }
  }
}

TEST_CASE("homogeneous maps multiply by a power of the scale") {
  const std::vector<float> x = random_rows(4, 6, 9, 1);
  std::vector<float> doubled = x;
  for (float& value : doubled) value *= 2;
  FeatureMap dpfp = of(MapKind::kDpfp);
  dpfp.nu = 1;
  for (const auto& [map, factor] :
       {std::pair{of(MapKind::kIdentity), 2.0}, std::pair{of(MapKind::kRelu), 2.0},
        std::pair{of(MapKind::kSquaredRelu), 4.0}, std::pair{dpfp, 4.0}}) {
    const std::vector<double> once = phi_of(x, map, Role::kQuery, 0, 4);
    const std::vector<double> twice = phi_of(doubled, map, Role::kQuery, 0, 4);
    for (size_t i = 0; i < once.size(); ++i) CHECK(twice[i] == factor * once[i]);  // powers of two: exact
  }
}

TEST_CASE("a wrong option is named") {
  const float W[] = {1, 2, 3, NAN};
  PreparedMap prepared;
  const auto refused = [&](const FeatureMap& map, int dim, attn::Code code) {
    const attn::Status status = PreparedMap::make(map, dim, prepared);
    CHECK(status.code == code);
    CHECK(status.argument[0] != 0);
  };
  FeatureMap map = of(MapKind::kFavor);
  refused(map, 2, attn::Code::kBadOption);  // no features
  map.features = -3;
  refused(map, 2, attn::Code::kBadOption);
  map.features = 1;
  map.epsilon = -1;
  refused(map, 2, attn::Code::kBadOption);
  map.epsilon = NAN;
  refused(map, 2, attn::Code::kBadOption);
  map.epsilon = 0;
  map.weights = {W, 1, 3};
  refused(map, 2, attn::Code::kBadShape);
  map.weights = {W, 2, 2};
  refused(map, 2, attn::Code::kNotFinite);
  map.features = 2;
  map.weights = {W, 1, 2};
  refused(map, 2, attn::Code::kBadOption);  // 2 features of a projection with 1 row
  map.weights = {};
  map.features = 1 << 30;
  refused(map, 2, attn::Code::kTooLarge);
  map = of(MapKind::kDpfp);
  map.nu = 0;
  refused(map, 2, attn::Code::kBadOption);
  map.nu = 1 << 30;
  refused(map, 2, attn::Code::kTooLarge);
  map = of(MapKind::kTaylor2);
  refused(map, 5000, attn::Code::kTooLarge);
  refused(map, 0, attn::Code::kBadShape);
  map = of(MapKind::kCosformer);
  map.length = -1;
  refused(map, 2, attn::Code::kBadOption);
  map.length = 0;
  REQUIRE(PreparedMap::make(map, 2, prepared).ok());
  CHECK(prepared.check_for_stream().code == attn::Code::kBadOption);
}

TEST_CASE("the number of features of every map") {
  for (const FeatureMap& map : every_map()) {
    PreparedMap prepared;
    REQUIRE(PreparedMap::make(map, 4, prepared).ok());
    const std::vector<float> x = {1, 2, 3, 4};
    CHECK(phi_of(x, map).size() == static_cast<size_t>(attn::feature_dim(map, 4)));
    CHECK(prepared.features() == attn::feature_dim(map, 4));
  }
  CHECK(attn::feature_dim(of(MapKind::kTaylor2), 16) == 273);
}

TEST_CASE("orthogonal directions that would take hours to make are refused before any is made") {
  attn::FeatureMap map;
  map.kind = attn::MapKind::kFavor;
  map.features = 8192;
  attn::OwnedMatrix out;
  const std::vector<float> x(8192, 0.5f);
  const attn::Status status = attn::feature_map({x.data(), 1, 8192}, map, attn::Role::kQuery, 0, out);
  CHECK(status.code == attn::Code::kTooLarge);
  CHECK(std::string(status.argument) == "mechanism.featureMap.features");
  CHECK(status.limit == 0);
  CHECK(status.got == 8192.0 * 8192 * 8192);
}
