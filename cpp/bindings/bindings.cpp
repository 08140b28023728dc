// Names and types cross here; maths and policy do not. web/engine/raw-module.ts lists the same names, and a
// test compares the two.
#include <emscripten/bind.h>
#include <emscripten/heap.h>
#include <malloc.h>

#include "attn/attend.h"
#include "bindings/js_arrays.h"
#include "bindings/options.h"

namespace em = emscripten;

namespace {

struct Shape {
  int queries, keys, key_dim, value_dim;
};

std::string build() {
#ifdef ATTENTION_SIMD128
  return "simd";
#else
  return "scalar";
#endif
}

em::val memory() {
  em::val result = em::val::object();
  result.set("heapBytes", emscripten_get_heap_size());
  result.set("usedBytes", static_cast<size_t>(mallinfo().uordblks));
  return result;
}

em::val counts_object(const attn::Counts& counts) {
  em::val object = em::val::object();
  object.set("multiplyAdds", counts.multiply_adds);
  object.set("exponentials", counts.exponentials);
  object.set("divisions", counts.divisions);
  object.set("peakBytes", counts.peak_bytes);
  object.set("elementsRead", counts.elements_read);
  object.set("elementsWritten", counts.elements_written);
  return object;
}

em::val attended_object(const attn::Attended& attended, const attn::AttendOptions& options) {
  em::val result = js::result(attn::ok());
  result.set("output", js::copy_out(attended.output.data(), attended.output.size()));
  result.set("status", js::copy_out(attended.status));
  result.set("counts", counts_object(attended.counts));
  if (options.want_weights) {
    result.set("weights", js::copy_out(attended.weights.data(), attended.weights.size()));
  }
  if (options.want_log_sum_exp) result.set("logSumExp", js::copy_out(attended.log_sum_exp));
  if (options.want_normaliser) result.set("normaliser", js::copy_out(attended.normaliser));
  if (options.want_state) {
    result.set("stateS", js::copy_out(attended.state_S));
    result.set("stateZ", js::copy_out(attended.state_z));
  }
  if (options.want_trace) {
    const attn::OwnedMatrix& accumulator = attended.trace_accumulator;
    result.set("traceTiles", attended.trace_tiles);
    result.set("traceMax", js::copy_out(attended.trace_max));
    result.set("traceSum", js::copy_out(attended.trace_sum));
    result.set("traceAccumulator", js::copy_out(accumulator.data(), accumulator.size()));
  }
  return result;
}

attn::Status attend(const em::val& q_array, const em::val& k_array, const em::val& v_array,
                    const Shape& shape, const js::AttendOption& option, em::val& result) {
  attn::Buffer<float> q, k, v;
  ATTN_TRY(js::copy_in(q_array, q));
  ATTN_TRY(js::copy_in(k_array, k));
  ATTN_TRY(js::copy_in(v_array, v));
  js::AttendArrays arrays;
  attn::AttendOptions options;
  ATTN_TRY(js::load(option, arrays, options));
  attn::Attended attended;
  ATTN_TRY(attn::attend({q.data(), shape.queries, shape.key_dim}, {k.data(), shape.keys, shape.key_dim},
                        {v.data(), shape.keys, shape.value_dim}, options, attended));
  result = attended_object(attended, options);
  return attn::ok();
}

em::val attend_call(const em::val& q, const em::val& k, const em::val& v, const Shape& shape,
                    const js::AttendOption& option) {
  em::val result = em::val::null();
  const attn::Status status = attend(q, k, v, shape, option, result);
  return status.ok() ? result : js::result(status);
}

// Enumerations cross as their numbers: web/engine/names.ts has their public names, in the same order.
template <auto Member>
struct Number;
template <class Object, class Enum, Enum Object::*Member>
struct Number<Member> {
  static int get(const Object& object) { return static_cast<int>(object.*Member); }
  static void set(Object& object, int value) { object.*Member = static_cast<Enum>(value); }
};

}  // namespace

EMSCRIPTEN_BINDINGS(attention) {
  em::value_object<Shape>("Shape")
      .field("queries", &Shape::queries)
      .field("keys", &Shape::keys)
      .field("keyDim", &Shape::key_dim)
      .field("valueDim", &Shape::value_dim);

  using Map = js::FeatureMapOption;
  em::value_object<Map>("FeatureMap")
      .field("kind", &Number<&attn::FeatureMap::kind>::get, &Number<&attn::FeatureMap::kind>::set)
      .field("features", &Map::features)
      .field("seed", &Map::seed)
      .field("orthogonal", &Map::orthogonal)
      .field("hyperbolic", &Map::hyperbolic)
      .field("epsilon", &Map::epsilon)
      .field("nu", &Map::nu)
      .field("length", &Map::length)
      .field("activation", &Number<&attn::FeatureMap::activation>::get,
             &Number<&attn::FeatureMap::activation>::set)
      .field("weights", &Map::weights_array)
      .field("weightRows", &Map::weight_rows)
      .field("weightCols", &Map::weight_cols);

  using Update = js::UpdateOption;
  em::value_object<Update>("Update")
      .field("kind", &Number<&attn::Update::kind>::get, &Number<&attn::Update::kind>::set)
      .field("gamma", &Update::gamma)
      .field("beta", &Update::beta)
      .field("betas", &Update::betas_array)
      .field("logDecay", &Update::log_decay_array);

  using Pattern = js::PatternOption;
  em::value_object<Pattern>("Pattern")
      .field("kind", &Number<&attn::Pattern::kind>::get, &Number<&attn::Pattern::kind>::set)
      .field("left", &Pattern::left)
      .field("right", &Pattern::right)
      .field("window", &Pattern::window)
      .field("dilation", &Pattern::dilation)
      .field("globalTokens", &Pattern::global_tokens_array)
      .field("blockSize", &Pattern::block_size)
      .field("randomBlocks", &Pattern::random_blocks)
      .field("seed", &Pattern::seed)
      .field("random", &Pattern::random_array)
      .field("randomStart", &Pattern::random_start_array);

  using Attend = js::AttendOption;
  em::value_object<Attend>("AttendOptions")
      .field("mechanism", &Number<&attn::AttendOptions::mechanism>::get,
             &Number<&attn::AttendOptions::mechanism>::set)
      .field("blockRows", &Attend::block_rows)
      .field("blockCols", &Attend::block_cols)
      .field("pattern", &Attend::pattern_option)
      .field("featureMap", &Attend::map_option)
      .field("form", &Number<&attn::AttendOptions::form>::get, &Number<&attn::AttendOptions::form>::set)
      .field("chunk", &Attend::chunk)
      .field("normalise", &Attend::normalise)
      .field("epsilon", &Attend::epsilon)
      .field("update", &Attend::update_option)
      .field("causal", &Number<&attn::AttendOptions::causal>::get, &Number<&attn::AttendOptions::causal>::set)
      .field("hasScale", &Attend::has_scale)
      .field("scale", &Attend::scale)
      .field("mask", &Attend::mask_array)
      .field("keyMask", &Attend::key_mask_array)
      .field("precision", &Number<&attn::AttendOptions::precision>::get,
             &Number<&attn::AttendOptions::precision>::set)
      .field("wantWeights", &Attend::want_weights)
      .field("wantLogSumExp", &Attend::want_log_sum_exp)
      .field("wantNormaliser", &Attend::want_normaliser)
      .field("wantState", &Attend::want_state)
      .field("wantTrace", &Attend::want_trace);

  em::function("build", &build);
  em::function("memory", &memory);
  em::function("attend", &attend_call);
}
