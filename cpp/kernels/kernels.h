// Every operator, and the fastest backend of each that this build has: kernels::run(FlashAttentionArgs{...}).
#pragma once

#include <type_traits>

#include "kernels/first_not_finite.h"
#include "kernels/flash_attention.h"

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

// Whether run() is more than the reference.
#ifdef ATTENTION_SIMD128
constexpr bool kVectorised = true;
#else
constexpr bool kVectorised = false;
#endif

template <class Args>
void run(const Args& args) {
  constexpr Kernel<Args> kernel = fastest<Args>();
  static_assert(kernel != nullptr, "not in kernels.inc");
  kernel(args);
}

}  // namespace attn::kernels
