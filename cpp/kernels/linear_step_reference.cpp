#include "kernels/linear_step.h"

namespace attn {

void linear_step_reference(const LinearStepArgs& args) {
  const int r = args.state.r, d_v = args.state.d_v;
  double* const row = reinterpret_cast<double*>(args.scratch);
  double normaliser = 0;
  for (int c = 0; c < d_v; ++c) row[c] = 0;
  for (int a = 0; a < r; ++a) {
    const double query = activate(args.activation, args.q[a]), key = activate(args.activation, args.k[a]);
    args.next.z[a] = static_cast<float>(args.state.z[a] + key);
    normaliser += query * args.next.z[a];
    for (int c = 0; c < d_v; ++c) {
      float& entry = args.next.row(a)[c];
      entry = static_cast<float>(args.state.row(a)[c] + key * args.v[c]);
      row[c] += query * entry;
    }
  }
  const double inverse = args.quotient.inverse(normaliser);
  for (int c = 0; c < d_v; ++c) args.o[c] = static_cast<float>(row[c] * inverse);
  *args.normaliser = static_cast<float>(normaliser);
}

}  // namespace attn
