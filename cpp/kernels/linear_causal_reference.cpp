#include "kernels/linear_causal.h"

namespace attn {

void linear_causal_reference(const LinearCausalArgs& args) {
  const int r = args.q.cols, d_v = args.v.cols;
  double* const S = reinterpret_cast<double*>(args.scratch);
  double* const z = S + static_cast<size_t>(r) * d_v;
  double* const row = z + r;
  for (int a = 0; a < r; ++a) {
    z[a] = args.state.z[a];
    for (int c = 0; c < d_v; ++c) S[a * d_v + c] = args.state.row(a)[c];
  }
  for (int t = 0; t < args.q.rows; ++t) {
    double normaliser = 0;
    for (int c = 0; c < d_v; ++c) row[c] = 0;
    for (int a = 0; a < r; ++a) {
      const double key = activate(args.activation, args.k.row(t)[a]);
      const double query = activate(args.activation, static_cast<double>(args.q.row(t)[a]) * args.factor);
      z[a] += key;
      normaliser += query * z[a];
      for (int c = 0; c < d_v; ++c) {
        S[a * d_v + c] += key * args.v.row(t)[c];
        row[c] += query * S[a * d_v + c];
      }
    }
    const double inverse = args.quotient.inverse(normaliser);
    for (int c = 0; c < d_v; ++c) args.o.row(t)[c] = static_cast<float>(row[c] * inverse);
    args.normaliser[t] = static_cast<float>(normaliser);
  }
  for (int a = 0; a < r; ++a) {
    args.state.z[a] = static_cast<float>(z[a]);
    for (int c = 0; c < d_v; ++c) args.state.row(a)[c] = static_cast<float>(S[a * d_v + c]);
  }
}

}  // namespace attn
