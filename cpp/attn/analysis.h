// What the page measures about kernels and weight matrices: float64 throughout, from float32 inputs.
//
// Errors of all: kBadShape, kNotFinite, kOutOfMemory; of those that say so, one more.
#pragma once

#include <cstdint>

#include "attn/feature_map.h"
#include "attn/matrix.h"
#include "attn/status.h"

namespace attn {

// sim(q, k): exp(scale q.k), scale by default 1/sqrt(d_k); or phi(q).phi(k).
struct Kernel {
  enum class Kind { kSoftmax, kFeatureMap };
  Kind kind = Kind::kSoftmax;
  bool has_scale = false;
  double scale = 1;
  FeatureMap map;
};

struct Spectrum {
  Buffer<double> singular_values;  // min(n_q, n_k), largest first
  int rank = 0;                    // how many are above `tolerance`
  double tolerance = 0;            // largest * max(n_q, n_k) * 2^-52, as in NumPy's matrix_rank
};

// Of the similarity matrix (n_q, n_k), by Jacobi rotations. Time O(n^3). Errors: kTooLarge past 1024 rows;
// kOverflow where float64 cannot hold a similarity; kBadOption for a scale or a map that cannot be.
Status kernel_spectrum(ConstMatrix q, ConstMatrix k, const Kernel& kernel, Spectrum& out);

// One entry per row of a weight matrix.
struct RowStatistics {
  Buffer<double> entropy;  // nats, of the row over its sum; NaN where a weight is negative, 0 for zeros
  Buffer<double> max;
  Buffer<int32_t> argmax;  // the first, where several are largest
  Buffer<double> sum;
  Buffer<int32_t> negatives;
};
Status row_statistics(ConstMatrix weights, RowStatistics& out);

struct WeightComparison {
  Buffer<double> l1;         // sum |a - b| per row
  Buffer<double> kl;         // KL(reference || weights), nats; infinite where weights <= 0 < reference
  double top_agreement = 0;  // the share of rows with the same argmax; 0 without rows
};
Status compare_weights(ConstMatrix weights, ConstMatrix reference, WeightComparison& out);

struct Comparison {
  double max_abs = 0;
  double mean_squared = 0;
  double relative = 0;     // |a - b| / |b|, Frobenius norms; 0 where a = b = 0
  double sign_errors = 0;  // entries whose signs (-, 0, +) differ
  Buffer<double> row_max_abs;
};
Status compare(ConstMatrix a, ConstMatrix b, Comparison& out);

// The mean squared error that m independent random features have in theory as estimators of K = exp(x.y)
// (Choromanski et al. 2021, arXiv:2009.14794, Lemma 2). x and y are inputs of the softmax kernel, (dim).
// kOverflow where float64 cannot hold an error.
struct RandomFeatureError {
  double kernel = 0;         // K
  double positive = 0;       // m rows of W
  double trigonometric = 0;  // m rows of W, 2m features
  double hyperbolic = 0;     // m rows of W, 2m features
};
Status random_feature_error(const float* x, const float* y, int dim, int features, RandomFeatureError& out);

// a b, either side transposed on request, in the arithmetic of `precision`. `multiply_adds` is counted while
// running. kOverflow where float32 cannot hold an entry; kTooLarge past the limit of checks.h.
Status multiply(ConstMatrix a, bool transpose_a, ConstMatrix b, bool transpose_b, Precision precision,
                OwnedMatrix& product, double& multiply_adds);

}  // namespace attn
