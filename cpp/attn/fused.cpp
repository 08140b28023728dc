#include "attn/fused.h"

#include <algorithm>

#include "attn/checks.h"
#include "attn/feature_map.h"
#include "kernels/kernels.h"

namespace attn {
namespace {

// Below so many multiply-adds a double costs a fraction of a millisecond.
constexpr double kLeastWork = 32768;

bool finite(const OwnedMatrix& matrix) {
  return all_finite(matrix.data(), matrix.size());
}
bool finite(const Buffer<float>& buffer) {
  return all_finite(buffer.data(), buffer.size());
}

bool plain(const AttendOptions& options) {
  return kernels::kVectorised && options.precision == Precision::kFloat32 && options.mask == nullptr &&
         options.key_mask == nullptr;
}

bool fits_softmax(const AttendOptions& options) {
  return options.mechanism == Mechanism::kSoftmax;
}

bool fits_flash(const AttendOptions& options) {
  return options.mechanism == Mechanism::kFlash && options.block_rows == 0 && options.block_cols == 0 &&
         !options.want_trace;
}

// Without the division, or with a map that keeps what is divided by above 0: in float32 the sum of positive
// and negative terms may have the wrong sign.
bool fits_linear(const AttendOptions& options) {
  const bool map = options.map.kind == MapKind::kElu1 ||
                   (options.map.kind == MapKind::kIdentity && !options.normalise && !options.want_normaliser);
  const bool form = options.form == Form::kAuto || options.form == Form::kParallel ||
                    (options.form == Form::kChunked && options.chunk == 0);
  return options.mechanism == Mechanism::kLinear && map && form && options.update.kind == UpdateKind::kSum &&
         options.update.log_decay == nullptr && !options.want_weights;
}

size_t softmax_floats(int n_q, int n_k, int d_k, int d_v, bool held) {
  return held ? softmax_attention_scratch(n_q, n_k, d_k, d_v) : flash_attention_scratch(n_q, n_k, d_k, d_v);
}

double permitted_pairs(const Problem& problem) {
  double pairs = 0;
  for (int i = 0; i < problem.q.rows; ++i) pairs += problem.permit.end(i);
  return pairs;
}

// NaN and infinities in what the permitted pairs use.
Status check_finite(const Problem& problem, int first_query, int keys) {
  Status status =
      attn::check_finite("q", {problem.q.row(first_query), problem.q.rows - first_query, problem.q.cols});
  if (!status.ok()) status.row += first_query;
  ATTN_TRY(status);
  ATTN_TRY(attn::check_finite("k", {problem.k.data, keys, problem.k.cols}));
  return attn::check_finite("v", {problem.v.data, keys, problem.v.cols});
}

int first_seeing_query(const Problem& problem) {
  int i = 0;
  while (i < problem.q.rows && problem.permit.end(i) == 0) ++i;
  return i;
}

// Both softmax kinds. `held`: where softmax keeps its scores; null for flash.
Status run_softmax(const Problem& problem, Attended& out, float* held, bool* done) {
  const ConstMatrix q = problem.q, k = problem.k, v = problem.v;
  const AttendOptions& options = problem.options;
  const Permit& permit = problem.permit;
  const int first_query = first_seeing_query(problem), keys = permit.end(q.rows - 1);
  ATTN_TRY(check_finite(problem, first_query, keys));
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
  if (!finite(out.output)) return ok();
  for (int i = first_query; i < q.rows && options.want_log_sum_exp; ++i) {
    if (!std::isfinite(out.log_sum_exp[i])) return ok();
  }
  for (int i = 0; i < first_query; ++i) out.status[i] = static_cast<uint8_t>(RowStatus::kNoPermittedKey);

  Counts& counts = out.counts;
  const double pairs = permitted_pairs(problem), seeing = q.rows - first_query;
  counts.multiply_adds = pairs * (q.cols + v.cols);
  counts.exponentials = pairs;
  counts.divisions = seeing * v.cols + (options.want_weights ? pairs : 0);
  if (held != nullptr) {
    // The scores are written, read and written as weights, and read again.
    counts.elements_read = static_cast<double>(q.size()) + k.size() + v.size() + 2 * pairs;
    counts.elements_written = 2 * pairs + out.output.size();
  } else {
    // Keys and values are read once; queries, and the unfinished rows of the output, once for each packing of
    // keys that they see.
    const int packed = FlashBlocks::packed_keys(k.rows, q.cols, v.cols);
    double visits = 0;
    for (int i = first_query; i < q.rows; ++i) visits += (permit.end(i) + packed - 1) / packed;
    counts.elements_read = (keys + visits) * (q.cols + v.cols);
    counts.elements_written = visits * v.cols + seeing * (v.cols + (options.want_log_sum_exp ? 1 : 0));
  }
  *done = true;
  return ok();
}

Status run_linear(const Problem& problem, Attended& out, bool* done) {
  const ConstMatrix q = problem.q, k = problem.k, v = problem.v;
  const AttendOptions& options = problem.options;
  const Permit& permit = problem.permit;
  const int n_q = q.rows, n_k = k.rows, r = q.cols, d_v = v.cols;
  const bool causal = options.causal != Causal::kNone;
  const int first_query = first_seeing_query(problem);
  const int keys = options.want_state ? n_k : permit.end(n_q - 1);

  Buffer<float> S, z, normalisers, scratch;
  if (!S.zeros(static_cast<size_t>(r) * d_v) || !z.zeros(r) || !normalisers.zeros(n_q) ||
      !scratch.resize(std::max(
          {linear_write_scratch(r, d_v), linear_read_scratch(r, d_v), linear_causal_scratch(r, d_v)}))) {
    return out_of_memory();
  }
  const Activation activation = options.map.kind == MapKind::kElu1 ? Activation::kElu1 : Activation::kNone;
  const float factor = options.has_scale ? static_cast<float>(options.scale) : 1;
  const LinearState state = {S.data(), r, d_v, z.data()};
  const Quotient quotient{options.normalise, static_cast<float>(options.epsilon)};
  const auto write = [&](int first, int end) {
    if (first >= end) return;
    kernels::run(LinearWriteArgs{
        {k.row(first), end - first, r}, {v.row(first), end - first, d_v}, activation, state, scratch.data()});
  };
  const auto read = [&](int first, int end) {
    if (first >= end) return;
    kernels::run(LinearReadArgs{{q.row(first), end - first, r},
                                activation,
                                factor,
                                state,
                                quotient,
                                {out.output.row(first), end - first, d_v},
                                normalisers.data() + first,
                                scratch.data()});
  };
  std::fill_n(out.output.data(), static_cast<size_t>(first_query) * d_v, 0.0f);
  // Key `first_key` is the last that the first seeing query sees; from there on queries and keys go in step.
  const int first_key = first_query < n_q ? permit.end(first_query) - 1 : 0;
  const int steps = causal ? std::min(n_q - first_query, n_k - first_key) : 0;
  if (causal) {
    write(0, first_key);
    if (steps > 0) {
      kernels::run(LinearCausalArgs{{q.row(first_query), steps, r},
                                    {k.row(first_key), steps, r},
                                    {v.row(first_key), steps, d_v},
                                    activation,
                                    factor,
                                    state,
                                    quotient,
                                    {out.output.row(first_query), steps, d_v},
                                    normalisers.data() + first_query,
                                    scratch.data()});
    }
    read(first_query + steps, n_q);
    write(first_key + steps, keys);
  } else {
    write(0, keys);
    read(0, n_q);
  }
  // The inputs need no look of their own: what is not finite in q shows in its normaliser, in k in z, in v
  // in S. The double path, which comes next, says which it was, or that something overflowed.
  if (!finite(out.output) || !finite(normalisers) || !finite(S) || !finite(z)) return ok();

  double divided = 0;
  for (int i = 0; i < n_q; ++i) {
    const float divisor = normalisers[i] + quotient.epsilon;
    const RowStatus status = i < first_query      ? RowStatus::kNoPermittedKey
                             : !options.normalise ? RowStatus::kOk
                             : divisor == 0       ? RowStatus::kZeroNormaliser
                             : divisor < 0        ? RowStatus::kNegativeNormaliser
                                                  : RowStatus::kOk;
    out.status[i] = static_cast<uint8_t>(status);
    divided += i >= first_query && options.normalise && divisor != 0;
  }
  const double seeing = n_q - first_query,
               width = d_v + (options.normalise || options.want_normaliser || options.want_state ? 1.0 : 0.0);
  Counts& counts = out.counts;
  // Every key is written once and every query reads once; within a block of the causal kernel queries read
  // keys.
  counts.multiply_adds = (keys + seeing) * r * width;
  for (int t = 0; t < steps; ++t) counts.multiply_adds += (t % kLinearCausalTokens + 1) * (r + width);
  counts.divisions = divided * d_v;
  counts.exponentials = 0;
  counts.elements_read = static_cast<double>(keys) * (r + d_v) + seeing * r + (causal ? 0 : r * width);
  counts.elements_written = seeing * d_v + r * width;
  if (options.want_normaliser) std::swap(out.normaliser, normalisers);
  if (options.want_state) {
    if (!out.state_S.resize(r, d_v)) return out_of_memory();
    std::copy(S.begin(), S.end(), out.state_S.data());
    std::swap(out.state_z, z);
  }
  *done = true;
  return ok();
}

}  // namespace

double fused_scratch(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options) {
  if (!plain(options)) return 0;
  const bool held = fits_softmax(options);
  if (held || fits_flash(options)) {
    const double scores = held && !options.want_weights ? 1.0 * q.rows * k.rows : 0;
    return 4 * (scores + softmax_floats(q.rows, k.rows, q.cols, v.cols, held));
  }
  if (!fits_linear(options)) return 0;
  const int r = q.cols, d_v = v.cols;
  const double state = static_cast<double>(r) * d_v + r;
  const size_t scratch =
      std::max({linear_write_scratch(r, d_v), linear_read_scratch(r, d_v), linear_causal_scratch(r, d_v)});
  return 4.0 * (2 * state + q.rows + scratch);
}

Status fused_attention(const Problem& problem, Attended& out, bool* done) {
  *done = false;
  const AttendOptions& options = problem.options;
  if (!plain(options) || problem.q.rows == 0 || problem.k.rows == 0) return ok();
  const bool held = fits_softmax(options);
  if (held || fits_flash(options)) {
    if (permitted_pairs(problem) * (problem.q.cols + problem.v.cols) < kLeastWork) return ok();
    Buffer<float> scores;
    if (held && !options.want_weights &&
        !scores.resize(static_cast<size_t>(problem.q.rows) * problem.k.rows)) {
      return out_of_memory();
    }
    float* const weights = options.want_weights ? out.weights.data() : scores.data();
    return run_softmax(problem, out, held ? weights : nullptr, done);
  }
  if (fits_linear(options)) {
    const double work = (1.0 * problem.q.rows + problem.k.rows) * problem.q.cols * problem.v.cols;
    return work < kLeastWork ? ok() : run_linear(problem, out, done);
  }
  return ok();
}

}  // namespace attn
