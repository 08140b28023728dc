#include "attn/feature_map.h"

#include <cmath>

namespace attn {
namespace {

int64_t rows_of_W(const FeatureMap& map) {
  return map.weights.rows > 0 ? map.weights.rows : map.features;
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
    default:
      return d;
  }
}

int64_t projection_rows(const FeatureMap& map) {
  switch (map.kind) {
    case MapKind::kFavor:
    case MapKind::kTrigonometric:
      return rows_of_W(map);
    case MapKind::kHedgehog:
      return map.weights.rows;
    default:
      return 0;
  }
}

Status PreparedMap::make(const FeatureMap& map, int dim, PreparedMap& out) {
  if (map.kind != MapKind::kIdentity && map.kind != MapKind::kElu1) {
    return {Code::kNotAvailable, "mechanism.featureMap.kind"};
  }
  out.map_ = map;
  out.dim_ = dim;
  out.features_ = static_cast<int>(feature_dim(map, dim));
  return ok();
}

bool PreparedMap::shifts() const {
  return false;
}

template <class Real>
Status PreparedMap::apply(ConstMatrix x, Role, const MapContext& context, Real* phi,
                          double* log_shift) const {
  for (int i = 0; i < x.rows; ++i, phi += features_) {
    log_shift[i] = 0;
    const bool padding = context.key_mask != nullptr && context.key_mask[i] == 0;
    for (int c = 0; c < dim_; ++c) {
      const double value = padding ? 0 : context.scale * x.row(i)[c];
      phi[c] = static_cast<Real>(padding || map_.kind == MapKind::kIdentity ? value
                                 : value >= 0                               ? value + 1
                                                                            : std::exp(value));
    }
  }
  return ok();
}

template Status PreparedMap::apply(ConstMatrix, Role, const MapContext&, float*, double*) const;
template Status PreparedMap::apply(ConstMatrix, Role, const MapContext&, double*, double*) const;

}  // namespace attn
