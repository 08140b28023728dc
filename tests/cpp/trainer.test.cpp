#include "attn/trainer.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "attn/random.h"

using attn::HedgehogActivation;
using attn::Trainer;
using attn::TrainerOptions;

namespace {

attn::OwnedMatrix normal(int rows, int cols, uint32_t seed, double scale = 1) {
  attn::OwnedMatrix x;
  REQUIRE(attn::random_matrix(rows, cols, seed, attn::Distribution::kNormal, scale, x).ok());
  return x;
}

constexpr HedgehogActivation kActivations[] = {HedgehogActivation::kExp, HedgehogActivation::kSoftmax,
                                               HedgehogActivation::kSoftmaxEach};

struct Head {
  attn::OwnedMatrix q, k;
  TrainerOptions options;

  Head(int n_q, int n_k, int d, double scale = 1) : q(normal(n_q, d, 1, scale)), k(normal(n_k, d, 2, scale)) {
    options.q = q.view();
    options.k = k.view();
    options.seed = 3;
  }
};

double loss_of(Trainer& trainer) {
  double loss = NAN;
  REQUIRE(trainer.loss(loss).ok());
  return loss;
}

// The definition, from the trained map as others use it: mean cross-entropy of softmax rows and rows of
// phi(q) phi(k)^T.
double loss_by_definition(const Head& head, Trainer& trainer) {
  attn::FeatureMap map;
  map.kind = attn::MapKind::kHedgehog;
  map.activation = trainer.activation();
  attn::OwnedMatrix W, phi_q, phi_k;
  REQUIRE(trainer.weights(W).ok());
  map.weights = W.view();
  REQUIRE(attn::feature_map(head.q.view(), map, attn::Role::kQuery, 0, phi_q).ok());
  REQUIRE(attn::feature_map(head.k.view(), map, attn::Role::kKey, 0, phi_k).ok());
  double loss = 0;
  int rows = 0;
  for (int i = 0; i < head.q.rows(); ++i) {
    const int keys = head.options.causal ? std::max(0, i + 1 + head.k.rows() - head.q.rows()) : head.k.rows();
    if (keys == 0) continue;
    ++rows;
    double score_sum = 0, similarity_sum = 0;
    std::vector<double> scores, similarities;
    for (int j = 0; j < keys; ++j) {
      double score = 0, similarity = 0;
      for (int c = 0; c < head.q.cols(); ++c)
        score += static_cast<double>(head.q.row(i)[c]) * head.k.row(j)[c];
      for (int c = 0; c < phi_q.cols(); ++c) {
        similarity += static_cast<double>(phi_q.row(i)[c]) * phi_k.row(j)[c];
      }
      scores.push_back(std::exp(score / std::sqrt(head.q.cols())));
      similarities.push_back(similarity);
      score_sum += scores.back();
      similarity_sum += similarity;
    }
    for (int j = 0; j < keys; ++j) loss -= scores[j] / score_sum * std::log(similarities[j] / similarity_sum);
  }
  return loss / rows;
}

}  // namespace

TEST_CASE("the loss is the cross-entropy of softmax rows and rows of the map it gives away") {
  for (const HedgehogActivation activation : kActivations) {
    for (const bool causal : {false, true}) {
      Head head(9, 7, 4);
      head.options.activation = activation;
      head.options.causal = causal;
      head.options.features = 6;
      Trainer trainer;
      REQUIRE(Trainer::make(head.options, trainer).ok());
      std::vector<double> losses(5);
      REQUIRE(trainer.run(5, losses.data()).ok());
      // W and the features were rounded to float32: |u| is below 10 here, so a feature is off by 12 half
      // spacings.
      CHECK(std::fabs(loss_of(trainer) - loss_by_definition(head, trainer)) <= 4 * 12 * 0x1p-24);
    }
  }
}

TEST_CASE("gradients agree with central differences") {
  for (const HedgehogActivation activation : kActivations) {
    for (const bool causal : {false, true}) {
      Head head(7, 6, 5);
      head.options.activation = activation;
      head.options.causal = causal;
      head.options.features = 4;
      Trainer trainer;
      REQUIRE(Trainer::make(head.options, trainer).ok());
      std::vector<double> gradient(4 * 5);
      double loss;
      REQUIRE(trainer.evaluate(loss, gradient.data()).ok());
      const double step = 1e-4;
      for (size_t i = 0; i < gradient.size(); ++i) {
        const double start = trainer.parameters()[i];
        const auto slope = [&](double by) {
          trainer.parameters()[i] = start + by;
          const double above = loss_of(trainer);
          trainer.parameters()[i] = start - by;
          const double below = loss_of(trainer);
          trainer.parameters()[i] = start;
          return (above - below) / (2 * by);
        };
        // Halving the step quarters the truncation error, so a third of the change is what is left of it.
        // Each loss is a mean of 6 logarithms, none off by more than about 50 roundings.
        const double fine = slope(step);
        const double truncation = std::fabs(slope(2 * step) - fine);
        CHECK(std::fabs(fine - gradient[i]) <= truncation + 50 * 0x1p-53 * (1 + loss) / step);
      }
    }
  }
}

TEST_CASE("training brings the loss near its floor, and the map near the head") {
  Head head(6, 6, 4, 2);
  head.options.features = 8;
  head.options.learning_rate = 0.03;
  Trainer trainer;
  REQUIRE(Trainer::make(head.options, trainer).ok());
  const double before = loss_of(trainer);
  std::vector<double> losses(1000);
  REQUIRE(trainer.run(1000, losses.data()).ok());
  CHECK(losses[0] == before);
  CHECK(trainer.steps() == 1000);
  const double after = loss_of(trainer);
  CHECK(after > trainer.loss_floor());
  CHECK(after - trainer.loss_floor() < 0.05 * (before - trainer.loss_floor()));
}

TEST_CASE("training is deterministic, by seed, and however it is cut into runs") {
  Head head(10, 10, 4);
  const auto train = [&](uint32_t seed, int first, int second) {
    head.options.seed = seed;
    Trainer trainer;
    REQUIRE(Trainer::make(head.options, trainer).ok());
    std::vector<double> losses(first + second);
    REQUIRE(trainer.run(first, losses.data()).ok());
    REQUIRE(trainer.run(second, losses.data() + first).ok());
    return losses;
  };
  CHECK(train(1, 20, 0) == train(1, 7, 13));
  CHECK(train(1, 20, 0) != train(2, 20, 0));
}

TEST_CASE("a saved trainer goes on as if nothing had happened, and takes nothing else") {
  Head head(10, 10, 4);
  Trainer trainer, other;
  REQUIRE(Trainer::make(head.options, trainer).ok());
  std::vector<double> losses(10), again(10);
  REQUIRE(trainer.run(10, losses.data()).ok());
  std::vector<uint8_t> bytes(trainer.saved_size());
  trainer.save(bytes.data());
  REQUIRE(trainer.run(10, losses.data()).ok());
  head.options.seed = 99;
  REQUIRE(Trainer::make(head.options, other).ok());
  REQUIRE(other.restore(bytes.data(), bytes.size()).ok());
  CHECK(other.steps() == 10);
  REQUIRE(other.run(10, again.data()).ok());
  CHECK(again == losses);

  CHECK(!other.restore(bytes.data(), bytes.size() - 1).ok());
  std::vector<uint8_t> wrong = bytes;
  wrong[0] ^= 1;
  CHECK(!other.restore(wrong.data(), wrong.size()).ok());
  wrong = bytes;
  for (int b = 0; b < 8; ++b) wrong[24 + b] = 0xff;  // a NaN among the weights
  CHECK(other.restore(wrong.data(), wrong.size()).code == attn::Code::kNotFinite);
  // trainer.cpp: the count of steps stands behind four words of four bytes.
  for (const double steps : {-1.0, 0.5, std::ldexp(1, 60), double{INFINITY}, double{NAN}}) {
    CAPTURE(steps);
    std::vector<uint8_t> forged = bytes;
    std::memcpy(&forged[16], &steps, sizeof steps);
    CHECK(other.restore(forged.data(), forged.size()).code == attn::Code::kBadOption);
  }
  CHECK(other.steps() == 20);
  head.options.activation = HedgehogActivation::kSoftmax;
  REQUIRE(Trainer::make(head.options, other).ok());
  CHECK(!other.restore(bytes.data(), bytes.size()).ok());
}

TEST_CASE("causal rows without a key count for nothing") {
  Head head(5, 2, 3);
  head.options.causal = true;
  Trainer trainer;
  REQUIRE(Trainer::make(head.options, trainer).ok());
  CHECK(std::isfinite(loss_of(trainer)));
  // Row 3 sees one key and row 4 two: the mean entropy of one certain row and one other.
  CHECK(trainer.loss_floor() > 0);
  CHECK(trainer.loss_floor() <= std::log(2) / 2);
}

TEST_CASE("weights that run away end in an error, not in NaN") {
  Head head(6, 6, 3, 30);
  head.options.learning_rate = 1000;
  Trainer trainer;
  REQUIRE(Trainer::make(head.options, trainer).ok());
  std::vector<double> losses(50);
  const attn::Status status = trainer.run(50, losses.data());
  CHECK(status.code == attn::Code::kOverflow);
  attn::OwnedMatrix W;
  REQUIRE(trainer.weights(W).ok());
  for (size_t i = 0; i < W.size(); ++i) CHECK(std::isfinite(W.data()[i]));
}

TEST_CASE("wrong options are named") {
  Head head(4, 4, 2);
  Trainer trainer;
  const auto refused = [&](const TrainerOptions& options, attn::Code code) {
    const attn::Status status = Trainer::make(options, trainer);
    CHECK(status.code == code);
    CHECK(status.argument[0] != 0);
  };
  TrainerOptions options = head.options;
  options.learning_rate = 0;
  refused(options, attn::Code::kBadOption);
  options.learning_rate = NAN;
  refused(options, attn::Code::kBadOption);
  options = head.options;
  options.features = -1;
  refused(options, attn::Code::kBadOption);
  options.features = 1 << 30;
  refused(options, attn::Code::kTooLarge);
  options = head.options;
  options.k = {options.k.data, 4, 1};
  refused(options, attn::Code::kBadShape);
  options.k = {options.k.data, 0, 2};
  refused(options, attn::Code::kBadShape);
  options = head.options;
  options.has_scale = true;
  options.scale = INFINITY;
  refused(options, attn::Code::kBadOption);
  head.q.data()[3] = NAN;
  refused(head.options, attn::Code::kNotFinite);
}
