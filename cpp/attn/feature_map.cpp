#include "attn/feature_map.h"

#include <cmath>

#include "attn/checks.h"
#include "attn/random.h"
#include "kernels/bounds.h"
#include "kernels/elementary.h"

namespace attn {
namespace {

constexpr int64_t kMaxFeatures = 1 << 24;

int64_t rows_of_W(const FeatureMap& map) {
  return map.weights.rows > 0 ? map.weights.rows : map.features;
}

bool random_features(MapKind kind) {
  return kind == MapKind::kFavor || kind == MapKind::kTrigonometric;
}

Status check_weights(const FeatureMap& map, const char* argument, int dim) {
  const ConstMatrix& weights = map.weights;
  if (weights.rows == 0 && weights.cols == 0) return ok();
  if (weights.rows < 1) return bad_shape(argument, "at least 1 row", weights.rows);
  if (weights.cols != dim) return bad_shape(argument, "as many columns as q and k have", weights.cols);
  return check_finite(argument, weights);
}

Status check_options(const FeatureMap& map, int dim) {
  switch (map.kind) {
    case MapKind::kFavor:
      if (!(map.epsilon >= 0 && map.epsilon <= 1e30)) {
        return bad_option("mechanism.featureMap.epsilon", "a number from 0 to 1e30", map.epsilon);
      }
      [[fallthrough]];
    case MapKind::kTrigonometric:
      ATTN_TRY(check_weights(map, "mechanism.featureMap.projection", dim));
      if (rows_of_W(map) < 1) return bad_option("mechanism.featureMap.features", "at least 1", map.features);
      if (map.features != 0 && map.features != rows_of_W(map)) {
        return bad_option("mechanism.featureMap.features", "the number of rows of projection", map.features);
      }
      return ok();
    case MapKind::kDpfp:
      return map.nu >= 1 ? ok() : bad_option("mechanism.featureMap.nu", "at least 1", map.nu);
    case MapKind::kCosformer:
      return map.length >= 0 ? ok() : bad_option("mechanism.featureMap.length", "at least 1", map.length);
    case MapKind::kHedgehog:
      return check_weights(map, "mechanism.featureMap.weights", dim);
    default:
      return ok();
  }
}

}  // namespace

int64_t feature_dim(const FeatureMap& map, int dim) {
  const int64_t d = dim;
  switch (map.kind) {
    case MapKind::kFavor:
      return rows_of_W(map) * (map.hyperbolic ? 2 : 1);
    case MapKind::kTrigonometric:
      return rows_of_W(map) * 2;
    case MapKind::kTaylor2:
      return 1 + d + d * d;
    case MapKind::kDpfp:
      return 2 * d * map.nu;
    case MapKind::kCosformer:
      return 2 * d;
    case MapKind::kHedgehog:
      return 2 * (map.weights.rows > 0 ? map.weights.rows : d);
    case MapKind::kIdentity:
    case MapKind::kElu1:
    case MapKind::kRelu:
    case MapKind::kSquaredRelu:
    case MapKind::kExp:
    case MapKind::kEfficient:
      break;
  }
  return d;
}

int64_t projection_rows(const FeatureMap& map) {
  if (random_features(map.kind)) return rows_of_W(map);
  return map.kind == MapKind::kHedgehog ? map.weights.rows : 0;
}

Status PreparedMap::make(const FeatureMap& map, int dim, PreparedMap& out) {
  if (dim < 1) return bad_shape("q", "at least 1 column", dim);
  ATTN_TRY(check_options(map, dim));
  const int64_t features = feature_dim(map, dim);
  if (features > kMaxFeatures) {
    return too_large("mechanism.featureMap", "at most 16777216 features", static_cast<double>(features));
  }
  const int64_t rows = projection_rows(map);
  ATTN_TRY(check_bytes("mechanism.featureMap.features", sizeof(float) * static_cast<double>(rows) * dim));
  if (random_features(map.kind) && map.orthogonal && map.weights.rows == 0) {
    // In each block of d directions, every one is made orthogonal to those before it. So much takes some ten
    // seconds; hours would look like a core that hangs.
    constexpr double kMostSteps = 1e10;
    const double steps = static_cast<double>(rows) * dim * static_cast<double>(smaller<int64_t>(rows, dim));
    if (steps > kMostSteps) {
      return too_large(
          "mechanism.featureMap.features",
          "at most 10000000000 for features x d x the smaller of the two, or orthogonal: false, or a "
          "projection",
          steps);
    }
  }
  out.map_ = map;
  out.map_.weights = {};
  out.dim_ = dim;
  out.features_ = static_cast<int>(features);
  out.projection_rows_ = static_cast<int>(rows);
  if (!out.projection_.resize(static_cast<size_t>(rows) * dim)) return out_of_memory();
  if (map.weights.rows > 0 && rows > 0) {
    std::memcpy(out.projection_.data(), map.weights.data, map.weights.size() * sizeof(float));
  } else if (rows > 0) {
    ATTN_TRY(random_projection(out.projection_rows_, dim, map.orthogonal, map.seed, out.projection_.data()));
  }
  return ok();
}

bool PreparedMap::exponential() const {
  const MapKind kind = map_.kind;
  return kind == MapKind::kExp || kind == MapKind::kFavor || kind == MapKind::kTrigonometric ||
         kind == MapKind::kEfficient ||
         (kind == MapKind::kHedgehog && map_.activation == HedgehogActivation::kExp);
}

Status PreparedMap::check_for_stream() const {
  if (map_.kind == MapKind::kFavor && map_.epsilon > 0) {
    return bad_option("mechanism.featureMap.epsilon",
                      "0 in a stream, which cannot know the largest key ahead", map_.epsilon);
  }
  if (map_.kind == MapKind::kCosformer && map_.length == 0) {
    return bad_option("mechanism.featureMap.length", "at least 1 in a stream, whose end is not known", 0);
  }
  return ok();
}

Status feature_map(ConstMatrix x, const FeatureMap& map, Role role, int positions, OwnedMatrix& out) {
  if (positions < 0) return bad_option("positions", "at least 1", positions);
  ATTN_TRY(check_finite("x", x));
  PreparedMap prepared;
  ATTN_TRY(PreparedMap::make(map, x.cols, prepared));
  const int r = prepared.features();
  ATTN_TRY(check_bytes("x", (sizeof(double) + sizeof(float)) * static_cast<double>(x.rows) * r));
  Buffer<double> phi, log_shift;
  if (!phi.resize(static_cast<size_t>(x.rows) * r) || !log_shift.resize(x.rows) || !out.resize(x.rows, r)) {
    return out_of_memory();
  }
  MapContext context;
  context.length = positions > 0 ? positions : x.rows;
  Status status = prepared.apply(x, role, context, phi.data(), log_shift.data());
  if (status.code == Code::kOverflow) status.argument = "x";
  if (!status.ok()) return status;
  for (int i = 0; i < x.rows; ++i) {
    const double factor = exp64(log_shift[i]);
    for (int c = 0; c < r; ++c) {
      const float value = static_cast<float>(phi[static_cast<size_t>(i) * r + c] * factor);
      if (!std::isfinite(value)) return overflow("x", i, -1, "features that float32 can hold", value);
      out.row(i)[c] = value;
    }
  }
  return ok();
}

}  // namespace attn
