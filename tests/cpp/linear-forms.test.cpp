// The four forms of linear attention are one function; so are all chunk sizes.
#include <doctest/doctest.h>

#include "support.h"

using namespace attn;
using test::Rows;

namespace {

// Positive and signed maps, with and without logarithms, learned and random.
std::vector<FeatureMap> maps() {
  std::vector<FeatureMap> all;
  for (const MapKind kind : {MapKind::kIdentity, MapKind::kElu1, MapKind::kRelu, MapKind::kSquaredRelu,
                             MapKind::kExp, MapKind::kFavor, MapKind::kTrigonometric, MapKind::kTaylor2,
                             MapKind::kDpfp, MapKind::kCosformer, MapKind::kEfficient, MapKind::kHedgehog}) {
    FeatureMap map;
    map.kind = kind;
    if (kind == MapKind::kFavor || kind == MapKind::kTrigonometric) map.features = 6;
    all.push_back(map);
    if (kind == MapKind::kFavor) {
      map.epsilon = 1e-3;
      all.push_back(map);
    }
  }
  return all;
}

}  // namespace

TEST_CASE("all forms and chunks of linear attention agree, whatever the map, update, mask and alignment") {
  const int d = 3, d_v = 2;
  // Unequal lengths either way; a chunk of 64 takes all at once.
  for (const auto& lengths : {std::pair{7, 7}, {4, 9}, {9, 4}}) {
    const int n_q = lengths.first, n_k = lengths.second;
    const Rows q = test::random(n_q, d, 1), k = test::random(n_k, d, 2, 0.7), v = test::random(n_k, d_v, 3);
    const uint8_t key_mask[] = {0, 1, 1, 0, 1, 1, 1, 0, 1};
    const float log_decay[] = {-0.1f, -2, 0, -0.5f, -30, -0.2f, -0.3f, -0.1f, -1};
    const float betas[] = {0.5f, 1, 0.25f, 0.75f, 0.1f, 0.9f, 0.5f, 0.3f, 1};
    for (const FeatureMap& map : maps()) {
      for (int setting = 0; setting < 3 * 2 * 5; ++setting) {
        AttendOptions options;
        options.mechanism = Mechanism::kLinear;
        options.map = map;
        options.precision = Precision::kFloat64;
        options.causal = std::array{Causal::kNone, Causal::kBottomRight, Causal::kTopLeft}[setting % 3];
        options.key_mask = setting / 3 % 2 == 0 ? nullptr : key_mask;
        options.normalise = false;
        options.want_normaliser = options.want_state = true;
        switch (setting / 6) {
          case 1:
            options.update = {UpdateKind::kDecay, 0.8};
            break;
          case 2:
            options.update.kind = UpdateKind::kDecay;
            options.update.log_decay = log_decay;
            options.update.log_decay_count = n_k;
            break;
          case 3:
            options.update.kind = UpdateKind::kDelta;
            options.update.beta = 0.1;
            break;
          case 4:
            options.update.kind = UpdateKind::kDelta;
            options.update.betas = betas;
            options.update.beta_count = n_k;
            options.update.log_decay = log_decay;
            options.update.log_decay_count = n_k;
            break;
          default:
            break;
        }
        CAPTURE(static_cast<int>(map.kind));
        CAPTURE(setting);
        CAPTURE(n_q);
        options.form = Form::kRecurrent;
        Attended token_by_token;
        REQUIRE(attend(q, k, v, options, token_by_token).ok());
        // Doubles, rounded once: one spacing of the largest entry, and what cancels in a few dozen terms.
        const auto bound = [](const float* x, size_t n) {
          return 2 * test::kEps32 * test::largest(x, n) + 1e-12;
        };
        for (const auto& way : {std::pair{Form::kAuto, 0},
                                {Form::kParallel, 0},
                                {Form::kQuadratic, 0},
                                {Form::kChunked, 1},
                                {Form::kChunked, 3},
                                {Form::kChunked, 64},
                                {Form::kRecurrent, 2}}) {
          CAPTURE(static_cast<int>(way.first));
          CAPTURE(way.second);
          options.form = way.first;
          options.chunk = way.second;
          options.want_weights = way.second == 3;
          Attended other;
          REQUIRE(attend(q, k, v, options, other).ok());
          test::check_close(other.output, token_by_token.output,
                            bound(token_by_token.output.data(), token_by_token.output.size()));
          test::check_close(other.state_S, token_by_token.state_S,
                            bound(token_by_token.state_S.data(), token_by_token.state_S.size()));
          test::check_close(other.normaliser.data(), token_by_token.normaliser.data(), n_q,
                            bound(token_by_token.normaliser.data(), n_q));
          for (int i = 0; i < n_q; ++i) CHECK(other.status[i] == token_by_token.status[i]);
          if (!options.want_weights) continue;
          // The implied weights are the matrix A with output = A v.
          for (int i = 0; i < n_q; ++i) {
            for (int c = 0; c < d_v; ++c) {
              double sum = 0, size = 0;
              for (int j = 0; j < n_k; ++j) {
                sum += static_cast<double>(other.weights.row(i)[j]) * v.at(j, c);
                size += std::fabs(other.weights.row(i)[j] * v.at(j, c));
              }
              CHECK(std::fabs(sum - other.output.row(i)[c]) <= 2 * test::kEps32 * size + 1e-12);
            }
          }
        }
      }
    }
  }
}
