// Kernel feature maps: sim(q, k) = phi(q) . phi(k). x' stands for d^(-1/4) x, which turns exp(x'.y') into the
// softmax kernel exp(x.y / sqrt(d)). [a, b] are features side by side, r is how many there are.
//
//   map            phi(x)                                           r           source
//   identity       x                                                d
//   elu+1          x + 1 for x >= 0, exp(x) below                   d           Katharopoulos et al. 2020
//   relu           max(x, 0)                                        d
//   squared-relu   max(x, 0)^2                                      d           So et al. 2021
//   exp            exp(x)                                           d
//   favor          exp(W x' - |x'|^2/2) / sqrt(m)                   m           Choromanski et al. 2021
//     hyperbolic   exp([W; -W] x' - |x'|^2/2) / sqrt(2m)            2m          the same, Lemma 2
//   trigonometric  exp(|x'|^2/2) [cos W x', sin W x'] / sqrt(m)     2m          Rahimi and Recht 2007
//   taylor2        [1, x', x (x) x / sqrt(2d)]                      1 + d + d^2 Arora et al. 2024
//   dpfp           y_i y_(i-j), j = 1..nu, of y = [relu x, relu -x] 2 d nu      Schlag et al. 2021
//   cosformer      relu(x) [sin, cos](pi i / 2M), i from 1          2d          Qin et al. 2022
//   efficient      q: softmax over features; k: over positions      d           Shen et al. 2021
//   hedgehog       [exp u, exp -u], or softmax [2u, -2u],           2h          Zhang et al. 2024
//                  or [softmax u, softmax -u], of u = W x
//
// Katharopoulos arXiv:2006.16236, So 2109.08668, Choromanski 2009.14794, Rahimi and Recht NIPS 2007, Arora
// 2402.18668, Schlag 2102.11174, Qin 2202.08791, Shen 1812.01243, Zhang 2402.04347.
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

// What phi may depend on besides the row itself.
struct MapContext {
  // cosformer: the position of row 0, counted from 1 (0 or less for queries before the first key), and M
  // where the map names none. A position past M is an error: beyond it weights would turn negative.
  int first_position = 1;
  int length = 0;
  // efficient: with any causal mask, and in a stream, keys are exp(k). favor's epsilon is refused in a
  // stream: it needs the maximum over all keys.
  bool causal = false;
  bool stream = false;
  // One byte per row of x, 0 = padding: such a row is never read, counts for no maximum, and its phi is 0.
  const uint8_t* key_mask = nullptr;
  // Each key has a shift of its own, as each query has; favor's keys with an epsilon share one all the same.
  bool own_shifts = false;
  // Multiplies x before phi: the `scale` of a linear mechanism.
  double scale = 1;
};

// The number of features r of `map` for inputs of `dim` numbers. Options are taken as they are, unchecked.
int64_t feature_dim(const FeatureMap& map, int dim);

// The rows of W that each input is multiplied with; 0 for maps without W, hedgehog's default identity
// included.
int64_t projection_rows(const FeatureMap& map);

// What one apply() works in, for a caller that must take no memory to keep.
struct MapRoom {
  Buffer<double> input;    // d
  Buffer<double> per_row;  // rows: the largest logarithm, or |x'|^2/2
  Buffer<double> guards;   // rows: the largest W x'

  [[nodiscard]] bool resize(int dim, int rows) {
    return input.resize(dim) && per_row.resize(rows) && guards.resize(rows);
  }
};

// A checked map with its projection drawn, to be applied any number of times.
class PreparedMap {
 public:
  // Names a wrong option as "mechanism.featureMap.…". Copies map.weights.
  static Status make(const FeatureMap& map, int dim, PreparedMap& out);

  MapKind kind() const { return map_.kind; }
  int dim() const { return dim_; }
  int features() const { return features_; }
  // Whether features of keys are exponentials, of any size.
  bool exponential() const;
  // W (m, d) or (h, d), as drawn or as given; empty where there is none.
  ConstMatrix projection() const { return {projection_.data(), projection_rows_, dim_}; }

  // What a stream cannot do: a cosformer without a length, and favor's epsilon.
  Status check_for_stream() const;

  // phi of each row of x, (x.rows, features()), row-major, such that the true features of row i are
  // phi_i exp(log_shift[i]). Maps that grow exponentially keep phi within range so: by one shift for each
  // query, and by one and the same for all keys (those of this call) unless context.own_shifts. x is finite.
  Status apply(ConstMatrix x, Role role, const MapContext& context, double* phi, double* log_shift) const;
  // The same, in a room for at least x.rows rows.
  Status apply(ConstMatrix x, Role role, const MapContext& context, double* phi, double* log_shift,
               MapRoom& room) const;

 private:
  struct Call;

  FeatureMap map_;  // its weights are not used: projection_ holds the copy
  int dim_ = 0;
  int features_ = 0;
  int projection_rows_ = 0;
  Buffer<float> projection_;
};

// x[c] = exp(x[c]) / sum_c exp(x[c]) in place, for the `count` >= 1 numbers of one row.
void softmax(double* x, int count);

// phi row by row, whole, (x.rows, r). positions: cosformer's M where the map names none; 0: the rows of x.
Status feature_map(ConstMatrix x, const FeatureMap& map, Role role, int positions, OwnedMatrix& out);

}  // namespace attn
