#include "attn/trainer.h"

#include <cmath>

#include "attn/checks.h"
#include "attn/random.h"
#include "kernels/dense.h"
#include "kernels/elementary.h"

namespace attn {
namespace {

constexpr double kFirstDecay = 0.9;
constexpr double kSecondDecay = 0.999;
constexpr double kAdamEpsilon = 1e-8;
constexpr double kStartNoise = 0.01;

// What save() writes before the numbers.
struct Header {
  char magic[4];
  uint32_t rows;
  uint32_t cols;
  uint32_t activation;
  double steps;
};
constexpr char kMagic[] = "LAT1";

double* zero(Buffer<double>& buffer) {
  std::memset(buffer.data(), 0, buffer.size() * sizeof(double));
  return buffer.data();
}

double largest_of(const double* x, size_t count) {
  double largest = x[0];
  for (size_t c = 1; c < count; ++c) largest = std::fmax(largest, x[c]);
  return largest;
}

// gradient = J^T gradient for y = softmax(x), J = diag(y) - y y^T.
void softmax_back(const double* y, double* gradient, int count) {
  double mean = 0;
  for (int c = 0; c < count; ++c) mean += gradient[c] * y[c];
  for (int c = 0; c < count; ++c) gradient[c] = y[c] * (gradient[c] - mean);
}

}  // namespace

Status Trainer::Side::resize(ConstMatrix input, int h) {
  n = input.rows;
  const size_t features = 2 * static_cast<size_t>(n) * h;
  if (!x.resize(input.size()) || !u.resize(features / 2) || !phi.resize(features) ||
      !gradient.resize(features)) {
    return out_of_memory();
  }
  for (size_t i = 0; i < input.size(); ++i) x[i] = input.data[i];
  return ok();
}

Status Trainer::make(const TrainerOptions& options, Trainer& out) {
  const ConstMatrix& q = options.q;
  const ConstMatrix& k = options.k;
  if (q.rows < 1) return bad_shape("q", "at least 1 row", q.rows);
  if (q.cols < 1) return bad_shape("q", "at least 1 column", q.cols);
  if (k.rows < 1) return bad_shape("k", "at least 1 row", k.rows);
  if (k.cols != q.cols) return bad_shape("k", "as many columns as q has", k.cols);
  ATTN_TRY(check_finite("q", q));
  ATTN_TRY(check_finite("k", k));
  if (options.features < 0) return bad_option("features", "at least 1", options.features);
  if (!(options.learning_rate > 0 && options.learning_rate <= 1e6)) {
    return bad_option("learningRate", "a number above 0, up to 1e6", options.learning_rate);
  }
  const double scale = options.has_scale ? options.scale : 1 / std::sqrt(static_cast<double>(q.cols));
  if (!std::isfinite(scale)) return bad_option("scale", "a finite number", scale);
  out.d_ = q.cols;
  out.h_ = options.features > 0 ? options.features : q.cols;
  out.activation_ = options.activation;
  out.learning_rate_ = options.learning_rate;
  out.causal_ = options.causal;
  out.steps_ = 0;

  const double weights = static_cast<double>(out.h_) * out.d_;
  const double pairs = static_cast<double>(q.rows) * k.rows;
  const double tokens = static_cast<double>(q.rows) + k.rows;
  const double turned = std::fmax(weights, 2.0 * out.h_ * k.rows);
  ATTN_TRY(check_bytes(
      "q", sizeof(double) * (4 * weights + 2 * pairs + tokens * (out.d_ + 5.0 * out.h_) + turned)));
  const size_t size = static_cast<size_t>(out.h_) * out.d_;
  ATTN_TRY(out.q_.resize(q, out.h_));
  ATTN_TRY(out.k_.resize(k, out.h_));
  if (!out.target_.zeros(static_cast<size_t>(q.rows) * k.rows) ||
      !out.similarities_.resize(out.target_.size()) || !out.transposed_.resize(static_cast<size_t>(turned)) ||
      !out.parameters_.resize(size) || !out.gradient_.resize(size) || !out.first_moment_.zeros(size) ||
      !out.second_moment_.zeros(size)) {
    return out_of_memory();
  }
  Random random(options.seed, Random::Purpose::kTraining);
  for (int i = 0; i < out.h_; ++i) {
    for (int c = 0; c < out.d_; ++c) {
      out.parameters_[static_cast<size_t>(i) * out.d_ + c] =
          (i % out.d_ == c) + kStartNoise * random.normal();
    }
  }
  out.set_target(scale);
  return ok();
}

// The keys that query `row` may see are the first ones.
int Trainer::permitted(int row) const {
  if (!causal_) return k_.n;
  const int last = row + k_.n - q_.n;
  return last < 0 ? 0 : last + 1;
}

void Trainer::set_target(double scale) {
  floor_ = 0;
  counted_rows_ = 0;
  for (int i = 0; i < q_.n; ++i) {
    const int keys = permitted(i);
    if (keys == 0) continue;
    ++counted_rows_;
    double* row = &target_[static_cast<size_t>(i) * k_.n];
    for (int j = 0; j < keys; ++j) {
      for (int c = 0; c < d_; ++c) {
        row[j] += q_.x[static_cast<size_t>(i) * d_ + c] * k_.x[static_cast<size_t>(j) * d_ + c];
      }
      row[j] *= scale;
    }
    softmax(row, keys);
    for (int j = 0; j < keys; ++j) {
      if (row[j] > 0) floor_ -= row[j] * log64(row[j]);
    }
  }
  floor_ /= counted_rows_;
}

void Trainer::map_side(Side& side, Role role) {
  const int r = 2 * h_;
  add_product(side.x.data(), transposed_.data(), zero(side.u), side.n, d_, h_);
  const double factor = activation_ == HedgehogActivation::kSoftmax ? 2 : 1;
  for (int i = 0; i < side.n; ++i) {
    const double* u = &side.u[static_cast<size_t>(i) * h_];
    double* phi = &side.phi[static_cast<size_t>(i) * r];
    for (int c = 0; c < h_; ++c) {
      phi[c] = factor * u[c];
      phi[h_ + c] = -phi[c];
    }
    if (activation_ == HedgehogActivation::kSoftmax) softmax(phi, r);
    if (activation_ == HedgehogActivation::kSoftmaxEach) {
      softmax(phi, h_);
      softmax(phi + h_, h_);
    }
  }
  if (activation_ != HedgehogActivation::kExp) return;
  // A factor for each query and one for all keys leave A as it is: the largest feature becomes 1.
  const size_t group = role == Role::kQuery ? r : side.phi.size();
  for (size_t start = 0; start < side.phi.size(); start += group) {
    double* phi = &side.phi[start];
    const double largest = largest_of(phi, group);
    for (size_t c = 0; c < group; ++c) phi[c] = exp64(phi[c] - largest);
  }
}

// From the gradient of phi to that of u.
void Trainer::pull_back(Side& side) {
  const int r = 2 * h_;
  const double factor = activation_ == HedgehogActivation::kSoftmax ? 2 : 1;
  for (int i = 0; i < side.n; ++i) {
    const double* phi = &side.phi[static_cast<size_t>(i) * r];
    double* gradient = &side.gradient[static_cast<size_t>(i) * r];
    switch (activation_) {
      case HedgehogActivation::kExp:
        for (int c = 0; c < r; ++c) gradient[c] *= phi[c];
        break;
      case HedgehogActivation::kSoftmax:
        softmax_back(phi, gradient, r);
        break;
      case HedgehogActivation::kSoftmaxEach:
        softmax_back(phi, gradient, h_);
        softmax_back(phi + h_, gradient + h_, h_);
        break;
    }
    double* u = &side.u[static_cast<size_t>(i) * h_];
    for (int c = 0; c < h_; ++c) u[c] = factor * (gradient[c] - gradient[h_ + c]);
  }
}

Status Trainer::evaluate(double& loss, double* gradient) {
  const int r = 2 * h_;
  transpose(parameters_.data(), transposed_.data(), h_, d_);
  map_side(q_, Role::kQuery);
  map_side(k_, Role::kKey);
  transpose(k_.phi.data(), transposed_.data(), k_.n, r);
  add_product(q_.phi.data(), transposed_.data(), zero(similarities_), q_.n, r, k_.n);
  double sum_of_logs = 0;
  for (int i = 0; i < q_.n; ++i) {
    const int keys = permitted(i);
    double* row = &similarities_[static_cast<size_t>(i) * k_.n];
    const double* target = &target_[static_cast<size_t>(i) * k_.n];
    double normaliser = 0;
    for (int j = 0; j < keys; ++j) normaliser += row[j];
    for (int j = 0; j < k_.n; ++j) {
      // loss = -1/rows sum P (ln s - ln Z): its derivative by s_ij is (1/Z_i - P_ij / s_ij) / rows.
      double slope = j < keys ? 1 / normaliser : 0;
      if (j < keys && target[j] > 0) {
        sum_of_logs += target[j] * log64(row[j] / normaliser);
        slope -= target[j] / row[j];
      }
      row[j] = slope / counted_rows_;
    }
  }
  loss = -sum_of_logs / counted_rows_;
  if (!std::isfinite(loss)) return overflow("weights", -1, -1, "a loss that float64 can hold", loss);
  if (gradient == nullptr) return ok();

  add_product(similarities_.data(), k_.phi.data(), zero(q_.gradient), q_.n, k_.n, r);
  add_transposed_product(similarities_.data(), q_.phi.data(), zero(k_.gradient), k_.n, q_.n, r);
  std::memset(gradient, 0, parameters_.size() * sizeof(double));
  for (Side* side : {&q_, &k_}) {
    pull_back(*side);
    add_transposed_product(side->u.data(), side->x.data(), gradient, h_, side->n, d_);
  }
  for (size_t i = 0; i < parameters_.size(); ++i) {
    if (std::isfinite(gradient[i])) continue;
    return overflow("weights", -1, -1, "a gradient that float64 can hold", gradient[i]);
  }
  return ok();
}

Status Trainer::run(int steps, double* losses) {
  if (steps < 0) return bad_option("steps", "0 or more", steps);
  for (int s = 0; s < steps; ++s) {
    ATTN_TRY(evaluate(losses[s], gradient_.data()));
    ++steps_;
    // 1 - beta^t undoes the start of both moments at 0.
    const double first = 1 - exp64(steps_ * log64(kFirstDecay));
    const double second = 1 - exp64(steps_ * log64(kSecondDecay));
    for (size_t i = 0; i < parameters_.size(); ++i) {
      const double slope = gradient_[i];
      first_moment_[i] = kFirstDecay * first_moment_[i] + (1 - kFirstDecay) * slope;
      second_moment_[i] = kSecondDecay * second_moment_[i] + (1 - kSecondDecay) * slope * slope;
      parameters_[i] -= learning_rate_ * (first_moment_[i] / first) /
                        (std::sqrt(second_moment_[i] / second) + kAdamEpsilon);
    }
  }
  return ok();
}

Status Trainer::weights(OwnedMatrix& out) const {
  if (!out.resize(h_, d_)) return out_of_memory();
  for (size_t i = 0; i < out.size(); ++i) out.data()[i] = static_cast<float>(parameters_[i]);
  return ok();
}

size_t Trainer::saved_size() const {
  return sizeof(Header) + 3 * parameters_.size() * sizeof(double);
}

void Trainer::save(uint8_t* bytes) const {
  Header header = {
      {}, static_cast<uint32_t>(h_), static_cast<uint32_t>(d_), static_cast<uint32_t>(activation_), steps_};
  std::memcpy(header.magic, kMagic, sizeof header.magic);
  std::memcpy(bytes, &header, sizeof header);
  bytes += sizeof header;
  for (const Buffer<double>* part : {&parameters_, &first_moment_, &second_moment_}) {
    std::memcpy(bytes, part->data(), part->size() * sizeof(double));
    bytes += part->size() * sizeof(double);
  }
}

Status Trainer::restore(const uint8_t* bytes, size_t size) {
  if (size != saved_size())
    return bad_shape("bytes", "what a trainer of the same sizes saved", static_cast<double>(size));
  Header header;
  std::memcpy(&header, bytes, sizeof header);
  if (std::memcmp(header.magic, kMagic, sizeof header.magic) != 0 ||
      header.rows != static_cast<uint32_t>(h_) || header.cols != static_cast<uint32_t>(d_) ||
      header.activation != static_cast<uint32_t>(activation_)) {
    return bad_option("bytes", "what a trainer of the same sizes and activation saved", header.rows);
  }
  if (!(header.steps >= 0 && header.steps <= 0x1p53 && header.steps == std::floor(header.steps)))
    return bad_option("bytes", "a number of steps", header.steps);
  const size_t count = parameters_.size();
  const uint8_t* numbers = bytes + sizeof header;
  for (size_t i = 0; i < 3 * count; ++i) {
    double value;
    std::memcpy(&value, numbers + i * sizeof value, sizeof value);
    if (!std::isfinite(value)) return {Code::kNotFinite, "bytes", "finite numbers", -1, -1, value};
    if (i >= 2 * count && value < 0) return bad_option("bytes", "mean squares of 0 or more", value);
  }
  steps_ = header.steps;
  for (Buffer<double>* part : {&parameters_, &first_moment_, &second_moment_}) {
    std::memcpy(part->data(), numbers, count * sizeof(double));
    numbers += count * sizeof(double);
  }
  return ok();
}

}  // namespace attn
