#include <Eigen/SVD>
#include <cmath>

#include "attn/analysis.h"
#include "attn/checks.h"
#include "kernels/dense.h"
#include "kernels/elementary.h"

namespace attn {
namespace {

// Jacobi rotations take a fraction of a second at 200 rows, and half a minute here.
constexpr int kMaxRows = 1024;

// The kernel as sim(q_i, k_j) = exp(shift_q[i] + shift_k[j]) phi_q_i . phi_k_j.
struct Features {
  int r = 0;
  Buffer<double> phi_q, phi_k, shift_q, shift_k;
};

Status map_both(ConstMatrix q, ConstMatrix k, const FeatureMap& map, Features& out) {
  PreparedMap prepared;
  ATTN_TRY(PreparedMap::make(map, q.cols, prepared));
  out.r = prepared.features();
  ATTN_TRY(check_bytes("q", sizeof(double) * (static_cast<double>(q.rows) + k.rows) * out.r));
  if (!out.phi_q.resize(static_cast<size_t>(q.rows) * out.r) || !out.shift_q.resize(q.rows) ||
      !out.phi_k.resize(static_cast<size_t>(k.rows) * out.r) || !out.shift_k.resize(k.rows)) {
    return out_of_memory();
  }
  MapContext context;
  context.length = q.rows > k.rows ? q.rows : k.rows;
  ATTN_TRY(prepared.apply(q, Role::kQuery, context, out.phi_q.data(), out.shift_q.data()));
  return prepared.apply(k, Role::kKey, context, out.phi_k.data(), out.shift_k.data());
}

// sim(q_i, k_j) for all pairs, in the upper left corner of `out`.
Status fill_similarities(ConstMatrix q, ConstMatrix k, const Kernel& kernel, double scale,
                         const Features& features, Eigen::MatrixXd& out) {
  const size_t r = features.r;
  for (int i = 0; i < q.rows; ++i) {
    for (int j = 0; j < k.rows; ++j) {
      const double value = kernel.kind == Kernel::Kind::kSoftmax
                               ? exp64(scale * dot(q.row(i), k.row(j), q.cols))
                               : dot(&features.phi_q[i * r], &features.phi_k[j * r], features.r) *
                                     exp64(features.shift_q[i] + features.shift_k[j]);
      if (!std::isfinite(value)) {
        return overflow("kernel", i, j, "similarities that float64 can hold", value);
      }
      out(i, j) = value;
    }
  }
  return ok();
}

}  // namespace

Status kernel_spectrum(ConstMatrix q, ConstMatrix k, const Kernel& kernel, Spectrum& out) {
  if (k.cols != q.cols) return bad_shape("k", "as many columns as q has", k.cols);
  const int size = q.rows > k.rows ? q.rows : k.rows;
  if (size > kMaxRows) return too_large(q.rows == size ? "q" : "k", "at most 1024 rows", size);
  ATTN_TRY(check_finite("q", q));
  ATTN_TRY(check_finite("k", k));
  const int count = q.rows < k.rows ? q.rows : k.rows;
  if (!out.singular_values.resize(count)) return out_of_memory();
  out.rank = 0;
  out.tolerance = 0;
  const bool softmax = kernel.kind == Kernel::Kind::kSoftmax;
  const double scale = kernel.has_scale ? kernel.scale : 1 / std::sqrt(static_cast<double>(q.cols));
  if (softmax && !std::isfinite(scale)) return bad_option("kernel.scale", "a finite number", scale);
  Features features;
  if (!softmax) ATTN_TRY(map_both(q, k, kernel.map, features));
  if (count == 0) return ok();

  {
    // Eigen aborts where memory is not to be had. What it is about to take, its own copy included, is asked
    // for here and given back.
    Buffer<double> room;
    if (!room.resize(3 * static_cast<size_t>(size) * size)) return out_of_memory();
  }
  // Rows or columns of zeros make it square, which changes no singular value but the zeros at the end, and
  // spares the download a QR decomposition.
  Eigen::MatrixXd similarity = Eigen::MatrixXd::Zero(size, size);
  ATTN_TRY(fill_similarities(q, k, kernel, scale, features, similarity));
  const Eigen::JacobiSVD<Eigen::MatrixXd, Eigen::NoQRPreconditioner> svd(similarity);
  for (int i = 0; i < count; ++i) out.singular_values[i] = svd.singularValues()[i];
  if (!std::isfinite(out.singular_values[0])) {
    return overflow("kernel", -1, -1, "singular values that float64 can hold", out.singular_values[0]);
  }
  out.tolerance = out.singular_values[0] * size * 0x1p-52;
  for (const double value : out.singular_values) out.rank += value > out.tolerance;
  return ok();
}

}  // namespace attn
