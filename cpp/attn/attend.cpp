#include "attn/attend.h"

#include <algorithm>

#include "attn/fused.h"
#include "attn/fused_linear.h"
#include "attn/limits.h"
#include "attn/mechanism.h"

namespace attn {
namespace {

Status check_bytes_of_mask(const char* argument, const uint8_t* mask, int rows, int cols) {
  for (int i = 0; mask != nullptr && i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      const uint8_t byte = mask[static_cast<size_t>(i) * cols + j];
      if (byte > 1) return bad_option_at(argument, rows == 1 ? -1 : i, j, "0 or 1", byte);
    }
  }
  return ok();
}

// Refuses a NaN or an infinity in any row that a permitted pair uses, and reads no other row.
Status check_used_rows(const Problem& problem, const PreparedPattern* pattern) {
  const auto& [q, k, v, options, permit] = problem;
  if (pattern == nullptr && options.mask == nullptr) {
    const int keys = q.rows == 0 ? 0 : permit.end(q.rows - 1);
    return check_used(problem, problem.first_seeing_query(), keys, keys);
  }
  Buffer<uint8_t> query_used, key_used;
  Buffer<int32_t> keys;
  if (!query_used.zeros(q.rows) || !key_used.zeros(k.rows) || !keys.resize(k.rows)) return out_of_memory();
  for (int i = 0; i < q.rows; ++i) {
    const int end = permit.end(i);
    const int count = pattern == nullptr ? end : pattern->row(i, keys.data());
    for (int t = 0; t < count; ++t) {
      const int j = pattern == nullptr ? t : keys[t];
      if (j < end && permit.allows(i, j)) query_used[i] = key_used[j] = 1;
    }
  }
  ATTN_TRY(check_finite("q", q, query_used.data()));
  ATTN_TRY(check_finite("k", k, key_used.data()));
  return check_finite("v", v, key_used.data());
}

// All but the output.
Status allocate(const Problem& problem, Attended& out) {
  const AttendOptions& options = problem.options;
  const int n_q = problem.q.rows, n_k = problem.k.rows, d_v = problem.v.cols;
  bool had = out.status.zeros(n_q);
  if (options.want_weights) had = had && out.weights.zeros(n_q, n_k);
  if (options.want_log_sum_exp) had = had && out.log_sum_exp.resize(n_q);
  if (options.want_normaliser) had = had && out.normaliser.resize(n_q);
  if (options.want_trace) {
    const int cols = tile_cols(options);
    out.trace_tiles = n_k / cols + (n_k % cols != 0 ? 1 : 0);
    const size_t entries = static_cast<size_t>(out.trace_tiles) * n_q;
    had = had && out.trace_max.resize(entries) && out.trace_sum.resize(entries) &&
          out.trace_accumulator.resize(static_cast<int>(entries), d_v);
  }
  return had ? ok() : out_of_memory();
}

// Empties `out`. Returns the bytes held then, above which the meter measures from here on.
size_t start_afresh(Attended& out) {
  out = Attended();
  return memory_meter.peak = memory_meter.live;
}

Status run(const Problem& problem, Attended& out) {
  const AttendOptions& options = problem.options;
  bool done = false;
  ATTN_TRY(fused_attention(problem, out, &done));
  if (done) return ok();
  PreparedPattern pattern;
  switch (options.mechanism) {
    case Mechanism::kSoftmax:
      ATTN_TRY(check_used_rows(problem, nullptr));
      return softmax_attention(problem, out);
    case Mechanism::kFlash:
      ATTN_TRY(check_used_rows(problem, nullptr));
      return flash_attention(problem, out);
    case Mechanism::kSparse:
      ATTN_TRY(pattern.make(options.pattern, problem.q.rows, problem.k.rows));
      ATTN_TRY(check_used_rows(problem, &pattern));
      return sparse_attention(problem, pattern, out);
    case Mechanism::kLinear:
      return linear_attention(problem, out);
  }
  return bad_option("mechanism.kind", "softmax, flash, sparse or linear",
                    static_cast<int>(options.mechanism));
}

}  // namespace

Status check_used(const Problem& problem, int first_query, int keys, int values) {
  const auto& [q, k, v, options, permit] = problem;
  Status status = check_finite("q", {q.row(first_query), q.rows - first_query, q.cols});
  if (!status.ok()) status.row += first_query;
  ATTN_TRY(status);
  ATTN_TRY(check_finite("k", {k.data, keys, k.cols}, permit.key_mask()));
  return check_finite("v", {v.data, values, v.cols}, permit.key_mask());
}

Status attend(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options, Attended& out) {
  ATTN_TRY(check_attend(q, k, v, options, 0));
  ATTN_TRY(check_bytes_of_mask("mask", options.mask, q.rows, k.rows));
  ATTN_TRY(check_bytes_of_mask("keyMask", options.key_mask, 1, k.rows));
  const size_t before = start_afresh(out);
  const Problem problem{q, k, v, options, Permit(q.rows, k.rows, options)};
  if (!out.output.resize(q.rows, v.cols)) return out_of_memory();
  ATTN_TRY(allocate(problem, out));
  ATTN_TRY(run(problem, out));
  out.counts.peak_bytes = static_cast<double>(memory_meter.peak - before);
  return ok();
}

bool fits_blocks(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options) {
  // Up to here a second cache holds them whole.
  constexpr size_t kSmall = 1 << 18;
  return q.size() + k.size() + v.size() > kSmall && fits_linear_kernels(q, k, v, options);
}

bool fits_whole_output(ConstMatrix q, ConstMatrix k, ConstMatrix v) {
  constexpr size_t kLarge = 2 << 20;
  return q.size() + k.size() + v.size() <= kLarge;
}

Status attend_by_blocks(ConstMatrix q, ConstMatrix k, ConstMatrix v, const BlockedRows& rows,
                        const AttendOptions& options, Attended& out, bool* done) {
  *done = false;
  ATTN_TRY(check_attend(q, k, v, options, 0));
  const size_t before = start_afresh(out);
  const Problem problem{q, k, v, options, Permit(q.rows, k.rows, options)};
  ATTN_TRY(allocate(problem, out));
  if (rows.output == nullptr && !out.output.resize(q.rows, v.cols)) return out_of_memory();
  MemorySink whole(out.output.view());
  RowSink* const output = rows.output == nullptr ? &whole : rows.output;
  ATTN_TRY(linear_kernels(problem, {rows.q, rows.k, rows.v, output, rows.at_a_time}, out, done));
  out.counts.peak_bytes = static_cast<double>(memory_meter.peak - before);
  return ok();
}

}  // namespace attn
