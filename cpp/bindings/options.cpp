#include "bindings/options.h"

namespace js {

MatrixArgument::MatrixArgument(const Value& given) : data(given.member("data")) {
  given.read("rows", rows);
  given.read("cols", cols);
}

FeatureMapArgument::FeatureMapArgument(const Value& given) : weights_matrix(given.member("weights")) {
  given.read("kind", kind);
  given.read("activation", activation);
  given.read("features", features);
  given.read("seed", seed);
  given.read("orthogonal", orthogonal);
  given.read("hyperbolic", hyperbolic);
  given.read("epsilon", epsilon);
  given.read("nu", nu);
  given.read("length", length);
}

UpdateArgument::UpdateArgument(const Value& given)
    : betas_array(given.member("betas")), log_decay_array(given.member("logDecay")) {
  given.read("kind", kind);
  given.read("gamma", gamma);
  given.read("beta", beta);
}

PatternArgument::PatternArgument(const Value& given)
    : global_tokens_array(given.member("globalTokens")),
      random_array(given.member("random")),
      random_start_array(given.member("randomStart")) {
  given.read("kind", kind);
  given.read("left", left);
  given.read("right", right);
  given.read("window", window);
  given.read("dilation", dilation);
  given.read("blockSize", block_size);
  given.read("randomBlocks", random_blocks);
  given.read("seed", seed);
}

AttendArgument::AttendArgument(const Value& given)
    : pattern_argument(given.member("pattern")),
      map_argument(given.member("featureMap")),
      update_argument(given.member("update")),
      mask_array(given.member("mask")),
      key_mask_array(given.member("keyMask")) {
  given.read("mechanism", mechanism);
  given.read("form", form);
  given.read("causal", causal);
  given.read("precision", precision);
  given.read("blockRows", block_rows);
  given.read("blockCols", block_cols);
  given.read("chunk", chunk);
  given.read("normalise", normalise);
  given.read("epsilon", epsilon);
  given.read("hasScale", has_scale);
  given.read("scale", scale);
  given.read("wantWeights", want_weights);
  given.read("wantLogSumExp", want_log_sum_exp);
  given.read("wantNormaliser", want_normaliser);
  given.read("wantState", want_state);
  given.read("wantTrace", want_trace);
}

StreamArgument::StreamArgument(const Value& given)
    : map_argument(given.member("featureMap")), update_argument(given.member("update")) {
  given.read("accumulator", accumulator);
  given.read("keyDim", key_dim);
  given.read("valueDim", value_dim);
  given.read("normalise", normalise);
  given.read("epsilon", epsilon);
}

KernelArgument::KernelArgument(const Value& given) : map_argument(given.member("featureMap")) {
  given.read("kind", kind);
  given.read("hasScale", has_scale);
  given.read("scale", scale);
}

attn::TrainerOptions trainer_options(const Value& given) {
  attn::TrainerOptions options;
  given.read("activation", options.activation);
  given.read("hasScale", options.has_scale);
  given.read("scale", options.scale);
  given.read("features", options.features);
  given.read("learningRate", options.learning_rate);
  given.read("causal", options.causal);
  given.read("seed", options.seed);
  return options;
}

attn::Status load(const FeatureMapArgument& argument, FeatureMapCopies& copies, attn::FeatureMap& map) {
  map = argument;
  ATTN_TRY(copies.weights.load(argument.weights_matrix));
  map.weights = copies.weights.view();
  return attn::ok();
}

attn::Status load(const UpdateArgument& argument, UpdateCopies& copies, attn::Update& update) {
  update = argument;
  ATTN_TRY(copy_in(argument.betas_array, copies.betas));
  ATTN_TRY(copy_in(argument.log_decay_array, copies.log_decay));
  update.betas = copies.betas.data();
  update.beta_count = static_cast<int>(copies.betas.size());
  update.log_decay = copies.log_decay.data();
  update.log_decay_count = static_cast<int>(copies.log_decay.size());
  return attn::ok();
}

attn::Status load(const PatternArgument& argument, PatternCopies& copies, attn::Pattern& pattern) {
  pattern = argument;
  ATTN_TRY(copy_in(argument.global_tokens_array, copies.global_tokens));
  ATTN_TRY(copy_in(argument.random_array, copies.random));
  ATTN_TRY(copy_in(argument.random_start_array, copies.random_start));
  pattern.global_tokens = copies.global_tokens.data();
  pattern.global_count = static_cast<int>(copies.global_tokens.size());
  pattern.random = copies.random.data();
  pattern.random_start = copies.random_start.data();
  pattern.random_rows = copies.random_start.empty() ? 0 : static_cast<int>(copies.random_start.size()) - 1;
  return attn::ok();
}

attn::Status load(const AttendArgument& argument, AttendCopies& copies, attn::AttendOptions& options) {
  options = argument;
  ATTN_TRY(load(argument.map_argument, copies.map, options.map));
  ATTN_TRY(load(argument.update_argument, copies.update, options.update));
  ATTN_TRY(load(argument.pattern_argument, copies.pattern, options.pattern));
  ATTN_TRY(copy_in(argument.mask_array, copies.mask));
  ATTN_TRY(copy_in(argument.key_mask_array, copies.key_mask));
  options.mask = copies.mask.data();
  options.key_mask = copies.key_mask.data();
  return attn::ok();
}

attn::AttendOptions sizes_of(const AttendArgument& argument) {
  attn::AttendOptions options = argument;
  options.map = argument.map_argument;
  options.map.weights = argument.map_argument.weights_matrix.sizes();
  options.update = argument.update_argument;
  options.pattern = argument.pattern_argument;
  return options;
}

}  // namespace js
