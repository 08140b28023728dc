#include "kernels/linear_step.h"

namespace attn {

void linear_step_reference(const LinearStepArgs& args) {
  const Matrix S = args.state.S;
  double* const row = reinterpret_cast<double*>(args.scratch);
  double normaliser = 0;
  for (int c = 0; c < S.cols; ++c) row[c] = 0;
  for (int a = 0; a < S.rows; ++a) {
    const double query = activate(args.activation, args.q[a]), key = activate(args.activation, args.k[a]);
    args.state.z[a] = static_cast<float>(args.state.z[a] + key);
    normaliser += query * args.state.z[a];
    for (int c = 0; c < S.cols; ++c) {
      float& entry = S.row(a)[c];
      entry = static_cast<float>(entry + key * args.v[c]);
      row[c] += query * entry;
    }
  }
  const double inverse = args.quotient.inverse(normaliser);
  for (int c = 0; c < S.cols; ++c) args.o[c] = static_cast<float>(row[c] * inverse);
  *args.normaliser = static_cast<float>(normaliser);
}

}  // namespace attn
