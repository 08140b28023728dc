#include "kernels/linear_write.h"

namespace attn {

void linear_write_reference(const LinearWriteArgs& args) {
  const int r = args.k.cols, d_v = args.v.cols;
  double* const S = reinterpret_cast<double*>(args.scratch);
  double* const z = S + static_cast<size_t>(r) * d_v;
  for (int a = 0; a < r; ++a) {
    z[a] = args.state.z[a];
    for (int c = 0; c < d_v; ++c) S[a * d_v + c] = args.state.row(a)[c];
  }
  for (int j = 0; j < args.k.rows; ++j) {
    for (int a = 0; a < r; ++a) {
      const double feature = activate(args.activation, args.k.row(j)[a]);
      z[a] += feature;
      for (int c = 0; c < d_v; ++c) S[a * d_v + c] += feature * args.v.row(j)[c];
    }
  }
  for (int a = 0; a < r; ++a) {
    args.state.z[a] = static_cast<float>(z[a]);
    for (int c = 0; c < d_v; ++c) args.state.row(a)[c] = static_cast<float>(S[a * d_v + c]);
  }
}

}  // namespace attn
