// phi of many rows: every formula of feature_map.h. See PreparedMap::apply for what it promises.
#include <cmath>
#include <limits>

#include "attn/feature_map.h"

namespace attn {
namespace {

// How far above 1 the largest shifted feature is let: it widens the range below, in which float32 features
// are not yet 0, to e^-123 of the largest, and products of two features still sum to far under 3e38.
constexpr double kHeadroom = 20;

constexpr double kPi = 3.14159265358979323846;

// The shift for features whose largest logarithm is `largest`.
double shift_for(double largest, bool always) {
  if (!std::isfinite(largest)) return 0;  // no real key
  const double shift = largest - kHeadroom;
  return always || shift > 0 ? shift : 0;
}

double relu(double x) {
  return x > 0 ? x : 0;
}

// u = W x, four rows at a time: one row's sum would wait for its own last addition at each step.
void project(ConstMatrix W, const double* x, double* u) {
  const int d = W.cols;
  int j = 0;
  for (; j + 4 <= W.rows; j += 4) {
    const float* w = W.row(j);
    double sum[4] = {0, 0, 0, 0};
    for (int c = 0; c < d; ++c) {
      for (int l = 0; l < 4; ++l) sum[l] += w[static_cast<size_t>(l) * d + c] * x[c];
    }
    for (int l = 0; l < 4; ++l) u[j + l] = sum[l];
  }
  for (; j < W.rows; ++j) {
    double sum = 0;
    for (int c = 0; c < d; ++c) sum += W.row(j)[c] * x[c];
    u[j] = sum;
  }
}

// exp of each entry over their sum.
void softmax(double* x, int count) {
  double largest = x[0];
  for (int c = 1; c < count; ++c) largest = std::fmax(largest, x[c]);
  double sum = 0;
  for (int c = 0; c < count; ++c) sum += x[c] = std::exp(x[c] - largest);
  for (int c = 0; c < count; ++c) x[c] /= sum;
}

}  // namespace

// One call of apply: where its rows come from and go to, and what it works in.
struct PreparedMap::Call {
  const PreparedMap& map;
  ConstMatrix x;
  Role role;
  const MapContext& context;
  double* log_shift;
  Buffer<double>& input;
  Buffer<double>& features;
  Buffer<double>& per_row;
  Buffer<double>& guards;

  int d() const { return map.dim_; }
  int r() const { return map.features_; }
  bool padding(int i) const { return context.key_mask != nullptr && context.key_mask[i] == 0; }

  void load(int i, double factor) {
    for (int c = 0; c < d(); ++c) input[c] = x.row(i)[c] * factor;
  }

  template <class Real>
  void store(int i, Real* phi) const {
    Real* row = phi + static_cast<size_t>(i) * r();
    for (int c = 0; c < r(); ++c) row[c] = static_cast<Real>(features[c]);
  }

  template <class Real>
  void clear(int i, Real* phi) const {
    Real* row = phi + static_cast<size_t>(i) * r();
    for (int c = 0; c < r(); ++c) row[c] = 0;
  }

  // Turns log_shift from the largest logarithm of each row into the shift: for a query its own, for keys
  // theirs.
  void settle_shifts(bool always) {
    double largest = -INFINITY;
    for (int i = 0; i < x.rows; ++i) largest = std::fmax(largest, log_shift[i]);
    for (int i = 0; i < x.rows; ++i) {
      log_shift[i] = shift_for(role == Role::kQuery ? log_shift[i] : largest, always);
    }
  }

  // Maps whose rows need nothing of one another, from the input in `input` to `features`.
  void map_row(int i) {
    const int n = d();
    double* out = features.data();
    switch (map.map_.kind) {
      case MapKind::kIdentity:
        for (int c = 0; c < n; ++c) out[c] = input[c];
        break;
      case MapKind::kElu1:
        for (int c = 0; c < n; ++c) out[c] = input[c] >= 0 ? input[c] + 1 : std::exp(input[c]);
        break;
      case MapKind::kRelu:
        for (int c = 0; c < n; ++c) out[c] = relu(input[c]);
        break;
      case MapKind::kSquaredRelu:
        for (int c = 0; c < n; ++c) out[c] = relu(input[c]) * relu(input[c]);
        break;
      case MapKind::kTaylor2:
        taylor2();
        break;
      case MapKind::kDpfp:
        dpfp();
        break;
      case MapKind::kCosformer:
        cosformer(i);
        break;
      case MapKind::kHedgehog:
        hedgehog_logs();
        if (map.map_.activation == HedgehogActivation::kSoftmax) {
          for (int c = 0; c < r(); ++c) out[c] *= 2;
          softmax(out, r());
        } else {
          softmax(out, r() / 2);
          softmax(out + r() / 2, r() / 2);
        }
        break;
      default:  // efficient, queries
        for (int c = 0; c < n; ++c) out[c] = input[c];
        softmax(out, n);
    }
  }

  void taylor2() {
    const double scale = 1 / std::sqrt(std::sqrt(static_cast<double>(d())));
    double* out = features.data();
    *out++ = 1;
    for (int a = 0; a < d(); ++a) *out++ = input[a] *= scale;
    for (int a = 0; a < d(); ++a) {
      for (int b = 0; b < d(); ++b) *out++ = input[a] * input[b] * std::sqrt(0.5);
    }
  }

  void dpfp() {
    const int width = 2 * d();
    const auto y = [&](int i) { return i < d() ? relu(input[i]) : relu(-input[i - d()]); };
    double* out = features.data();
    for (int j = 1; j <= map.map_.nu; ++j) {
      for (int i = 0; i < width; ++i) *out++ = y(i) * y((i - j % width + width) % width);
    }
  }

  int cosformer_length() const { return map.map_.length > 0 ? map.map_.length : context.length; }

  void cosformer(int i) {
    const double angle = kPi / 2 * (context.first_position + i) / cosformer_length();
    const double sine = std::sin(angle);
    const double cosine = std::cos(angle);
    for (int c = 0; c < d(); ++c) {
      features[c] = relu(input[c]) * sine;
      features[d() + c] = relu(input[c]) * cosine;
    }
  }

  // [u, -u], the logarithms of [exp u, exp -u].
  void hedgehog_logs() {
    const int h = r() / 2;
    if (map.projection_rows_ > 0) {
      project(map.projection(), input.data(), features.data());
    } else {
      for (int c = 0; c < h; ++c) features[c] = input[c];
    }
    for (int c = 0; c < h; ++c) features[h + c] = -features[c];
  }

  // The logarithms of favor's features but for 1/sqrt; returns the largest W x', of which its epsilon is a
  // share.
  double favor_logs() {
    const int m = map.projection_rows_;
    double half_square = 0;
    for (int c = 0; c < d(); ++c) half_square += 0.5 * input[c] * input[c];
    project(map.projection(), input.data(), features.data());
    if (map.map_.hyperbolic) {
      for (int j = 0; j < m; ++j) features[m + j] = -features[j];
    }
    double largest = -INFINITY;
    for (int c = 0; c < r(); ++c) largest = std::fmax(largest, features[c]);
    for (int c = 0; c < r(); ++c) features[c] -= half_square;
    return largest;
  }

  template <class Real>
  Status each_row(Real* phi) {
    for (int i = 0; i < x.rows; ++i) {
      log_shift[i] = 0;
      if (padding(i)) {
        clear(i, phi);
        continue;
      }
      load(i, context.scale);
      map_row(i);
      for (int c = 0; c < r(); ++c) {
        if (std::fabs(features[c]) <= std::numeric_limits<Real>::max()) continue;
        return {Code::kOverflow, role == Role::kQuery ? "q" : "k", "features that float32 can hold", i, -1,
                features[c]};
      }
      store(i, phi);
    }
    return ok();
  }

  // Maps that are exponentials: exp, favor, hedgehog's [exp u, exp -u], efficient's causal keys. A first pass
  // leaves each logarithm less the largest of its row, a second exponentiates.
  template <class Real>
  void exponentials(Real* phi) {
    const bool favor = map.map_.kind == MapKind::kFavor;
    const double factor = context.scale * (favor ? 1 / std::sqrt(std::sqrt(static_cast<double>(d()))) : 1);
    const double epsilon = favor ? map.map_.epsilon : 0;
    double guard = -INFINITY;  // the largest W x' of all rows
    for (int i = 0; i < x.rows; ++i) {
      per_row[i] = log_shift[i] = -INFINITY;
      if (padding(i)) continue;
      load(i, factor);
      double own_guard = -INFINITY;
      if (favor) {
        own_guard = favor_logs();
      } else if (map.map_.kind == MapKind::kHedgehog) {
        hedgehog_logs();
      } else {
        for (int c = 0; c < r(); ++c) features[c] = input[c];
      }
      double largest = -INFINITY;
      for (int c = 0; c < r(); ++c) largest = std::fmax(largest, features[c]);
      for (int c = 0; c < r(); ++c) features[c] -= largest;
      store(i, phi);
      per_row[i] = largest;
      guards[i] = own_guard;
      guard = std::fmax(guard, own_guard);
      log_shift[i] = epsilon > 0 ? std::fmax(largest, own_guard) : largest;
    }
    settle_shifts(favor);
    const double scale = favor ? 1 / std::sqrt(static_cast<double>(r())) : 1;
    for (int i = 0; i < x.rows; ++i) {
      if (padding(i)) {
        clear(i, phi);
        continue;
      }
      const double offset = per_row[i] - log_shift[i];
      const double extra =
          epsilon > 0 ? epsilon * std::exp((role == Role::kQuery ? guards[i] : guard) - log_shift[i]) : 0;
      Real* row = phi + static_cast<size_t>(i) * r();
      for (int c = 0; c < r(); ++c) {
        row[c] = static_cast<Real>(scale * (std::exp(static_cast<double>(row[c]) + offset) + extra));
      }
    }
  }

  template <class Real>
  void trigonometric(Real* phi) {
    const int m = map.projection_rows_;
    const double factor = context.scale / std::sqrt(std::sqrt(static_cast<double>(d())));
    for (int i = 0; i < x.rows; ++i) {
      per_row[i] = 0;
      log_shift[i] = -INFINITY;
      if (padding(i)) continue;
      load(i, factor);
      for (int c = 0; c < d(); ++c) per_row[i] += 0.5 * input[c] * input[c];
      log_shift[i] = per_row[i];
    }
    settle_shifts(false);
    for (int i = 0; i < x.rows; ++i) {
      if (padding(i)) {
        clear(i, phi);
        continue;
      }
      load(i, factor);
      project(map.projection(), input.data(), features.data());
      const double scale = std::exp(per_row[i] - log_shift[i]) / std::sqrt(static_cast<double>(m));
      for (int j = 0; j < m; ++j) {
        features[m + j] = scale * std::sin(features[j]);
        features[j] = scale * std::cos(features[j]);
      }
      store(i, phi);
    }
  }

  // efficient's keys: a softmax down each column, over the real keys.
  template <class Real>
  void over_positions(Real* phi) {
    Buffer<double>& largest = input;
    Buffer<double>& sums = features;
    for (int c = 0; c < r(); ++c) {
      largest[c] = -INFINITY;
      sums[c] = 0;
    }
    for (int i = 0; i < x.rows; ++i) {
      log_shift[i] = 0;
      if (padding(i)) continue;
      for (int c = 0; c < r(); ++c) largest[c] = std::fmax(largest[c], context.scale * x.row(i)[c]);
    }
    for (int i = 0; i < x.rows; ++i) {
      if (padding(i)) continue;
      for (int c = 0; c < r(); ++c) sums[c] += std::exp(context.scale * x.row(i)[c] - largest[c]);
    }
    for (int i = 0; i < x.rows; ++i) {
      Real* row = phi + static_cast<size_t>(i) * r();
      for (int c = 0; c < r(); ++c) {
        row[c] =
            padding(i) ? 0 : static_cast<Real>(std::exp(context.scale * x.row(i)[c] - largest[c]) / sums[c]);
      }
    }
  }
};

template <class Real>
Status PreparedMap::apply(ConstMatrix x, Role role, const MapContext& context, Real* phi,
                          double* log_shift) const {
  MapRoom room;
  if (!room.resize(dim_, features_, x.rows)) return out_of_memory();
  return apply(x, role, context, phi, log_shift, room);
}

template <class Real>
Status PreparedMap::apply(ConstMatrix x, Role role, const MapContext& context, Real* phi, double* log_shift,
                          MapRoom& room) const {
  Call call{*this, x, role, context, log_shift, room.input, room.features, room.per_row, room.guards};
  switch (map_.kind) {
    case MapKind::kFavor:
      if (context.stream) ATTN_TRY(check_for_stream());
      [[fallthrough]];
    case MapKind::kExp:
      call.exponentials(phi);
      return ok();
    case MapKind::kTrigonometric:
      call.trigonometric(phi);
      return ok();
    case MapKind::kEfficient:
      if (role == Role::kQuery) break;
      if (context.causal || context.stream) {
        call.exponentials(phi);
      } else {
        call.over_positions(phi);
      }
      return ok();
    case MapKind::kHedgehog:
      if (map_.activation != HedgehogActivation::kExp) break;
      call.exponentials(phi);
      return ok();
    case MapKind::kCosformer:
      if (static_cast<int64_t>(context.first_position) + x.rows - 1 > call.cosformer_length()) {
        return bad_option("mechanism.featureMap.length", "at least the number of positions",
                          call.cosformer_length());
      }
      break;
    default:
      break;
  }
  return call.each_row(phi);
}

template Status PreparedMap::apply(ConstMatrix, Role, const MapContext&, float*, double*) const;
template Status PreparedMap::apply(ConstMatrix, Role, const MapContext&, double*, double*) const;
template Status PreparedMap::apply(ConstMatrix, Role, const MapContext&, double*, double*, MapRoom&) const;

}  // namespace attn
