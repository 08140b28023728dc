#include "attn/fused.h"

#include <limits>

#include "attn/checks.h"
#include "attn/fused_linear.h"
#include "kernels/bounds.h"
#include "kernels/kernels.h"

namespace attn {
namespace {

bool fits_softmax(const AttendOptions& options) {
  return options.mechanism == Mechanism::kSoftmax;
}

bool fits_flash(const AttendOptions& options) {
  return options.mechanism == Mechanism::kFlash && options.block_rows == 0 && options.block_cols == 0 &&
         !options.want_trace;
}

uint64_t softmax_floats(int n_q, int n_k, int d_k, int d_v, bool held) {
  return held ? softmax_attention_scratch(n_k, d_k, d_v) : flash_attention_scratch(n_q, n_k, d_k, d_v);
}

double permitted_pairs(const Problem& problem) {
  double pairs = 0;
  for (int i = 0; i < problem.q.rows; ++i) pairs += problem.permit.end(i);
  return pairs;
}

// Whether float32 holds the scores of these queries and keys, and averages of these values, with all their
// digits. A scaled query below 2^-126 is off by up to 2^-150: d_k of them move a score by less than 2^-24
// while d_k |k| is below 2^126. A weighted value is off by as much: a rounding of the largest value, unless
// all lie below 2^-126. What is not finite fails; the general path says where it is.
bool softmax_keeps_digits(ConstMatrix q, ConstMatrix k, ConstMatrix v, double scale) {
  const float value = largest_magnitude(v.data, v.size());
  return all_finite(q.data, q.size()) && value <= std::numeric_limits<float>::max() && keeps_digits(value) &&
         k.cols * static_cast<double>(largest_magnitude(k.data, k.size())) <= 1 / kLeastNormal &&
         keeps_digits(scale);
}

// What the kernels do for a problem; `held`: softmax, which keeps its scores.
void count_softmax(const Problem& problem, bool held, Counts& counts) {
  const ConstMatrix q = problem.q, k = problem.k, v = problem.v;
  const AttendOptions& options = problem.options;
  const int first_query = problem.first_seeing_query(), keys = problem.permit.end(q.rows - 1);
  const double pairs = permitted_pairs(problem), seeing = q.rows - first_query;
  const double outputs = static_cast<double>(q.rows) * v.cols;
  counts.multiply_adds = pairs * (q.cols + v.cols);
  counts.exponentials = pairs;
  counts.divisions = seeing * v.cols + (options.want_weights ? pairs : 0);
  if (held) {
    // The scores are written, read and written as weights, and read again.
    counts.elements_read = static_cast<double>(q.size()) + k.size() + v.size() + 2 * pairs;
    counts.elements_written = 2 * pairs + outputs;
  } else {
    // Keys and values are read once; queries, and the unfinished rows of the output, once for each packing of
    // keys that they see.
    const int packed = FlashBlocks::packed_keys(k.rows, q.cols, v.cols);
    double visits = 0;
    for (int i = first_query; i < q.rows; ++i) visits += (problem.permit.end(i) + packed - 1) / packed;
    counts.elements_read = (keys + visits) * (q.cols + v.cols);
    counts.elements_written = visits * v.cols + seeing * (v.cols + (options.want_log_sum_exp ? 1 : 0));
  }
}

// Both softmax kinds. `held`: where softmax keeps its scores; null for flash.
Status run_softmax(const Problem& problem, Attended& out, float* held, bool* done) {
  const ConstMatrix q = problem.q, k = problem.k, v = problem.v;
  const AttendOptions& options = problem.options;
  const Permit& permit = problem.permit;
  const int first_query = problem.first_seeing_query(), keys = permit.end(q.rows - 1);
  if (!softmax_keeps_digits({q.row(first_query), q.rows - first_query, q.cols}, {k.data, keys, k.cols},
                            {v.data, keys, v.cols}, problem.scale())) {
    return ok();
  }
  Buffer<float> scratch;
  if (!scratch.resize(softmax_floats(q.rows, k.rows, q.cols, v.cols, held != nullptr)))
    return out_of_memory();
  FlashAttentionArgs args;
  args.q = q;
  args.k = k;
  args.v = v;
  args.o = out.output.view();
  args.log_sum_exp = out.log_sum_exp.data();
  args.scale = static_cast<float>(problem.scale());
  args.causal = options.causal != Causal::kNone;
  args.offset = options.causal == Causal::kBottomRight ? k.rows - q.rows : 0;
  args.scratch = scratch.data();
  if (held == nullptr) {
    kernels::run(args);
  } else {
    kernels::run(SoftmaxAttentionArgs{args, {held, q.rows, k.rows}});
  }
  if (!all_finite(out.output.data(), out.output.size())) return ok();
  for (int i = first_query; i < q.rows && options.want_log_sum_exp; ++i) {
    if (!std::isfinite(out.log_sum_exp[i])) return ok();
  }
  for (int i = 0; i < first_query; ++i) out.status[i] = static_cast<uint8_t>(RowStatus::kNoPermittedKey);

  count_softmax(problem, held != nullptr, out.counts);
  *done = true;
  return ok();
}

}  // namespace

bool float32_without_masks(const AttendOptions& options) {
  return kernels::kVectorised && options.precision == Precision::kFloat32 && options.mask == nullptr &&
         options.key_mask == nullptr;
}

double fused_scratch(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options) {
  if (fits_linear_kernels(q, k, v, options)) return linear_kernels_scratch(q, v);
  if (!float32_without_masks(options)) return 0;
  const bool held = fits_softmax(options);
  if (!held && !fits_flash(options)) return 0;
  const double scores = held && !options.want_weights ? 1.0 * q.rows * k.rows : 0;
  return 4 * (scores + static_cast<double>(softmax_floats(q.rows, k.rows, q.cols, v.cols, held)));
}

Status fused_attention(const Problem& problem, Attended& out, bool* done) {
  *done = false;
  const ConstMatrix q = problem.q, k = problem.k, v = problem.v;
  const AttendOptions& options = problem.options;
  if (fits_linear_kernels(q, k, v, options)) {
    MemoryRows q_rows(q), k_rows(k), v_rows(v);
    MemorySink output(out.output.view());
    return linear_kernels(problem, {q_rows, k_rows, v_rows, &output, larger(q.rows, k.rows)}, out, done);
  }
  if (!float32_without_masks(options) || q.rows == 0 || k.rows == 0) return ok();
  const bool held = fits_softmax(options);
  if (!held && !fits_flash(options)) return ok();
  if (permitted_pairs(problem) * (q.cols + v.cols) < kLeastKernelWork) return ok();
  Buffer<float> scores;
  if (held && !options.want_weights && !scores.resize(static_cast<size_t>(q.rows) * k.rows)) {
    return out_of_memory();
  }
  float* const weights = options.want_weights ? out.weights.data() : scores.data();
  return run_softmax(problem, out, held ? weights : nullptr, done);
}

}  // namespace attn
