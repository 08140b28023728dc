#include <cmath>

#include "kernels/first_not_finite.h"

namespace attn {

void first_not_finite_reference(const FirstNotFiniteArgs& args) {
  size_t i = 0;
  while (i < args.size && std::isfinite(args.x[i])) ++i;
  *args.at = i;
}

}  // namespace attn
