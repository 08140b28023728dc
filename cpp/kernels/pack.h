// Copies of operands in the order in which 4x8 tiles read them: one after the other, nothing past an end.
// simd128 only; `packed` is 16-byte aligned and written in full.
#pragma once

#include "attn/matrix.h"

namespace attn::simd {

// Rows first .. first + count of x in panels of 8 rows, each panel (cols, 8). Rows past the last are zeros.
void pack_row_panels(ConstMatrix x, int first, int count, float* packed);

// Rows first .. first + count of x in panels of 8 columns, each panel (count, 8). Columns past the last are
// zeros.
void pack_col_panels(ConstMatrix x, int first, int count, float* packed);

// Rows first .. first + count of factor * x in groups of 4 rows, each group (cols, 4). Rows past the last are
// zeros.
void pack_row_groups(ConstMatrix x, int first, int count, float factor, float* packed);

}  // namespace attn::simd
