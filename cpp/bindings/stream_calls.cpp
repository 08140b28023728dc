#include <emscripten/emscripten.h>

#include "attn/checks.h"
#include "attn/limits.h"
#include "attn/stream.h"
#include "bindings/calls.h"

namespace calls {
namespace {

attn::Stream& stream_at(Address address) {
  return *reinterpret_cast<attn::Stream*>(address);
}

}  // namespace

val stream_open(const js::StreamArgument& argument) {
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
  result.set("address", reinterpret_cast<Address>(stream));
  result.set("stateBytes", attn::stream_state_bytes(*stream));
  result.set("featureDim", attn::stream_feature_dim(*stream));
  return result;
}

val stream_step(Address address, const val& q, const val& k, const val& v) {
  attn::Stream& stream = stream_at(address);
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

val stream_area(Address address) {
  attn::Stream& stream = stream_at(address);
  const size_t size =
      2 * (static_cast<size_t>(attn::stream_key_dim(stream)) + attn::stream_value_dim(stream));
  return val(emscripten::typed_memory_view(size, attn::stream_area(stream)));
}

val stream_extend(Address address, const MatrixArgument& q, const MatrixArgument& k,
                  const MatrixArgument& v) {
  attn::Stream& stream = stream_at(address);
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

double stream_tokens(Address address) {
  return attn::stream_tokens(stream_at(address));
}

val stream_state(Address address) {
  const attn::Stream& stream = stream_at(address);
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
  const attn::Stream& stream = stream_at(address);
  attn::Buffer<uint8_t> bytes;
  if (!bytes.resize(attn::stream_save_bytes(stream))) return js::Result(attn::out_of_memory());
  attn::stream_save(stream, bytes.data());
  js::Result result;
  result.set("bytes", bytes);
  return result;
}

val stream_restore(Address address, const val& bytes) {
  attn::Buffer<uint8_t> copy;
  JS_TRY(js::copy_in(bytes, copy));
  JS_TRY(attn::stream_restore(stream_at(address), copy.data(), copy.size()));
  return js::Result();
}

void stream_close(Address address) {
  attn::close_stream(&stream_at(address));
}

}  // namespace calls

// One token that lies in the stream's area, and its answer there: the status of the row, or -1, and nothing
// changed, where streamStep would say what is wrong. A plain export: Embind's way of calling takes longer
// than the work.
extern "C" EMSCRIPTEN_KEEPALIVE int attention_stream_step(calls::Address address) {
  attn::Stream& stream = *reinterpret_cast<attn::Stream*>(address);
  const int d_k = attn::stream_key_dim(stream), d_v = attn::stream_value_dim(stream);
  float* const q = attn::stream_area(stream);
  float* const v = q + 2 * d_k;
  attn::RowStatus status;
  if (!attn::stream_step(stream, q, q + d_k, v, v + d_v, &status).ok()) return -1;
  return static_cast<int>(status);
}
