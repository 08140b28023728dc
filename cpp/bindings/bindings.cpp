// Names and types cross here; maths and policy do not. web/engine/raw-module.ts lists the same names, and a
// test compares the two.
#include <emscripten/bind.h>
#include <emscripten/heap.h>
#include <malloc.h>

#include "bindings/calls.h"

namespace em = emscripten;

namespace calls {

val build() {
#ifdef ATTENTION_SIMD128
  return val("simd");
#else
  return val("scalar");
#endif
}

val memory() {
  js::Result result = js::Result::part();
  result.set("heapBytes", emscripten_get_heap_size());
  result.set("usedBytes", static_cast<size_t>(mallinfo().uordblks));
  return result;
}

}  // namespace calls

namespace {

// A field that is an enumeration. It crosses as its number: web/engine/names.ts has the public names, in the
// same order.
template <auto Member>
struct Number;
template <class Object, class Enum, Enum Object::*Member>
struct Number<Member> {
  static int get(const Object& object) { return static_cast<int>(object.*Member); }
  static void set(Object& object, int value) { object.*Member = static_cast<Enum>(value); }
};

template <auto Member, class Argument>
void number_field(em::value_object<Argument>& object, const char* name) {
  object.field(name, &Number<Member>::get, &Number<Member>::set);
}

}  // namespace

EMSCRIPTEN_BINDINGS(arguments) {
  using js::MatrixArgument;
  em::value_object<MatrixArgument>("Matrix")
      .field("rows", &MatrixArgument::rows)
      .field("cols", &MatrixArgument::cols)
      .field("data", &MatrixArgument::data);

  using Map = js::FeatureMapArgument;
  em::value_object<Map> map("FeatureMap");
  number_field<&attn::FeatureMap::kind>(map, "kind");
  number_field<&attn::FeatureMap::activation>(map, "activation");
  map.field("features", &Map::features)
      .field("seed", &Map::seed)
      .field("orthogonal", &Map::orthogonal)
      .field("hyperbolic", &Map::hyperbolic)
      .field("epsilon", &Map::epsilon)
      .field("nu", &Map::nu)
      .field("length", &Map::length)
      .field("weights", &Map::weights_matrix);

  using Update = js::UpdateArgument;
  em::value_object<Update> update("Update");
  number_field<&attn::Update::kind>(update, "kind");
  update.field("gamma", &Update::gamma)
      .field("beta", &Update::beta)
      .field("betas", &Update::betas_array)
      .field("logDecay", &Update::log_decay_array);

  using Pattern = js::PatternArgument;
  em::value_object<Pattern> pattern("Pattern");
  number_field<&attn::Pattern::kind>(pattern, "kind");
  pattern.field("left", &Pattern::left)
      .field("right", &Pattern::right)
      .field("window", &Pattern::window)
      .field("dilation", &Pattern::dilation)
      .field("globalTokens", &Pattern::global_tokens_array)
      .field("blockSize", &Pattern::block_size)
      .field("randomBlocks", &Pattern::random_blocks)
      .field("seed", &Pattern::seed)
      .field("random", &Pattern::random_array)
      .field("randomStart", &Pattern::random_start_array);

  using Attend = js::AttendArgument;
  em::value_object<Attend> attend("AttendOptions");
  number_field<&attn::AttendOptions::mechanism>(attend, "mechanism");
  number_field<&attn::AttendOptions::form>(attend, "form");
  number_field<&attn::AttendOptions::causal>(attend, "causal");
  number_field<&attn::AttendOptions::precision>(attend, "precision");
  attend.field("blockRows", &Attend::block_rows)
      .field("blockCols", &Attend::block_cols)
      .field("pattern", &Attend::pattern_argument)
      .field("featureMap", &Attend::map_argument)
      .field("chunk", &Attend::chunk)
      .field("normalise", &Attend::normalise)
      .field("epsilon", &Attend::epsilon)
      .field("update", &Attend::update_argument)
      .field("hasScale", &Attend::has_scale)
      .field("scale", &Attend::scale)
      .field("mask", &Attend::mask_array)
      .field("keyMask", &Attend::key_mask_array)
      .field("wantWeights", &Attend::want_weights)
      .field("wantLogSumExp", &Attend::want_log_sum_exp)
      .field("wantNormaliser", &Attend::want_normaliser)
      .field("wantState", &Attend::want_state)
      .field("wantTrace", &Attend::want_trace);

  using Kernel = js::KernelArgument;
  em::value_object<Kernel> kernel("Kernel");
  number_field<&attn::Kernel::kind>(kernel, "kind");
  kernel.field("hasScale", &Kernel::has_scale)
      .field("scale", &Kernel::scale)
      .field("featureMap", &Kernel::map_argument);

  using Stream = js::StreamArgument;
  em::value_object<Stream> stream("StreamOptions");
  number_field<&attn::StreamOptions::accumulator>(stream, "accumulator");
  stream.field("keyDim", &Stream::key_dim)
      .field("valueDim", &Stream::value_dim)
      .field("featureMap", &Stream::map_argument)
      .field("normalise", &Stream::normalise)
      .field("epsilon", &Stream::epsilon)
      .field("update", &Stream::update_argument);

  using Trainer = attn::TrainerOptions;
  em::value_object<Trainer> trainer("TrainerOptions");
  number_field<&attn::TrainerOptions::activation>(trainer, "activation");
  trainer.field("hasScale", &Trainer::has_scale)
      .field("scale", &Trainer::scale)
      .field("features", &Trainer::features)
      .field("learningRate", &Trainer::learning_rate)
      .field("causal", &Trainer::causal)
      .field("seed", &Trainer::seed);
}

EMSCRIPTEN_BINDINGS(functions) {
  em::function("build", &calls::build);
  em::function("memory", &calls::memory);

  em::function("attend", &calls::attend);
  em::function("featureMap", &calls::feature_map);
  em::function("projection", &calls::projection);
  em::function("pattern", &calls::pattern);
  em::function("cost", &calls::cost);

  em::function("multiply", &calls::multiply);
  em::function("random", &calls::random);
  em::function("kernelSpectrum", &calls::kernel_spectrum);
  em::function("rowStatistics", &calls::row_statistics);
  em::function("compareWeights", &calls::compare_weights);
  em::function("compare", &calls::compare);
  em::function("randomFeatureError", &calls::random_feature_error);

  em::function("streamOpen", &calls::stream_open);
  em::function("streamStep", &calls::stream_step);
  em::function("streamArea", &calls::stream_area);
  em::function("streamExtend", &calls::stream_extend);
  em::function("streamTokens", &calls::stream_tokens);
  em::function("streamState", &calls::stream_state);
  em::function("streamSave", &calls::stream_save);
  em::function("streamRestore", &calls::stream_restore);
  em::function("streamClose", &calls::stream_close);

  em::function("trainerOpen", &calls::trainer_open);
  em::function("trainerRun", &calls::trainer_run);
  em::function("trainerLoss", &calls::trainer_loss);
  em::function("trainerSteps", &calls::trainer_steps);
  em::function("trainerWeights", &calls::trainer_weights);
  em::function("trainerSave", &calls::trainer_save);
  em::function("trainerRestore", &calls::trainer_restore);
  em::function("trainerClose", &calls::trainer_close);

  em::function("cacheOpen", &calls::cache_open);
  em::function("cacheAppend", &calls::cache_append);
  em::function("cacheNumbers", &calls::cache_numbers);
  em::function("cacheClose", &calls::cache_close);
}
