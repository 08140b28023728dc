// Turns a fuzzer's bytes into calls of the core: sizes around the tile edges, numbers that break arithmetic,
// and options in and out of their ranges.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include "attn/attend.h"
#include "attn/pattern.h"
#include "attn/stream.h"

// Like assert, in every build.
#define FUZZ_REQUIRE(condition)                                                    \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                \
    }                                                                              \
  } while (false)

namespace fuzz {

using Bytes = FuzzedDataProvider;

// How wild the numbers of one input are. Tame ones leave room for comparisons with bounds.
enum class Numbers { kTame, kLarge, kAnything };

inline float number(Bytes& bytes, Numbers numbers) {
  static const float kLarge[] = {0,    -0.0f, 1e-40f, -1e-30f, 30,     -30,  100,
                                 -100, 1e4f,  -1e10f, 1e19f,   -1e30f, 3e38f};
  static const float kBroken[] = {NAN, INFINITY, -INFINITY};
  const int8_t byte = bytes.ConsumeIntegral<int8_t>();
  if (numbers != Numbers::kTame && byte > 110) return bytes.PickValueInArray(kLarge);
  if (numbers == Numbers::kAnything && byte < -126) return bytes.PickValueInArray(kBroken);
  return static_cast<float>(byte) / 32;
}

struct Rows {
  std::vector<float> data;
  int rows = 0;
  int cols = 0;

  Rows() = default;
  Rows(Bytes& bytes, int r, int c, Numbers numbers) : rows(r), cols(c) {
    for (int i = 0; i < r * c; ++i) data.push_back(number(bytes, numbers));
  }
  attn::ConstMatrix view() const { return {data.data(), rows, cols}; }
};

inline int size(Bytes& bytes, int least, int most) {
  return bytes.ConsumeIntegralInRange(least, most);
}

// An option: mostly sensible, now and then out of its range.
inline int option(Bytes& bytes, int least, int most) {
  static const int kWrong[] = {
      -1, 0, -7, std::numeric_limits<int>::min(), std::numeric_limits<int>::max(), 1 << 13};
  return size(bytes, 0, 15) == 0 ? bytes.PickValueInArray(kWrong) : size(bytes, least, most);
}

inline double real_option(Bytes& bytes, double value) {
  static const double kWrong[] = {-1, NAN, INFINITY, 1e300, 1e-300, 0};
  return size(bytes, 0, 15) == 0 ? bytes.PickValueInArray(kWrong) : value;
}

// Keeps what a map's views point to.
struct Map {
  attn::FeatureMap map;
  Rows weights;

  Map(Bytes& bytes, int dim, Numbers numbers) {
    map.kind = static_cast<attn::MapKind>(size(bytes, 0, static_cast<int>(attn::MapKind::kHedgehog)));
    map.features = option(bytes, 1, 9);
    map.seed = bytes.ConsumeIntegral<uint32_t>();
    map.orthogonal = bytes.ConsumeBool();
    map.hyperbolic = bytes.ConsumeBool();
    map.epsilon = real_option(bytes, bytes.ConsumeBool() ? 0 : 1e-3);
    map.nu = option(bytes, 1, 5);
    map.length = option(bytes, 0, 80);
    map.activation = static_cast<attn::HedgehogActivation>(size(bytes, 0, 2));
    const bool takes_weights = map.kind == attn::MapKind::kFavor ||
                               map.kind == attn::MapKind::kTrigonometric ||
                               map.kind == attn::MapKind::kHedgehog;
    if (takes_weights && bytes.ConsumeBool()) {
      weights = Rows(bytes, size(bytes, 0, 6), size(bytes, 0, 7) == 0 ? dim + 1 : dim, numbers);
      map.weights = weights.view();
      if (bytes.ConsumeBool()) map.features = weights.rows;
    }
  }
};

struct Gates {
  std::vector<float> betas, log_decay;
  attn::Update update;

  Gates(Bytes& bytes, int tokens) {
    update.kind = static_cast<attn::UpdateKind>(size(bytes, 0, 2));
    if (update.kind == attn::UpdateKind::kDecay) update.gamma = real_option(bytes, size(bytes, 0, 8) / 8.0);
    if (update.kind == attn::UpdateKind::kDelta) update.beta = real_option(bytes, size(bytes, 0, 8) / 8.0);
    if (update.kind == attn::UpdateKind::kDelta && bytes.ConsumeBool()) {
      for (int t = 0; t < tokens; ++t) betas.push_back(static_cast<float>(size(bytes, 0, 8)) / 8);
      update.betas = betas.data();
      update.beta_count = tokens;
    }
    if (update.kind != attn::UpdateKind::kSum && bytes.ConsumeBool()) {
      for (int t = 0; t < tokens; ++t) {
        log_decay.push_back(size(bytes, 0, 60) == 0 ? 0.5f : -static_cast<float>(size(bytes, 0, 60)));
      }
      update.log_decay = log_decay.data();
      update.log_decay_count = tokens;
    }
  }
};

struct SparsePattern {
  std::vector<int32_t> globals, random, random_start;
  attn::Pattern pattern;

  SparsePattern(Bytes& bytes, int n) {
    pattern.kind = static_cast<attn::PatternKind>(size(bytes, 0, 2));
    pattern.left = option(bytes, -1, 9);
    pattern.right = option(bytes, -1, 9);
    pattern.window = option(bytes, 0, 11) / 2 * 2;  // odd ones are refused
    pattern.dilation = option(bytes, 1, 4);
    pattern.block_size = option(bytes, 1, 6);
    pattern.random_blocks = option(bytes, 0, 2);
    pattern.seed = bytes.ConsumeIntegral<uint32_t>();
    for (int g = size(bytes, 0, 3); g > 0; --g) globals.push_back(option(bytes, 0, n));
    pattern.global_tokens = globals.data();
    pattern.global_count = static_cast<int>(globals.size());
    if (pattern.kind == attn::PatternKind::kBigBird && pattern.block_size > 0 && bytes.ConsumeBool()) {
      const int blocks =
          size(bytes, 0, 3) == 0 ? size(bytes, 0, 9) : attn::PreparedPattern::block_count(pattern, n);
      random_start.push_back(0);
      for (int b = 0; b < blocks; ++b) {
        for (int c = size(bytes, 0, 2); c > 0; --c) random.push_back(option(bytes, 0, blocks));
        random_start.push_back(static_cast<int32_t>(random.size()));
      }
      pattern.random = random.data();
      pattern.random_start = random_start.data();
      pattern.random_rows = blocks;
    }
  }
};

inline void require_finite(const float* x, size_t count) {
  for (size_t i = 0; i < count; ++i) FUZZ_REQUIRE(std::isfinite(x[i]));
}

// Every refusal says something.
inline void require_sentence(const attn::Status& status) {
  FUZZ_REQUIRE(!status.ok());
  FUZZ_REQUIRE(status.code == attn::Code::kOutOfMemory || status.argument[0] != 0);
  FUZZ_REQUIRE(status.code == attn::Code::kOutOfMemory || status.expected[0] != 0);
}

}  // namespace fuzz
