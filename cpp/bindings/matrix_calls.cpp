// Matrices in, matrices and measures out.
#include "attn/analysis.h"
#include "attn/checks.h"
#include "attn/feature_map.h"
#include "attn/random.h"
#include "bindings/options.h"

namespace calls {

using emscripten::val;
using js::MatrixArgument;

namespace {

double bytes_of(const MatrixArgument& matrix) {
  return 4.0 * matrix.rows * matrix.cols;
}

}  // namespace

val feature_map(const val& x_value, const val& map_value, int role, int positions) {
  const MatrixArgument x(x_value);
  const js::FeatureMapArgument argument(map_value);
  attn::FeatureMap sizes = argument;
  sizes.weights = argument.weights_matrix.sizes();
  const double features = static_cast<double>(attn::feature_dim(sizes, x.cols));
  // phi once in double, once rounded.
  JS_TRY(attn::check_bytes("featureMap", bytes_of(x) + 12.0 * x.rows * features));
  js::MatrixCopy x_copy;
  JS_TRY(x_copy.load(x));
  js::FeatureMapCopies copies;
  attn::FeatureMap map;
  JS_TRY(js::load(argument, copies, map));
  attn::OwnedMatrix phi;
  JS_TRY(attn::feature_map(x_copy.view(), map, static_cast<attn::Role>(role), positions, phi));
  js::Result result;
  result.set("matrix", phi);
  return result;
}

val projection(const val& map_value, int dim) {
  const js::FeatureMapArgument argument(map_value);
  js::FeatureMapCopies copies;
  attn::FeatureMap map;
  JS_TRY(js::load(argument, copies, map));
  JS_TRY(attn::check_bytes("projection", 4.0 * static_cast<double>(attn::projection_rows(map)) * dim));
  attn::PreparedMap prepared;
  JS_TRY(attn::PreparedMap::make(map, dim, prepared));
  js::Result result;
  result.set("matrix", prepared.projection());
  return result;
}

val multiply(const val& a_value, bool transpose_a, const val& b_value, bool transpose_b, int precision) {
  const MatrixArgument a(a_value), b(b_value);
  const double rows = transpose_a ? a.cols : a.rows;
  const double cols = transpose_b ? b.rows : b.cols;
  JS_TRY(attn::check_bytes("multiply", bytes_of(a) + bytes_of(b) + 4 * rows * cols));
  js::MatrixCopy a_copy, b_copy;
  JS_TRY(a_copy.load(a));
  JS_TRY(b_copy.load(b));
  attn::OwnedMatrix product;
  double multiply_adds = 0;
  JS_TRY(attn::multiply(a_copy.view(), transpose_a, b_copy.view(), transpose_b,
                        static_cast<attn::Precision>(precision), product, multiply_adds));
  js::Result result;
  result.set("product", product);
  result.set("multiplyAdds", multiply_adds);
  return result;
}

val random(int rows, int cols, uint32_t seed, int distribution, double scale) {
  attn::OwnedMatrix matrix;
  JS_TRY(attn::random_matrix(rows, cols, seed, static_cast<attn::Distribution>(distribution), scale, matrix));
  js::Result result;
  result.set("matrix", matrix);
  return result;
}

val row_statistics(const val& weights_value) {
  const MatrixArgument weights(weights_value);
  JS_TRY(attn::check_bytes("weights", bytes_of(weights) + 32.0 * weights.rows));
  js::MatrixCopy copy;
  JS_TRY(copy.load(weights));
  attn::RowStatistics statistics;
  JS_TRY(attn::row_statistics(copy.view(), statistics));
  js::Result result;
  result.set("entropy", statistics.entropy);
  result.set("max", statistics.max);
  result.set("argmax", statistics.argmax);
  result.set("sum", statistics.sum);
  result.set("negatives", statistics.negatives);
  return result;
}

val compare_weights(const val& weights_value, const val& reference_value) {
  const MatrixArgument weights(weights_value), reference(reference_value);
  JS_TRY(attn::check_bytes("weights", bytes_of(weights) + bytes_of(reference) + 16.0 * weights.rows));
  js::MatrixCopy copy, reference_copy;
  JS_TRY(copy.load(weights));
  JS_TRY(reference_copy.load(reference));
  attn::WeightComparison comparison;
  JS_TRY(attn::compare_weights(copy.view(), reference_copy.view(), comparison));
  js::Result result;
  result.set("l1", comparison.l1);
  result.set("kl", comparison.kl);
  result.set("topAgreement", comparison.top_agreement);
  return result;
}

val compare(const val& a_value, const val& b_value) {
  const MatrixArgument a(a_value), b(b_value);
  JS_TRY(attn::check_bytes("a", bytes_of(a) + bytes_of(b) + 8.0 * a.rows));
  js::MatrixCopy a_copy, b_copy;
  JS_TRY(a_copy.load(a));
  JS_TRY(b_copy.load(b));
  attn::Comparison comparison;
  JS_TRY(attn::compare(a_copy.view(), b_copy.view(), comparison));
  js::Result result;
  result.set("maxAbs", comparison.max_abs);
  result.set("meanSquared", comparison.mean_squared);
  result.set("relative", comparison.relative);
  result.set("signErrors", comparison.sign_errors);
  result.set("rowMaxAbs", comparison.row_max_abs);
  return result;
}

}  // namespace calls

EMSCRIPTEN_BINDINGS(matrix_calls) {
  emscripten::function("featureMap", &calls::feature_map);
  emscripten::function("projection", &calls::projection);
  emscripten::function("multiply", &calls::multiply);
  emscripten::function("random", &calls::random);
  emscripten::function("rowStatistics", &calls::row_statistics);
  emscripten::function("compareWeights", &calls::compare_weights);
  emscripten::function("compare", &calls::compare);
}
