// Arguments as they cross: the core's own structs, and beside each the JavaScript arrays that its pointers
// stand for. `load` copies those arrays in and points at the copies, which must live as long as the call.
#pragma once

#include "attn/analysis.h"
#include "attn/attend.h"
#include "attn/feature_map.h"
#include "attn/stream.h"
#include "attn/trainer.h"
#include "bindings/js_value.h"

namespace js {

// {rows, cols, data}
struct MatrixArgument {
  explicit MatrixArgument(const Value& given);

  int rows = 0;
  int cols = 0;
  Value data;  // null: no matrix

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
  explicit FeatureMapArgument(const Value& given);
  MatrixArgument weights_matrix;
};

struct UpdateArgument : attn::Update {
  explicit UpdateArgument(const Value& given);
  Value betas_array, log_decay_array;
};

struct PatternArgument : attn::Pattern {
  explicit PatternArgument(const Value& given);
  Value global_tokens_array, random_array, random_start_array;
};

struct AttendArgument : attn::AttendOptions {
  explicit AttendArgument(const Value& given);
  PatternArgument pattern_argument;
  FeatureMapArgument map_argument;
  UpdateArgument update_argument;
  Value mask_array, key_mask_array;
};

struct StreamArgument : attn::StreamOptions {
  explicit StreamArgument(const Value& given);
  FeatureMapArgument map_argument;
  UpdateArgument update_argument;
};

struct KernelArgument : attn::Kernel {
  explicit KernelArgument(const Value& given);
  FeatureMapArgument map_argument;
};

// q and k are not among them.
attn::TrainerOptions trainer_options(const Value& given);

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

attn::Status load(const FeatureMapArgument& argument, FeatureMapCopies& copies, attn::FeatureMap& map);
attn::Status load(const UpdateArgument& argument, UpdateCopies& copies, attn::Update& update);
attn::Status load(const PatternArgument& argument, PatternCopies& copies, attn::Pattern& pattern);
attn::Status load(const AttendArgument& argument, AttendCopies& copies, attn::AttendOptions& options);

// The options with the sizes of their arrays and none of their data.
attn::AttendOptions sizes_of(const AttendArgument& argument);

}  // namespace js
