#include "attn/fused_linear.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/checks.h"
#include "attn/feature_map.h"
#include "attn/fused.h"
#include "attn/update.h"
#include "kernels/bounds.h"
#include "kernels/elementary.h"
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
  const bool update = options.update.kind == UpdateKind::kSum && options.update.log_decay == nullptr;
  const bool numbers =
      options.epsilon <= kLargestEpsilon && (!options.has_scale || keeps_digits(options.scale));
  return options.mechanism == Mechanism::kLinear && map && form && update && numbers && !options.want_weights;
}

uint64_t scratch_floats(int r, int d_v) {
  return larger(larger(linear_write_scratch(r, d_v), linear_read_scratch(r, d_v)),
                linear_causal_scratch(r, d_v));
}

// One problem. Sums of keys come first, then causal queries in step with their keys, then all other queries.
class LinearKernels {
 public:
  LinearKernels(const Problem& problem, const BlockedRows& rows, Attended& out)
      : problem_(problem),
        options_(problem.options),
        rows_(rows),
        out_(out),
        n_q_(problem.q.rows),
        n_k_(problem.k.rows),
        r_(problem.q.cols),
        d_v_(problem.v.cols),
        causal_(options_.causal != Causal::kNone),
        elu1_(options_.map.kind == MapKind::kElu1),
        factor_(options_.has_scale ? static_cast<float>(options_.scale) : 1),
        first_query_(problem.first_seeing_query()),
        keys_(options_.want_state ? n_k_ : problem.permit.end(n_q_ - 1)) {}

  bool make_room() {
    return S_.zeros(r_, d_v_) && z_.zeros(r_) && normalisers_.zeros(n_q_) &&
           scratch_.resize(scratch_floats(r_, d_v_));
  }
  void run();
  bool finite() const;
  bool keeps_digits() const;
  void finish();

 private:
  ConstMatrix queries(int first, int count);
  ConstMatrix keys(int first, int count) { return {rows_.k.rows(first, count), count, r_}; }
  ConstMatrix values(int first, int count) { return {rows_.v.rows(first, count), count, d_v_}; }
  LinearState state() { return {S_.data(), r_, d_v_, z_.data()}; }
  Activation activation() const { return elu1_ ? Activation::kElu1 : Activation::kNone; }
  Quotient quotient() const { return {options_.normalise, static_cast<float>(options_.epsilon)}; }
  const float* seeing_normalisers() const { return normalisers_.data() + first_query_; }

  // Calls use(first, count) for blocks of [first, end).
  template <class Use>
  void each_block(int first, int end, Use use) {
    for (int count; first < end; first += count) {
      count = smaller(rows_.at_a_time, end - first);
      use(first, count);
    }
  }
  // Has fill(outputs) fill the outputs of these queries.
  template <class Fill>
  void answer(int first, int count, Fill fill) {
    float* const room = rows_.output->room(first, count);
    fill(Matrix{room, count, d_v_});
    const float largest = largest_magnitude(room, static_cast<size_t>(count) * d_v_);
    // Written so that a NaN is not finite.
    finite_ = finite_ && largest <= std::numeric_limits<float>::max();
    largest_ = larger(largest_, largest);
    if (first == first_query_) largest_first_ = largest_magnitude(room, d_v_);
    rows_.output->take(first, count);
  }
  void write(int first, int end);
  void read(int first, int end);
  void write_and_read(int first_query, int first_key, int tokens);

  const Problem& problem_;
  const AttendOptions& options_;
  const BlockedRows& rows_;
  Attended& out_;
  const int n_q_, n_k_, r_, d_v_;
  const bool causal_, elu1_;
  const float factor_;     // of queries
  const int first_query_;  // that sees a key
  const int keys_;         // how many are written
  OwnedMatrix S_;
  Buffer<float> z_, normalisers_, scratch_;
  bool finite_ = true;       // all outputs
  float largest_ = 0;        // |output|,
  float largest_first_ = 0;  // and of the first seeing query
  float largest_query_ = 0;  // |q|, without a map only
  double least_z_ = 0;       // that any query read
};

ConstMatrix LinearKernels::queries(int first, int count) {
  const ConstMatrix block{rows_.q.rows(first, count), count, r_};
  if (!elu1_) largest_query_ = larger(largest_query_, largest_magnitude(block.data, block.size()));
  return block;
}

void LinearKernels::write(int first, int end) {
  each_block(first, end, [&](int at, int count) {
    kernels::run(LinearWriteArgs{keys(at, count), values(at, count), activation(), state(), scratch_.data()});
  });
}

void LinearKernels::read(int first, int end) {
  each_block(first, end, [&](int at, int count) {
    answer(at, count, [&](Matrix o) {
      kernels::run(LinearReadArgs{queries(at, count), activation(), factor_, state(), quotient(), o,
                                  normalisers_.data() + at, scratch_.data()});
    });
  });
}

// Query first_query + t after key first_key + t, for t < tokens.
void LinearKernels::write_and_read(int first_query, int first_key, int tokens) {
  each_block(0, tokens, [&](int at, int count) {
    const ConstMatrix block = keys(first_key + at, count);
    // No query sees less than the first key, and phi(x) is at least exp(min(x, 0)).
    if (at == 0) least_z_ = exp64(smaller(0.0f, *std::min_element(block.data, block.data + r_)));
    answer(first_query + at, count, [&](Matrix o) {
      kernels::run(LinearCausalArgs{queries(first_query + at, count), block, values(first_key + at, count),
                                    activation(), factor_, state(), quotient(), o,
                                    normalisers_.data() + first_query + at, scratch_.data()});
    });
  });
}

void LinearKernels::run() {
  each_block(0, first_query_, [&](int at, int count) {
    answer(at, count, [](Matrix o) { std::fill_n(o.data, o.size(), 0.0f); });
  });
  if (!causal_) {
    write(0, keys_);
    least_z_ = *std::min_element(z_.begin(), z_.end());
    read(0, n_q_);
    return;
  }
  // The last key that the first seeing query sees; from there on queries and keys go in step.
  const int first_key = first_query_ < n_q_ ? problem_.permit.end(first_query_) - 1 : 0;
  const int steps = smaller(n_q_ - first_query_, n_k_ - first_key);
  write(0, first_key);
  write_and_read(first_query_, first_key, steps);
  read(first_query_ + steps, n_q_);
  write(first_key + steps, keys_);
}

// The inputs need no look of their own: what is not finite in q shows in its normaliser, in k in z, in v in
// S.
bool LinearKernels::finite() const {
  return finite_ && all_finite(normalisers_.data(), normalisers_.size()) &&
         all_finite(S_.data(), S_.size()) && all_finite(z_.data(), z_.size());
}

bool LinearKernels::keeps_digits() const {
  if (first_query_ == n_q_) return true;
  // Causal queries are measured by the first: the others see its keys as well, and perhaps larger values.
  const double output = causal_ ? largest_first_ : largest_;
  if (!elu1_) {
    const double query = std::fabs(factor_) * static_cast<double>(largest_query_);
    // Scaled queries must have all their digits, too.
    return (factor_ == 1 || query >= kLeastNormal) && products_keep_digits(r_, keys_, query, output);
  }
  const auto [least, largest] =
      std::minmax_element(seeing_normalisers(), seeing_normalisers() + (n_q_ - first_query_));
  return elu1_keeps_digits({1.0 * r_, 1.0 * keys_, least_z_, largest_magnitude(z_.data(), z_.size()), *least,
                            options_.normalise ? output : output / *largest});
}

// What is wanted besides the output.
void LinearKernels::finish() {
  double divided = 0;
  for (int i = 0; i < n_q_; ++i) {
    const bool seeing = i >= first_query_;
    const float divisor = normalisers_[i] + quotient().epsilon;
    const RowStatus status =
        seeing ? status_of_divisor(divisor, options_.normalise) : RowStatus::kNoPermittedKey;
    out_.status[i] = static_cast<uint8_t>(status);
    divided += seeing && options_.normalise && divisor != 0;
  }
  const double seeing = n_q_ - first_query_;
  const bool with_z = options_.normalise || options_.want_normaliser || options_.want_state;
  const double width = d_v_ + (with_z ? 1.0 : 0.0);
  Counts& counts = out_.counts;
  // Every key is written once and every query reads once.
  counts.multiply_adds = (keys_ + seeing) * r_ * width;
  counts.divisions = divided * d_v_;
  counts.exponentials = 0;
  counts.elements_read = static_cast<double>(keys_) * (r_ + d_v_) + seeing * r_ + (causal_ ? 0 : r_ * width);
  counts.elements_written = seeing * d_v_ + r_ * width;
  if (options_.want_normaliser) std::swap(out_.normaliser, normalisers_);
  if (options_.want_state) {
    std::swap(out_.state_S, S_);
    std::swap(out_.state_z, z_);
  }
}

}  // namespace

bool fits_linear_kernels(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options) {
  const double work = (1.0 * q.rows + k.rows) * q.cols * v.cols;
  return float32_without_masks(options) && fits(options) && q.rows > 0 && k.rows > 0 &&
         work >= kLeastKernelWork;
}

double linear_kernels_scratch(ConstMatrix q, ConstMatrix v) {
  const int r = q.cols, d_v = v.cols;
  return 4.0 * (static_cast<double>(r) * d_v + r + q.rows + static_cast<double>(scratch_floats(r, d_v)));
}

Status linear_kernels(const Problem& problem, const BlockedRows& rows, Attended& out, bool* done) {
  LinearKernels kernels(problem, rows, out);
  if (!kernels.make_room()) return out_of_memory();
  kernels.run();
  // Where not, the general path comes next, in double: it has room for every product, and says which number
  // was not finite or that something overflowed.
  *done = kernels.finite() && kernels.keeps_digits();
  if (*done) kernels.finish();
  return ok();
}

}  // namespace attn
