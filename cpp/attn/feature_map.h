// Kernel feature maps: sim(q, k) = phi(q) . phi(k).
#pragma once

#include <cstdint>

#include "attn/matrix.h"
#include "attn/status.h"

namespace attn {

enum class MapKind {
  kIdentity,
  kElu1,
  kRelu,
  kSquaredRelu,
  kExp,
  kFavor,
  kTrigonometric,
  kTaylor2,
  kDpfp,
  kCosformer,
  kEfficient,
  kHedgehog,
};

enum class HedgehogActivation { kExp, kSoftmax, kSoftmaxEach };
enum class Role { kQuery, kKey };

struct FeatureMap {
  MapKind kind = MapKind::kElu1;
  int features = 0;        // favor, trigonometric: m, the rows of W; 0 where `weights` gives them
  uint32_t seed = 0;       // favor, trigonometric
  bool orthogonal = true;  // favor, trigonometric
  bool hyperbolic = false;
  double epsilon = 0;  // favor's own, added to each feature
  int nu = 1;          // dpfp
  int length = 0;      // cosformer's M; 0: the larger of n_q and n_k
  HedgehogActivation activation = HedgehogActivation::kExp;
  ConstMatrix weights;  // favor, trigonometric: the projection (m, d); hedgehog: W (h, d); empty: the default
};

// The number of features r of `map` for inputs of `dim` numbers.
int feature_dim(const FeatureMap& map, int dim);

}  // namespace attn
