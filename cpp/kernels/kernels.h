// Every operator, and the fastest backend of each that this build has: kernels::run(FlashAttentionArgs{...}).
#pragma once

#include <type_traits>

#include "kernels/flash_attention.h"
#include "kernels/largest_magnitude.h"
#include "kernels/linear_causal.h"
#include "kernels/linear_read.h"
#include "kernels/linear_step.h"
#include "kernels/linear_write.h"
#include "kernels/softmax_attention.h"

namespace attn::kernels {

template <class Args>
using Kernel = void (*)(const Args&);

template <class Args>
constexpr Kernel<Args> fastest() {
  Kernel<Args> kernel = nullptr;
#define ATTN_KERNEL(operator_name, ArgsOfRow, backend) \
  if constexpr (std::is_same_v<Args, ArgsOfRow>) kernel = operator_name##_##backend;
#include "kernels/kernels.inc"
  return kernel;
}

// Whether kernels.inc has a row for these arguments. Asked of the list and not of the pointer: with
// sanitizers GCC does not take a function's address for a constant that differs from null.
template <class Args>
constexpr bool listed() {
  bool found = false;
#define ATTN_KERNEL(operator_name, ArgsOfRow, backend) found = found || std::is_same_v<Args, ArgsOfRow>;
#include "kernels/kernels.inc"
  return found;
}

// Whether run() is more than the reference.
#ifdef ATTENTION_SIMD128
constexpr bool kVectorised = true;
#else
constexpr bool kVectorised = false;
#endif

template <class Args>
void run(const Args& args) {
  static_assert(listed<Args>(), "not in kernels.inc");
  fastest<Args>()(args);
}

}  // namespace attn::kernels
