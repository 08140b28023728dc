#include "kernels/linear_read.h"

namespace attn {

void linear_read_reference(const LinearReadArgs& args) {
  const int r = args.q.cols, d_v = args.o.cols;
  for (int i = 0; i < args.q.rows; ++i) {
    const auto phi = [&](int a) {
      return activate(args.activation, static_cast<double>(args.q.row(i)[a]) * args.factor);
    };
    double normaliser = 0;
    for (int a = 0; a < r; ++a) normaliser += phi(a) * args.state.z[a];
    const double inverse = args.quotient.inverse(normaliser);
    for (int c = 0; c < d_v; ++c) {
      double sum = 0;
      for (int a = 0; a < r; ++a) sum += phi(a) * args.state.row(a)[c];
      args.o.row(i)[c] = static_cast<float>(sum * inverse);
    }
    args.normaliser[i] = static_cast<float>(normaliser);
  }
}

}  // namespace attn
