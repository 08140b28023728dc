// Seeded random numbers that are the same, bit for bit, in every build and on every engine: integer
// arithmetic, the four operations and square roots, in a fixed order, and no function of a maths library.
#pragma once

#include <cstdint>

#include "attn/matrix.h"
#include "attn/status.h"

namespace attn {

// PCG32 (XSH-RR 64/32): O'Neill 2014, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
// Algorithms for Random Number Generation".
class Random {
 public:
  // What the numbers are for. Each purpose has a sequence of its own, so that inputs and projections drawn
  // from the same seed have nothing to do with one another.
  enum class Purpose : uint32_t { kMatrix = 1, kProjection = 2, kPattern = 3, kTraining = 4 };

  // Seeds are scattered first (the finisher of SplitMix64, Steele, Lea, Flood 2014): the sequences of 1, 2,
  // 3, … would otherwise keep a fixed distance in the generator's state, and averages over seeds would
  // suffer.
  Random(uint32_t seed, Purpose purpose);
  // The generator as its author seeds it.
  Random(uint64_t state, uint64_t sequence);

  uint32_t next();                 // all 32 bits
  uint32_t below(uint32_t bound);  // 0 .. bound - 1, without bias; bound >= 1
  double uniform();                // [0, 1), 53 bits
  double normal();                 // mean 0, variance 1: Marsaglia's polar method

 private:
  uint64_t state_ = 0;
  uint64_t increment_ = 0;
  double spare_ = 0;
  bool has_spare_ = false;
};

enum class Distribution { kNormal, kUniform, kSign, kUnitRows };

// normal: mean 0, standard deviation `scale`; uniform: [-scale, scale); sign: +-scale; unit-rows: normal,
// each row divided by its length and multiplied by `scale`. Errors: kBadShape, kBadOption (|scale| past
// 1e30), kTooLarge, kOutOfMemory.
Status random_matrix(int rows, int cols, uint32_t seed, Distribution distribution, double scale,
                     OwnedMatrix& out);

// W (rows, dim) for random features: independent N(0, 1) entries; or, `orthogonal`, blocks of dim rows that
// are orthogonal within a block (Haar distributed: the Q of a Gaussian matrix), each row with the length of
// an independent Gaussian one (Yu et al. 2016; Choromanski et al. 2021). `out` holds rows * dim floats.
// Error: kOutOfMemory.
Status random_projection(int rows, int dim, bool orthogonal, uint32_t seed, float* out);

}  // namespace attn
