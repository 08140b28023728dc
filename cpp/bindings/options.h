// Arguments as they cross: the core's own structs, and beside each the JavaScript arrays that its pointers
// stand for. `load` copies those arrays in and points at the copies, which must live as long as the call.
#pragma once

#include <emscripten/val.h>

#include "attn/analysis.h"
#include "attn/attend.h"
#include "attn/feature_map.h"
#include "attn/stream.h"
#include "attn/trainer.h"
#include "bindings/js_arrays.h"

namespace js {

// {rows, cols, data}
struct MatrixArgument {
  int rows = 0;
  int cols = 0;
  emscripten::val data = emscripten::val::null();

  // The sizes alone, for checks made before anything is copied.
  attn::ConstMatrix sizes() const { return {nullptr, rows, cols}; }
};

// A matrix copied in.
class MatrixCopy {
 public:
  attn::Status load(const MatrixArgument& matrix) {
    rows_ = matrix.rows;
    cols_ = matrix.cols;
    return copy_in(matrix.data, values_);
  }
  attn::ConstMatrix view() const { return {values_.data(), rows_, cols_}; }

 private:
  attn::Buffer<float> values_;
  int rows_ = 0;
  int cols_ = 0;
};

struct FeatureMapArgument : attn::FeatureMap {
  MatrixArgument weights_matrix;  // data null: none
};

struct UpdateArgument : attn::Update {
  emscripten::val betas_array = emscripten::val::null();
  emscripten::val log_decay_array = emscripten::val::null();
};

struct PatternArgument : attn::Pattern {
  emscripten::val global_tokens_array = emscripten::val::null();
  emscripten::val random_array = emscripten::val::null();
  emscripten::val random_start_array = emscripten::val::null();
};

struct AttendArgument : attn::AttendOptions {
  FeatureMapArgument map_argument;
  UpdateArgument update_argument;
  PatternArgument pattern_argument;
  emscripten::val mask_array = emscripten::val::null();
  emscripten::val key_mask_array = emscripten::val::null();
};

struct StreamArgument : attn::StreamOptions {
  FeatureMapArgument map_argument;
  UpdateArgument update_argument;
};

struct KernelArgument : attn::Kernel {
  FeatureMapArgument map_argument;
};

// The copies that one call's options point to.
struct FeatureMapCopies {
  MatrixCopy weights;
};

struct UpdateCopies {
  attn::Buffer<float> betas, log_decay;
};

struct PatternCopies {
  attn::Buffer<int32_t> global_tokens, random, random_start;
};

struct AttendCopies {
  FeatureMapCopies map;
  UpdateCopies update;
  PatternCopies pattern;
  attn::Buffer<uint8_t> mask, key_mask;
};

inline attn::Status load(const FeatureMapArgument& argument, FeatureMapCopies& copies,
                         attn::FeatureMap& map) {
  map = argument;
  ATTN_TRY(copies.weights.load(argument.weights_matrix));
  map.weights = copies.weights.view();
  return attn::ok();
}

inline attn::Status load(const UpdateArgument& argument, UpdateCopies& copies, attn::Update& update) {
  update = argument;
  ATTN_TRY(copy_in(argument.betas_array, copies.betas));
  ATTN_TRY(copy_in(argument.log_decay_array, copies.log_decay));
  update.betas = copies.betas.data();
  update.beta_count = static_cast<int>(copies.betas.size());
  update.log_decay = copies.log_decay.data();
  update.log_decay_count = static_cast<int>(copies.log_decay.size());
  return attn::ok();
}

inline attn::Status load(const PatternArgument& argument, PatternCopies& copies, attn::Pattern& pattern) {
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

inline attn::Status load(const AttendArgument& argument, AttendCopies& copies, attn::AttendOptions& options) {
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

// The options with the sizes of their arrays and none of their data.
inline attn::AttendOptions sizes_of(const AttendArgument& argument) {
  attn::AttendOptions options = argument;
  options.map = argument.map_argument;
  options.map.weights = argument.map_argument.weights_matrix.sizes();
  options.update = argument.update_argument;
  options.pattern = argument.pattern_argument;
  return options;
}

}  // namespace js
