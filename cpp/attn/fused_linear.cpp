#include "attn/fused_linear.h"

#include <algorithm>
#include <limits>

#include "attn/checks.h"
#include "attn/feature_map.h"
#include "attn/fused.h"
#include "kernels/kernels.h"

namespace attn {
namespace {

// Without the division, or with a map that keeps what is divided by above 0: in float32 the sum of positive
// and negative terms may have the wrong sign.
bool fits(const AttendOptions& options) {
  const bool map = options.map.kind == MapKind::kElu1 ||
                   (options.map.kind == MapKind::kIdentity && !options.normalise && !options.want_normaliser);
  const bool form = options.form == Form::kAuto || options.form == Form::kParallel ||
                    (options.form == Form::kChunked && options.chunk == 0);
  return options.mechanism == Mechanism::kLinear && map && form && options.update.kind == UpdateKind::kSum &&
         options.update.log_decay == nullptr && options.epsilon <= kLargestEpsilon && !options.want_weights;
}

size_t scratch_floats(int r, int d_v) {
  return std::max({linear_write_scratch(r, d_v), linear_read_scratch(r, d_v), linear_causal_scratch(r, d_v)});
}

RowStatus status_of(bool seeing, bool normalise, float divisor) {
  if (!seeing) return RowStatus::kNoPermittedKey;
  if (!normalise || divisor > 0) return RowStatus::kOk;
  return divisor == 0 ? RowStatus::kZeroNormaliser : RowStatus::kNegativeNormaliser;
}

}  // namespace

bool fits_linear_kernels(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options) {
  const double work = (1.0 * q.rows + k.rows) * q.cols * v.cols;
  return float32_without_masks(options) && fits(options) && q.rows > 0 && k.rows > 0 &&
         work >= kLeastKernelWork;
}

double linear_kernels_scratch(ConstMatrix q, ConstMatrix v) {
  const int r = q.cols, d_v = v.cols;
  return 4.0 * (static_cast<double>(r) * d_v + r + q.rows + scratch_floats(r, d_v));
}

Status linear_kernels(const Problem& problem, const BlockedRows& rows, Attended& out, bool* done) {
  *done = false;
  const AttendOptions& options = problem.options;
  const Permit& permit = problem.permit;
  const int n_q = problem.q.rows, n_k = problem.k.rows, r = problem.q.cols, d_v = problem.v.cols;
  const bool causal = options.causal != Causal::kNone;
  const int first_query = problem.first_seeing_query();
  const int keys = options.want_state ? n_k : permit.end(n_q - 1);

  OwnedMatrix S;
  Buffer<float> z, normalisers, scratch;
  if (!S.zeros(r, d_v) || !z.zeros(r) || !normalisers.zeros(n_q) || !scratch.resize(scratch_floats(r, d_v))) {
    return out_of_memory();
  }
  const Activation activation = options.map.kind == MapKind::kElu1 ? Activation::kElu1 : Activation::kNone;
  const float factor = options.has_scale ? static_cast<float>(options.scale) : 1;
  const LinearState state = {S.data(), r, d_v, z.data()};
  const Quotient quotient{options.normalise, static_cast<float>(options.epsilon)};
  const auto queries = [&](int first, int count) { return ConstMatrix{rows.q.rows(first, count), count, r}; };
  const auto keys_at = [&](int first, int count) { return ConstMatrix{rows.k.rows(first, count), count, r}; };
  const auto values = [&](int first, int count) {
    return ConstMatrix{rows.v.rows(first, count), count, d_v};
  };

  // Calls use(first, count) for blocks of [first, end).
  const auto each_block = [&](int first, int end, auto use) {
    for (int count; first < end; first += count) {
      count = std::min(rows.at_a_time, end - first);
      use(first, count);
    }
  };
  bool finite = true;
  float largest = 0;
  // Has `fill` fill the outputs of these queries.
  const auto answer = [&](int first, int count, auto fill) {
    float* const room = rows.output->room(first, count);
    fill(Matrix{room, count, d_v});
    const float of_block = largest_magnitude(room, static_cast<size_t>(count) * d_v);
    finite = finite && of_block <= std::numeric_limits<float>::max();
    largest = std::max(largest, of_block);
    rows.output->take(first, count);
  };
  const auto write = [&](int first, int end) {
    each_block(first, end, [&](int at, int count) {
      kernels::run(LinearWriteArgs{keys_at(at, count), values(at, count), activation, state, scratch.data()});
    });
  };
  const auto read = [&](int first, int end) {
    each_block(first, end, [&](int at, int count) {
      answer(at, count, [&](Matrix o) {
        kernels::run(LinearReadArgs{queries(at, count), activation, factor, state, quotient, o,
                                    normalisers.data() + at, scratch.data()});
      });
    });
  };
  each_block(0, first_query, [&](int at, int count) {
    answer(at, count, [](Matrix o) { std::fill_n(o.data, o.size(), 0.0f); });
  });
  // Key `first_key` is the last that the first seeing query sees; from there on queries and keys go in step.
  const int first_key = first_query < n_q ? permit.end(first_query) - 1 : 0;
  const int steps = causal ? std::min(n_q - first_query, n_k - first_key) : 0;
  if (causal) {
    write(0, first_key);
    each_block(0, steps, [&](int at, int count) {
      answer(first_query + at, count, [&](Matrix o) {
        kernels::run(LinearCausalArgs{queries(first_query + at, count), keys_at(first_key + at, count),
                                      values(first_key + at, count), activation, factor, state, quotient, o,
                                      normalisers.data() + first_query + at, scratch.data()});
      });
    });
    read(first_query + steps, n_q);
    write(first_key + steps, keys);
  } else {
    write(0, keys);
    read(0, n_q);
  }
  // The inputs need no look of their own: what is not finite in q shows in its normaliser, in k in z, in v
  // in S. The double path, which comes next, says which it was, or that something overflowed.
  if (!finite || !all_finite(normalisers.data(), normalisers.size()) || !all_finite(S.data(), S.size()) ||
      !all_finite(z.data(), z.size())) {
    return ok();
  }
  if (activation == Activation::kElu1 && first_query < n_q) {
    const float* const seeing = normalisers.data() + first_query;
    const float least = *std::min_element(seeing, seeing + (n_q - first_query));
    // The double path has room for products of small features.
    if (!elu1_keeps_digits(least, largest)) return ok();
  }

  double divided = 0;
  for (int i = 0; i < n_q; ++i) {
    const float divisor = normalisers[i] + quotient.epsilon;
    out.status[i] = static_cast<uint8_t>(status_of(i >= first_query, options.normalise, divisor));
    divided += i >= first_query && options.normalise && divisor != 0;
  }
  const double seeing = n_q - first_query,
               width = d_v + (options.normalise || options.want_normaliser || options.want_state ? 1.0 : 0.0);
  Counts& counts = out.counts;
  // Every key is written once and every query reads once.
  counts.multiply_adds = (keys + seeing) * r * width;
  counts.divisions = divided * d_v;
  counts.exponentials = 0;
  counts.elements_read = static_cast<double>(keys) * (r + d_v) + seeing * r + (causal ? 0 : r * width);
  counts.elements_written = seeing * d_v + r * width;
  if (options.want_normaliser) std::swap(out.normaliser, normalisers);
  if (options.want_state) {
    std::swap(out.state_S, S);
    std::swap(out.state_z, z);
  }
  *done = true;
  return ok();
}

}  // namespace attn
