// Features and state as the tiles of linear attention read them. simd128 only.
//
// r features are padded to a multiple of 4, with zeros. Buffers are 16-byte aligned.
#pragma once

#include "attn/matrix.h"
#include "kernels/linear_state.h"

namespace attn::simd {

// phi(factor x) for `size` numbers: in `out`, which has room for a multiple of 4 of them, or x itself where
// phi and factor change nothing.
const float* activate(const float* x, int size, Activation activation, float factor, float* out);

// phi(factor x) of `tokens` tokens (tokens, r) in rows of padded features: in `out`, which has room for a
// multiple of 4 rows, or x itself where that is the same and comes in fours. Rows past the last hold
// anything.
const float* activate_rows(const float* x, int r, int tokens, Activation activation, float factor,
                           float* out);

// S in panels of 8 columns, each (features, 8), and z in `features` floats; and back. Padding is zeros.
void load_state(const LinearState& state, float* panels, float* z);
void store_state(const float* panels, const float* z, const LinearState& state);
// state += panels, z
void add_to_state(const float* panels, const float* z, const LinearState& state);

}  // namespace attn::simd
