// One function for each name in the table of bindings.cpp. Every one that can fail returns {code, …}: code 0
// and the results, or a status.
#pragma once

#include <emscripten/val.h>

#include <cstdint>

#include "bindings/options.h"

namespace calls {

using emscripten::val;
using js::MatrixArgument;

val build();
val memory();

val attend(const MatrixArgument& q, const MatrixArgument& k, const MatrixArgument& v,
           const js::AttendArgument& argument);
val feature_map(const MatrixArgument& x, const js::FeatureMapArgument& map, int role, int positions);
val projection(const js::FeatureMapArgument& map, int dim);
val pattern(int n, const js::PatternArgument& argument);
val cost(const js::AttendArgument& argument, double queries, double keys, int key_dim, int value_dim,
         double bytes_per_number);

val multiply(const MatrixArgument& a, bool transpose_a, const MatrixArgument& b, bool transpose_b,
             int precision);
val random(int rows, int cols, uint32_t seed, int distribution, double scale);
val kernel_spectrum(const MatrixArgument& q, const MatrixArgument& k, const js::KernelArgument& kernel);
val row_statistics(const MatrixArgument& weights);
val compare_weights(const MatrixArgument& weights, const MatrixArgument& reference);
val compare(const MatrixArgument& a, const MatrixArgument& b);
val random_feature_error(const val& x, const val& y, int features);

// Streams, trainers and caches cross as their addresses. web/engine keeps each inside one object, and forgets
// it when that object is disposed of.
using Address = uintptr_t;

val stream_open(const js::StreamArgument& argument);
val stream_step(Address stream, const val& q, const val& k, const val& v);
// A view of the stream's area (stream.h: stream_area). Good until the memory grows; then its length is 0.
val stream_area(Address stream);
val stream_extend(Address stream, const MatrixArgument& q, const MatrixArgument& k, const MatrixArgument& v);
double stream_tokens(Address stream);
val stream_state(Address stream);
val stream_save(Address stream);
val stream_restore(Address stream, const val& bytes);
void stream_close(Address stream);

val trainer_open(const MatrixArgument& q, const MatrixArgument& k, const attn::TrainerOptions& options);
val trainer_run(Address trainer, int steps);
val trainer_loss(Address trainer);
double trainer_steps(Address trainer);
val trainer_weights(Address trainer);
val trainer_save(Address trainer);
val trainer_restore(Address trainer, const val& bytes);
void trainer_close(Address trainer);

val cache_open(int max_tokens, int key_dim, int value_dim, uint32_t seed);
val cache_append(Address cache, int count);
double cache_numbers(Address cache);
void cache_close(Address cache);

}  // namespace calls
