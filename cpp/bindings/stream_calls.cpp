// Streams. JavaScript holds their addresses (js_value.h: set_address), and they arrive here as references.
#include "attn/checks.h"
#include "attn/limits.h"
#include "attn/stream.h"
#include "bindings/options.h"

namespace calls {

using js::MatrixArgument;
using js::Value;

JS_EXPORT("streamOpen")
Value stream_open(Value options_value) {
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

JS_EXPORT("streamStep")
Value stream_step(attn::Stream& stream, Value q, Value k, Value v) {
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
JS_EXPORT("streamArea")
Value stream_area(attn::Stream& stream) {
  const size_t size =
      2 * (static_cast<size_t>(attn::stream_key_dim(stream)) + attn::stream_value_dim(stream));
  return Value::view(attn::stream_area(stream), size);
}

JS_EXPORT("streamExtend")
Value stream_extend(attn::Stream& stream, Value q_value, Value k_value, Value v_value) {
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

JS_EXPORT("streamTokens")
Value stream_tokens(const attn::Stream& stream) {
  js::Result result;
  result.set("tokens", attn::stream_tokens(stream));
  return result;
}

JS_EXPORT("streamState")
Value stream_state(const attn::Stream& stream) {
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

JS_EXPORT("streamSave")
Value stream_save(const attn::Stream& stream) {
  attn::Buffer<uint8_t> bytes;
  if (!bytes.resize(attn::stream_save_bytes(stream))) return js::Result(attn::out_of_memory());
  attn::stream_save(stream, bytes.data());
  js::Result result;
  result.set("bytes", bytes);
  return result;
}

JS_EXPORT("streamRestore")
Value stream_restore(attn::Stream& stream, Value bytes) {
  attn::Buffer<uint8_t> copy;
  JS_TRY(js::copy_in(bytes, copy));
  JS_TRY(attn::stream_restore(stream, copy.data(), copy.size()));
  return js::Result();
}

JS_EXPORT("streamClose")
void stream_close(attn::Stream* stream) {
  attn::close_stream(stream);
}

// One token that lies in the stream's area, and its answer there: the status of the row, or -1, and nothing
// changed, where streamStep would say what is wrong. Numbers alone cross: anything else takes longer than the
// work.
JS_EXPORT("streamStepHere")
int stream_step_here(attn::Stream& stream) {
  const int d_k = attn::stream_key_dim(stream), d_v = attn::stream_value_dim(stream);
  float* const q = attn::stream_area(stream);
  float* const v = q + 2 * d_k;
  attn::RowStatus status;
  if (!attn::stream_step(stream, q, q + d_k, v, v + d_v, &status).ok()) return -1;
  return static_cast<int>(status);
}

}  // namespace calls
