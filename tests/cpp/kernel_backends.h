// Every backend of one operator, from its rows in kernels.inc: the reference first.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "kernels/kernels.h"

namespace kernel_test {

template <class Args>
struct Backend {
  std::string name;
  attn::kernels::Kernel<Args> run;
};

template <class Args>
std::vector<Backend<Args>> backends() {
  static_assert(attn::kernels::listed<Args>(), "not in kernels.inc");
  std::vector<Backend<Args>> all;
  const auto add = [&all](const char* name, auto* kernel) {
    if constexpr (std::is_same_v<decltype(kernel), attn::kernels::Kernel<Args>>)
      all.push_back({name, kernel});
  };
#define ATTN_KERNEL(operator_name, ArgsOfRow, backend) \
  add(#operator_name "_" #backend,                     \
      static_cast<attn::kernels::Kernel<attn::ArgsOfRow>>(attn::operator_name##_##backend));
#include "kernels/kernels.inc"
  return all;
}

}  // namespace kernel_test
