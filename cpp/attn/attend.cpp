#include "attn/attend.h"

#include <cmath>

namespace attn {

Status attend(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options, Attended& out) {
  if (options.mechanism != Mechanism::kSoftmax) return {Code::kNotAvailable, "mechanism.kind"};
  if (!out.output.resize(q.rows, v.cols) || !out.status.zeros(q.rows)) return out_of_memory();
  Buffer<double> scores, row;
  if (!scores.resize(k.rows) || !row.resize(v.cols)) return out_of_memory();
  const double scale = options.has_scale ? options.scale : 1 / std::sqrt(static_cast<double>(q.cols));
  for (int i = 0; i < q.rows; ++i) {
    double max = -INFINITY;
    for (int j = 0; j < k.rows; ++j) {
      double dot = 0;
      for (int c = 0; c < q.cols; ++c) dot += static_cast<double>(q.row(i)[c]) * k.row(j)[c];
      scores[j] = dot * scale;
      max = std::fmax(max, scores[j]);
    }
    double sum = 0;
    for (int c = 0; c < v.cols; ++c) row[c] = 0;
    for (int j = 0; j < k.rows; ++j) {
      const double weight = std::exp(scores[j] - max);
      sum += weight;
      for (int c = 0; c < v.cols; ++c) row[c] += weight * v.row(j)[c];
    }
    for (int c = 0; c < v.cols; ++c) out.output.row(i)[c] = static_cast<float>(row[c] / sum);
  }
  return ok();
}

}  // namespace attn
