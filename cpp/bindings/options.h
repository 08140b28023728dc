// Options as they cross: the core's own structs, and beside each the JavaScript arrays that its pointers are
// to stand for. `load` copies those arrays in and points at the copies.
#pragma once

#include <emscripten/val.h>

#include "attn/attend.h"
#include "attn/feature_map.h"
#include "bindings/js_arrays.h"

namespace js {

struct FeatureMapOption : attn::FeatureMap {
  emscripten::val weights_array = emscripten::val::null();  // (weight_rows, weight_cols)
  int weight_rows = 0;
  int weight_cols = 0;
};

struct UpdateOption : attn::Update {
  emscripten::val betas_array = emscripten::val::null();
  emscripten::val log_decay_array = emscripten::val::null();
};

struct PatternOption : attn::Pattern {
  emscripten::val global_tokens_array = emscripten::val::null();
  emscripten::val random_array = emscripten::val::null();
  emscripten::val random_start_array = emscripten::val::null();
};

struct AttendOption : attn::AttendOptions {
  FeatureMapOption map_option;
  UpdateOption update_option;
  PatternOption pattern_option;
  emscripten::val mask_array = emscripten::val::null();
  emscripten::val key_mask_array = emscripten::val::null();
};

// The copies that one call's options point to.
struct FeatureMapArrays {
  attn::Buffer<float> weights;
};

struct UpdateArrays {
  attn::Buffer<float> betas, log_decay;
};

struct PatternArrays {
  attn::Buffer<int32_t> global_tokens, random, random_start;
};

struct AttendArrays {
  FeatureMapArrays map;
  UpdateArrays update;
  PatternArrays pattern;
  attn::Buffer<uint8_t> mask, key_mask;
};

inline attn::Status load(const FeatureMapOption& option, FeatureMapArrays& arrays, attn::FeatureMap& map) {
  map = option;
  ATTN_TRY(copy_in(option.weights_array, arrays.weights));
  map.weights = {arrays.weights.data(), option.weight_rows, option.weight_cols};
  return attn::ok();
}

inline attn::Status load(const UpdateOption& option, UpdateArrays& arrays, attn::Update& update) {
  update = option;
  ATTN_TRY(copy_in(option.betas_array, arrays.betas));
  ATTN_TRY(copy_in(option.log_decay_array, arrays.log_decay));
  update.betas = arrays.betas.data();
  update.log_decay = arrays.log_decay.data();
  return attn::ok();
}

inline attn::Status load(const PatternOption& option, PatternArrays& arrays, attn::Pattern& pattern) {
  pattern = option;
  ATTN_TRY(copy_in(option.global_tokens_array, arrays.global_tokens));
  ATTN_TRY(copy_in(option.random_array, arrays.random));
  ATTN_TRY(copy_in(option.random_start_array, arrays.random_start));
  pattern.global_tokens = arrays.global_tokens.data();
  pattern.global_count = static_cast<int>(arrays.global_tokens.size());
  pattern.random = arrays.random.data();
  pattern.random_start = arrays.random_start.data();
  pattern.random_rows = arrays.random_start.empty() ? 0 : static_cast<int>(arrays.random_start.size()) - 1;
  return attn::ok();
}

inline attn::Status load(const AttendOption& option, AttendArrays& arrays, attn::AttendOptions& options) {
  options = option;
  ATTN_TRY(load(option.map_option, arrays.map, options.map));
  ATTN_TRY(load(option.update_option, arrays.update, options.update));
  ATTN_TRY(load(option.pattern_option, arrays.pattern, options.pattern));
  ATTN_TRY(copy_in(option.mask_array, arrays.mask));
  ATTN_TRY(copy_in(option.key_mask_array, arrays.key_mask));
  options.mask = arrays.mask.data();
  options.key_mask = arrays.key_mask.data();
  return attn::ok();
}

}  // namespace js
