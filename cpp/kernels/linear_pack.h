// Features in the order in which the tiles of linear attention read them. simd128 only.
//
// r features are padded to a multiple of 4, with zeros; so are missing tokens. Buffers are 16-byte aligned.
#pragma once

#include "attn/matrix.h"
#include "kernels/linear_state.h"

namespace attn::simd {

// phi(factor x) for `size` numbers: in `out`, which has room for a multiple of 4 of them, or x itself where
// phi and factor change nothing.
const float* activate(const float* x, int size, Activation activation, float factor, float* out);

// Up to 4 tokens (tokens, r), transposed: `packed` (features, 4). normalisers[t] = x[t].z.
void pack_queries(const float* x, int r, int tokens, const float* z, float* packed, float* normalisers);

// Up to 8 tokens (tokens, r), transposed: `packed` (features, 8). z += each of them, in their order.
void pack_key_panel(const float* x, int r, int tokens, float* z, float* packed);

// phi of `tokens` tokens in groups of 4 features: `packed` (features / 4, tokens, 4). z += their sum.
void pack_key_groups(const float* x, int r, int tokens, Activation activation, float* z, float* packed);

// S in panels of 8 columns, each (features, 8), and z in `features` floats; and back. Padding is zeros.
void load_state(const LinearState& state, float* panels, float* z);
void store_state(const float* panels, const float* z, const LinearState& state);
// state += panels, z
void add_to_state(const float* panels, const float* z, const LinearState& state);

}  // namespace attn::simd
