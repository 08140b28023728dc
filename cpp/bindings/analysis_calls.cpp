// What analysis.wasm adds to the core.
#include <emscripten/emscripten.h>

#include "attn/analysis.h"
#include "attn/checks.h"
#include "bindings/options.h"

namespace calls {

using emscripten::val;
using js::MatrixArgument;

val kernel_spectrum(const val& q_value, const val& k_value, const val& kernel_value) {
  const MatrixArgument q(q_value), k(k_value);
  const js::KernelArgument argument(kernel_value);
  // The similarity matrix and the copies that a singular value decomposition works on, in double.
  JS_TRY(attn::check_bytes("kernelSpectrum",
                           4.0 * q.rows * q.cols + 4.0 * k.rows * k.cols + 3 * 8.0 * q.rows * k.rows));
  js::MatrixCopy q_copy, k_copy;
  JS_TRY(q_copy.load(q));
  JS_TRY(k_copy.load(k));
  js::FeatureMapCopies copies;
  attn::Kernel kernel = argument;
  JS_TRY(js::load(argument.map_argument, copies, kernel.map));
  attn::Spectrum spectrum;
  JS_TRY(attn::kernel_spectrum(q_copy.view(), k_copy.view(), kernel, spectrum));
  js::Result result;
  result.set("singularValues", spectrum.singular_values);
  result.set("rank", spectrum.rank);
  result.set("tolerance", spectrum.tolerance);
  return result;
}

val random_feature_error(const val& x, const val& y, int features) {
  attn::Buffer<float> x_copy, y_copy;
  JS_TRY(js::copy_in(x, x_copy));
  JS_TRY(js::copy_in(y, y_copy));
  attn::RandomFeatureError error;
  JS_TRY(attn::random_feature_error(x_copy.data(), y_copy.data(), static_cast<int>(x_copy.size()), features,
                                    error));
  js::Result result;
  result.set("kernel", error.kernel);
  result.set("positive", error.positive);
  result.set("trigonometric", error.trigonometric);
  result.set("hyperbolic", error.hyperbolic);
  return result;
}

}  // namespace calls

EMSCRIPTEN_BINDINGS(analysis_calls) {
  emscripten::function("kernelSpectrum", &calls::kernel_spectrum);
  emscripten::function("randomFeatureError", &calls::random_feature_error);
}

// core.js starts this module as well, as long as both import and export the same names.
extern "C" EMSCRIPTEN_KEEPALIVE int attention_stream_step(js::Address) {
  return -1;
}
