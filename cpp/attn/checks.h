// Checks that every entry point shares.
#pragma once

#include <cstddef>
#include <cstdint>

#include "attn/matrix.h"
#include "attn/status.h"

namespace attn {

// The most bytes that one call may hold at its peak, its inputs and results included. wasm32 gives a module
// at most 2 GiB here; the rest is for what lives besides (streams), and for what an allocator cannot join.
constexpr double kMaxBytes = 1.5 * 1024 * 1024 * 1024;

// Refuses `bytes` before any of them is taken.
inline Status check_bytes(const char* argument, double bytes) {
  if (bytes <= kMaxBytes) return ok();
  return {Code::kTooLarge, argument, "at most 1610612736 bytes (1.5 GiB)", -1, -1, bytes, kMaxBytes};
}

// The largest |x[i]|; infinity above every number, and NaN above infinity. 0 where size is 0.
float largest_magnitude(const float* x, size_t size);
bool all_finite(const float* x, size_t size);

// Names the first NaN or infinity of x. Rows that row_mask marks with 0 are not read.
Status check_finite(const char* argument, ConstMatrix x, const uint8_t* row_mask = nullptr);

// Rounds n doubles of one row into float32. kOverflow where a finite one has no float32.
Status store_row(const double* from, int n, float* to, const char* argument, int row);

}  // namespace attn
