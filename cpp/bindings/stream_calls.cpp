// Streams. JavaScript holds their addresses (js_value.h: set_address), and they arrive here as references.
#include <emscripten/emscripten.h>

#include "attn/checks.h"
#include "attn/limits.h"
#include "attn/stream.h"
#include "bindings/options.h"

namespace calls {

using emscripten::val;
using js::Address;
using js::at;
using js::MatrixArgument;

val stream_open(const val& options_value) {
  const js::StreamArgument argument(options_value);
  attn::StreamOptions options = argument;
  options.map = argument.map_argument;
  options.map.weights = argument.map_argument.weights_matrix.sizes();
  options.update = argument.update_argument;
  JS_TRY(attn::check_stream(options));
  js::FeatureMapCopies map_copies;
  js::UpdateCopies update_copies;
  JS_TRY(js::load(argument.map_argument, map_copies, options.map));
  JS_TRY(js::load(argument.update_argument, update_copies, options.update));
  attn::Stream* stream = nullptr;
  JS_TRY(attn::open_stream(options, &stream));
  js::Result result;
  result.set_address("address", stream);
  result.set("stateBytes", attn::stream_state_bytes(*stream));
  result.set("featureDim", attn::stream_feature_dim(*stream));
  return result;
}

val stream_step(Address address, const val& q, const val& k, const val& v) {
  attn::Stream& stream = at<attn::Stream>(address);
  attn::Buffer<float> q_copy, k_copy, v_copy, output;
  JS_TRY(js::copy_in(q, q_copy));
  JS_TRY(js::copy_in(k, k_copy));
  JS_TRY(js::copy_in(v, v_copy));
  if (!output.resize(attn::stream_value_dim(stream))) return js::Result(attn::out_of_memory());
  attn::RowStatus status;
  JS_TRY(attn::stream_step(stream, q_copy.data(), k_copy.data(), v_copy.data(), output.data(), &status));
  js::Result result;
  result.set("output", output);
  result.set("status", static_cast<int>(status));
  return result;
}

// A view of the stream's area (stream.h: stream_area).
val stream_area(Address address) {
  attn::Stream& stream = at<attn::Stream>(address);
  const size_t size =
      2 * (static_cast<size_t>(attn::stream_key_dim(stream)) + attn::stream_value_dim(stream));
  return js::Value::view(attn::stream_area(stream), size);
}

val stream_extend(Address address, const val& q_value, const val& k_value, const val& v_value) {
  attn::Stream& stream = at<attn::Stream>(address);
  const MatrixArgument q(q_value), k(k_value), v(v_value);
  // q, k, and v twice: as it comes and for the output.
  const double tokens = q.rows;
  JS_TRY(attn::check_bytes("extend", 4 * tokens * (q.cols + k.cols + 2.0 * v.cols)));
  js::MatrixCopy q_copy, k_copy, v_copy;
  JS_TRY(q_copy.load(q));
  JS_TRY(k_copy.load(k));
  JS_TRY(v_copy.load(v));
  attn::OwnedMatrix output;
  if (!output.resize(q.rows, v.cols)) return js::Result(attn::out_of_memory());
  JS_TRY(attn::stream_extend(stream, q_copy.view(), k_copy.view(), v_copy.view(), output.view(), nullptr));
  js::Result result;
  result.set("output", output);
  return result;
}

val stream_tokens(Address address) {
  const attn::Stream& stream = at<attn::Stream>(address);
  js::Result result;
  result.set("tokens", attn::stream_tokens(stream));
  return result;
}

val stream_state(Address address) {
  const attn::Stream& stream = at<attn::Stream>(address);
  attn::OwnedMatrix S;
  attn::Buffer<float> z;
  const int features = attn::stream_feature_dim(stream);
  if (!S.resize(features, attn::stream_value_dim(stream)) || !z.resize(features)) {
    return js::Result(attn::out_of_memory());
  }
  JS_TRY(attn::stream_state(stream, S.data(), z.data()));
  js::Result result;
  result.set("S", S);
  result.set("z", z);
  return result;
}

val stream_save(Address address) {
  const attn::Stream& stream = at<attn::Stream>(address);
  attn::Buffer<uint8_t> bytes;
  if (!bytes.resize(attn::stream_save_bytes(stream))) return js::Result(attn::out_of_memory());
  attn::stream_save(stream, bytes.data());
  js::Result result;
  result.set("bytes", bytes);
  return result;
}

val stream_restore(Address address, const val& bytes) {
  attn::Stream& stream = at<attn::Stream>(address);
  attn::Buffer<uint8_t> copy;
  JS_TRY(js::copy_in(bytes, copy));
  JS_TRY(attn::stream_restore(stream, copy.data(), copy.size()));
  return js::Result();
}

void stream_close(Address address) {
  auto* const stream = &at<attn::Stream>(address);
  attn::close_stream(stream);
}

}  // namespace calls

EMSCRIPTEN_BINDINGS(stream_calls) {
  emscripten::function("streamOpen", &calls::stream_open);
  emscripten::function("streamStep", &calls::stream_step);
  emscripten::function("streamArea", &calls::stream_area);
  emscripten::function("streamExtend", &calls::stream_extend);
  emscripten::function("streamTokens", &calls::stream_tokens);
  emscripten::function("streamState", &calls::stream_state);
  emscripten::function("streamSave", &calls::stream_save);
  emscripten::function("streamRestore", &calls::stream_restore);
  emscripten::function("streamClose", &calls::stream_close);
}

// One token that lies in the stream's area, and its answer there: the status of the row, or -1, and nothing
// changed, where streamStep would say what is wrong. A plain export: Embind's way of calling takes longer
// than the work.
extern "C" EMSCRIPTEN_KEEPALIVE int attention_stream_step(js::Address address) {
  attn::Stream& stream = js::at<attn::Stream>(address);
  const int d_k = attn::stream_key_dim(stream), d_v = attn::stream_value_dim(stream);
  float* const q = attn::stream_area(stream);
  float* const v = q + 2 * d_k;
  attn::RowStatus status;
  if (!attn::stream_step(stream, q, q + d_k, v, v + d_v, &status).ok()) return -1;
  return static_cast<int>(status);
}
