// phi of many rows: every formula of feature_map.h. See PreparedMap::apply for what it promises.
#include <algorithm>
#include <cmath>

#include "attn/feature_map.h"
#include "kernels/dense.h"
#include "kernels/elementary.h"

namespace attn {
namespace {

// How far above 1 the largest shifted feature is let: it widens the range below, in which a state of float32
// numbers is not yet 0, to e^-123 of the largest, and products of two features still sum to far under 3e38.
constexpr double kHeadroom = 20;

constexpr double kPi = 3.14159265358979323846;

// The shift for features whose largest logarithm is `largest`: 0 where that is near 0, in either direction,
// unless `always` is asked for.
double shift_for(double largest, bool always) {
  if (!std::isfinite(largest)) return 0;  // no real key
  return always || std::fabs(largest) > kHeadroom ? largest - kHeadroom : 0;
}

double relu(double x) {
  return x > 0 ? x : 0;
}

}  // namespace

// The largest is taken off first, so that no exponential overflows.
void softmax(double* x, int count) {
  double largest = x[0];
  for (int c = 1; c < count; ++c) largest = std::fmax(largest, x[c]);
  double sum = 0;
  for (int c = 0; c < count; ++c) sum += x[c] = exp64(x[c] - largest);
  for (int c = 0; c < count; ++c) x[c] /= sum;
}

// One call of apply: where its rows come from and go to, and room for one that comes.
struct PreparedMap::Call {
  const PreparedMap& map;
  ConstMatrix x;
  Role role;
  const MapContext& context;
  double* phi;  // (x.rows, r)
  double* log_shift;
  double* input;               // d
  double* per_row;             // x.rows: the largest logarithm, or |x'|^2/2
  double* guards;              // x.rows: the largest W x'
  double* features = nullptr;  // r: the row of phi that is being made

  int d() const { return map.dim_; }
  int r() const { return map.features_; }
  const char* argument() const { return role == Role::kQuery ? "q" : "k"; }
  bool padding(int i) const { return context.key_mask != nullptr && context.key_mask[i] == 0; }

  void load(int i, double factor) {
    for (int c = 0; c < d(); ++c) input[c] = x.row(i)[c] * factor;
  }

  // Goes to row i. Padding has features of 0, and nothing more is to be done for it: false.
  bool start(int i) {
    features = phi + static_cast<size_t>(i) * r();
    if (padding(i)) std::fill_n(features, r(), 0.0);
    return !padding(i);
  }

  // Turns log_shift from the largest logarithm of each row into the shift: its own for a query, and for a key
  // where that is asked for; else the largest of all. Real keys that share a guard share a shift.
  void settle_shifts(bool always) {
    const bool guarded = map.map_.kind == MapKind::kFavor && map.map_.epsilon > 0;
    const bool own = role == Role::kQuery || (context.own_shifts && !guarded);
    double largest = -INFINITY;
    for (int i = 0; i < x.rows; ++i) largest = std::fmax(largest, log_shift[i]);
    for (int i = 0; i < x.rows; ++i) {
      log_shift[i] = shift_for(own ? log_shift[i] : largest, always);
    }
  }

  // Maps whose rows need nothing of one another, from the input in `input` to `features`.
  void map_row(int i) {
    const int n = d();
    double* out = features;
    switch (map.map_.kind) {
      case MapKind::kIdentity:
        for (int c = 0; c < n; ++c) out[c] = input[c];
        break;
      case MapKind::kElu1:
        for (int c = 0; c < n; ++c) out[c] = input[c] >= 0 ? input[c] + 1 : exp64(input[c]);
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
      case MapKind::kEfficient:  // queries
        for (int c = 0; c < n; ++c) out[c] = input[c];
        softmax(out, n);
        break;
      case MapKind::kExp:
      case MapKind::kFavor:
      case MapKind::kTrigonometric:
        break;  // run() has sent them elsewhere
    }
  }

  void taylor2() {
    const double scale = 1 / std::sqrt(std::sqrt(static_cast<double>(d())));
    double* out = features;
    *out++ = 1;
    for (int a = 0; a < d(); ++a) *out++ = input[a] *= scale;
    for (int a = 0; a < d(); ++a) {
      for (int b = 0; b < d(); ++b) *out++ = input[a] * input[b] * std::sqrt(0.5);
    }
  }

  void dpfp() {
    const int width = 2 * d();
    const auto y = [&](int i) { return i < d() ? relu(input[i]) : relu(-input[i - d()]); };
    double* out = features;
    for (int j = 1; j <= map.map_.nu; ++j) {
      for (int i = 0; i < width; ++i) *out++ = y(i) * y((i - j % width + width) % width);
    }
  }

  int cosformer_length() const { return map.map_.length > 0 ? map.map_.length : context.length; }

  void cosformer(int i) {
    const double angle = kPi / 2 * (context.first_position + i) / cosformer_length();
    const auto [sine, cosine] = sine_cosine64(angle);
    for (int c = 0; c < d(); ++c) {
      features[c] = relu(input[c]) * sine;
      features[d() + c] = relu(input[c]) * cosine;
    }
  }

  // [u, -u], the logarithms of [exp u, exp -u].
  void hedgehog_logs() {
    const int h = r() / 2;
    if (map.projection_rows_ > 0) {
      multiply_vector(map.projection(), input, features);
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
    multiply_vector(map.projection(), input, features);
    if (map.map_.hyperbolic) {
      for (int j = 0; j < m; ++j) features[m + j] = -features[j];
    }
    double largest = -INFINITY;
    for (int c = 0; c < r(); ++c) largest = std::fmax(largest, features[c]);
    for (int c = 0; c < r(); ++c) features[c] -= half_square;
    return largest;
  }

  Status each_row() {
    for (int i = 0; i < x.rows; ++i) {
      log_shift[i] = 0;
      if (!start(i)) continue;
      load(i, context.scale);
      map_row(i);
      for (int c = 0; c < r(); ++c) {
        if (std::isfinite(features[c])) continue;
        return overflow(argument(), i, -1, "features that float64 can hold", features[c]);
      }
    }
    return ok();
  }

  // Maps that are exponentials: exp, favor, hedgehog's [exp u, exp -u], efficient's causal keys. A first pass
  // leaves each logarithm less the largest of its row, a second exponentiates.
  void exponentials() {
    const bool favor = map.map_.kind == MapKind::kFavor;
    const double factor = context.scale * (favor ? 1 / std::sqrt(std::sqrt(static_cast<double>(d()))) : 1);
    const double epsilon = favor ? map.map_.epsilon : 0;
    double guard = -INFINITY;  // the largest W x' of all rows
    for (int i = 0; i < x.rows; ++i) {
      per_row[i] = log_shift[i] = -INFINITY;
      if (!start(i)) continue;
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
      per_row[i] = largest;
      guards[i] = own_guard;
      guard = std::fmax(guard, own_guard);
      log_shift[i] = epsilon > 0 ? std::fmax(largest, own_guard) : largest;
    }
    settle_shifts(favor);
    const double scale = favor ? 1 / std::sqrt(static_cast<double>(r())) : 1;
    for (int i = 0; i < x.rows; ++i) {
      if (!start(i)) continue;
      const double offset = per_row[i] - log_shift[i];
      const double extra =
          epsilon > 0 ? epsilon * exp64((role == Role::kQuery ? guards[i] : guard) - log_shift[i]) : 0;
      for (int c = 0; c < r(); ++c) features[c] = scale * (exp64(features[c] + offset) + extra);
    }
  }

  Status trigonometric() {
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
      if (!start(i)) continue;
      load(i, factor);
      multiply_vector(map.projection(), input, features);
      const double scale = exp64(per_row[i] - log_shift[i]) / std::sqrt(static_cast<double>(m));
      for (int j = 0; j < m; ++j) {
        const auto [sine, cosine] = sine_cosine64(features[j]);
        if (std::isnan(sine)) {
          return overflow(argument(), i, -1, "angles W x' below 2^50, which have a sine", features[j]);
        }
        features[m + j] = scale * sine;
        features[j] = scale * cosine;
      }
    }
    return ok();
  }

  // efficient's keys: a softmax down each column, over the real keys.
  void over_positions() {
    for (int i = 0; i < x.rows; ++i) {
      log_shift[i] = 0;
      start(i);
    }
    for (int c = 0; c < r(); ++c) {
      double largest = -INFINITY, sum = 0;
      for (int i = 0; i < x.rows; ++i) {
        if (!padding(i)) largest = std::fmax(largest, scaled(i, c));
      }
      for (int i = 0; i < x.rows; ++i) {
        if (!padding(i)) sum += exp64(scaled(i, c) - largest);
      }
      largest += log64(sum);
      for (int i = 0; i < x.rows; ++i) {
        if (start(i)) features[c] = exp64(scaled(i, c) - largest);
      }
    }
  }

  Status run() {
    switch (map.map_.kind) {
      case MapKind::kFavor:
        if (context.stream) ATTN_TRY(map.check_for_stream());
        [[fallthrough]];
      case MapKind::kExp:
        exponentials();
        return ok();
      case MapKind::kTrigonometric:
        return trigonometric();
      case MapKind::kEfficient:
        if (role == Role::kQuery) break;
        if (context.causal || context.stream) {
          exponentials();
        } else {
          over_positions();
        }
        return ok();
      case MapKind::kHedgehog:
        if (map.map_.activation != HedgehogActivation::kExp) break;
        exponentials();
        return ok();
      case MapKind::kCosformer:
        if (static_cast<int64_t>(context.first_position) + x.rows - 1 > cosformer_length()) {
          return bad_option("mechanism.featureMap.length", "at least the number of positions",
                            cosformer_length());
        }
        break;
      default:
        break;
    }
    return each_row();
  }

  double scaled(int i, int c) const { return context.scale * x.row(i)[c]; }
};

Status PreparedMap::apply(ConstMatrix x, Role role, const MapContext& context, double* phi,
                          double* log_shift) const {
  MapRoom room;
  if (!room.resize(dim_, x.rows)) return out_of_memory();
  return apply(x, role, context, phi, log_shift, room);
}

Status PreparedMap::apply(ConstMatrix x, Role role, const MapContext& context, double* phi, double* log_shift,
                          MapRoom& room) const {
  Call call{
      *this, x, role, context, phi, log_shift, room.input.data(), room.per_row.data(), room.guards.data()};
  return call.run();
}

}  // namespace attn
