// Attention, its patterns and what it costs.
#include "attn/attend.h"
#include "attn/cost.h"
#include "attn/limits.h"
#include "attn/pattern.h"
#include "bindings/options.h"

namespace calls {

using emscripten::val;
using js::MatrixArgument;

namespace {

js::Result counts_part(const attn::Counts& counts) {
  js::Result part = js::Result::part();
  part.set("multiplyAdds", counts.multiply_adds);
  part.set("exponentials", counts.exponentials);
  part.set("divisions", counts.divisions);
  part.set("peakBytes", counts.peak_bytes);
  part.set("elementsRead", counts.elements_read);
  part.set("elementsWritten", counts.elements_written);
  return part;
}

// All but the output.
js::Result attended_object(const attn::Attended& attended, const attn::AttendOptions& options) {
  js::Result result;
  result.set("status", attended.status);
  result.set("counts", counts_part(attended.counts));
  if (options.want_weights) result.set("weights", attended.weights);
  if (options.want_log_sum_exp) result.set("logSumExp", attended.log_sum_exp);
  if (options.want_normaliser) result.set("normaliser", attended.normaliser);
  if (options.want_state) {
    result.set("stateS", attended.state_S);
    result.set("stateZ", attended.state_z);
  }
  if (options.want_trace) {
    result.set("traceTiles", attended.trace_tiles);
    result.set("traceMax", attended.trace_max);
    result.set("traceSum", attended.trace_sum);
    result.set("traceAccumulator", attended.trace_accumulator);
  }
  return result;
}

// What the options themselves will hold once their arrays are copied in.
double held_bytes(const js::AttendArgument& argument) {
  return static_cast<double>(argument.mask_array.length()) + argument.key_mask_array.length();
}

}  // namespace

val attend(const val& q_value, const val& k_value, const val& v_value, const val& options_value,
           const val& arrays) {
  const MatrixArgument q(q_value), k(k_value), v(v_value);
  const js::AttendArgument argument(options_value);
  JS_TRY(attn::check_attend(q.sizes(), k.sizes(), v.sizes(), js::sizes_of(argument), held_bytes(argument)));
  js::AttendCopies copies;
  attn::AttendOptions options;
  JS_TRY(js::load(argument, copies, options));
  attn::Attended attended;
  if (attn::fits_blocks(q.sizes(), k.sizes(), v.sizes(), options)) {
    js::ArrayRows q_rows(q.data, q.cols), k_rows(k.data, k.cols), v_rows(v.data, v.cols);
    js::ArraySink output(arrays, q.rows, v.cols);
    // Where rows are few, they may be long: room for more than there are could be room for a gigabyte.
    const int longest = q.rows < k.rows ? k.rows : q.rows;
    const int at_a_time = longest < js::kRowsAtATime ? longest : js::kRowsAtATime;
    const bool whole = attn::fits_whole_output(q.sizes(), k.sizes(), v.sizes());
    if (!q_rows.ready(at_a_time) || !k_rows.ready(at_a_time) || !v_rows.ready(at_a_time) ||
        !(whole || output.ready(at_a_time))) {
      return js::Result(attn::out_of_memory());
    }
    bool done = false;
    JS_TRY(attn::attend_by_blocks(q.sizes(), k.sizes(), v.sizes(),
                                  {q_rows, k_rows, v_rows, whole ? nullptr : &output, at_a_time}, options,
                                  attended, &done));
    if (done) {
      js::Result result = attended_object(attended, options);
      result.set("output", whole ? js::kept_matrix(attended.output.view(), arrays) : output.matrix());
      return result;
    }
  }
  js::MatrixCopy q_copy, k_copy, v_copy;
  JS_TRY(q_copy.load(q));
  JS_TRY(k_copy.load(k));
  JS_TRY(v_copy.load(v));
  JS_TRY(attn::attend(q_copy.view(), k_copy.view(), v_copy.view(), options, attended));
  js::Result result = attended_object(attended, options);
  result.set("output", js::kept_matrix(attended.output.view(), arrays));
  return result;
}

val pattern(int n, const val& pattern_value) {
  const js::PatternArgument argument(pattern_value);
  JS_TRY(attn::check_pattern(argument, n));
  js::PatternCopies copies;
  attn::Pattern pattern;
  JS_TRY(js::load(argument, copies, pattern));
  attn::Buffer<uint8_t> mask;
  if (!mask.resize(static_cast<size_t>(n) * n)) return js::Result(attn::out_of_memory());
  JS_TRY(attn::pattern_mask(pattern, n, mask.data()));
  js::Result result;
  result.set("mask", mask);
  return result;
}

val cost(const val& options_value, double queries, double keys, int key_dim, int value_dim,
         double bytes_per_number) {
  const js::AttendArgument argument(options_value);
  js::AttendCopies copies;
  attn::CostOptions options;
  JS_TRY(js::load(argument, copies, options.attend));
  options.queries = queries;
  options.keys = keys;
  options.key_dim = key_dim;
  options.value_dim = value_dim;
  options.causal = options.attend.causal != attn::Causal::kNone;
  options.bytes_per_number = bytes_per_number;
  attn::Cost cost;
  JS_TRY(attn::cost(options, cost));
  js::Result result;
  result.set("multiplyAdds", cost.multiply_adds);
  result.set("exponentials", cost.exponentials);
  result.set("scoreNumbers", cost.score_numbers);
  result.set("stateNumbers", cost.state_numbers);
  result.set("cacheNumbers", cost.cache_numbers);
  result.set("perTokenMultiplyAdds", cost.per_token_multiply_adds);
  result.set("projectionMultiplyAdds", cost.projection_multiply_adds);
  if (cost.has_hbm) {
    js::Result elements = js::Result::part();
    elements.set("standard", cost.hbm_standard);
    elements.set("flash1", cost.hbm_flash1);
    elements.set("flash2", cost.hbm_flash2);
    result.set("hbmElements", elements);
  }
  return result;
}

}  // namespace calls

EMSCRIPTEN_BINDINGS(attend_calls) {
  emscripten::function("attend", &calls::attend);
  emscripten::function("pattern", &calls::pattern);
  emscripten::function("cost", &calls::cost);
}
