// Every row of kernels.inc on the same operands, the reference beside what is fast. Operands begin at any
// float and end where their memory does: the sanitizer sees a tail that is read too far. Every difference
// from the reference is held to a bound that is derived here, and what is not finite has to show.
#include <sanitizer/asan_interface.h>

#include <algorithm>
#include <memory>
#include <new>

#include "../cpp/kernel_backends.h"
#include "input.h"

namespace {

constexpr double kEps = 0x1p-24;    // half a spacing of float32, relative
constexpr double kTiny = 0x1p-149;  // what underflow may cost a number
constexpr double kPhi = 8;          // errors of elu + 1, in eps: below 4.5e-7
constexpr double kMost = 1e38;      // sums of magnitudes below overflow in no order

// Floats in memory of just that size. A few before them, if any, are out of bounds as well, by eights of
// bytes.
class Exact {
 public:
  Exact(int offset, const std::vector<float>& values) : Exact(offset, values.size()) {
    std::copy(values.begin(), values.end(), data());
  }
  Exact(int offset, size_t count) : offset_(offset), memory_(new float[offset + count]) {
    std::fill_n(memory_.get(), offset + count, NAN);
    ASAN_POISON_MEMORY_REGION(memory_.get(), offset * sizeof(float));
  }
  ~Exact() { ASAN_UNPOISON_MEMORY_REGION(memory_.get(), offset_ * sizeof(float)); }
  Exact(const Exact&) = delete;
  float* data() { return memory_.get() + offset_; }

 private:
  int offset_;
  std::unique_ptr<float[]> memory_;
};

// As kernels ask for it: aligned, and filled with what they may not rely on.
class Scratch {
 public:
  explicit Scratch(size_t floats)
      : memory_(static_cast<float*>(::operator new (floats * sizeof(float), std::align_val_t{16}))) {
    std::fill_n(memory_, floats, NAN);
  }
  ~Scratch() { ::operator delete (memory_, std::align_val_t{16}); }
  Scratch(const Scratch&) = delete;
  float* data() { return memory_; }

 private:
  float* memory_;
};

bool all_finite(const std::vector<float>& x) {
  return std::all_of(x.begin(), x.end(), [](float one) { return std::isfinite(one); });
}

void require_close(double got, double expected, double bound) {
  if (std::fabs(got - expected) <= bound) return;
  std::fprintf(stderr, "%.9g instead of %.9g, which may differ by %.3g\n", got, expected, bound);
  std::abort();
}

int some_size(fuzz::Bytes& bytes, int most) {
  return fuzz::size(bytes, 0, 15) == 0 ? fuzz::size(bytes, 1, 4 * most) : fuzz::size(bytes, 1, most);
}
int some_offset(fuzz::Bytes& bytes) {
  return fuzz::size(bytes, 0, 3);
}

void largest_magnitude(fuzz::Bytes& bytes, fuzz::Numbers numbers) {
  const fuzz::Rows x(bytes, 1, fuzz::size(bytes, 0, 70), numbers);
  Exact held(some_offset(bytes), x.data);
  const auto all = kernel_test::backends<attn::LargestMagnitudeArgs>();
  float expected = -1, got = -1;
  all[0].run({held.data(), x.data.size(), &expected});
  for (const auto& backend : all) {
    backend.run({held.data(), x.data.size(), &got});
    FUZZ_REQUIRE(got == expected || (std::isnan(got) && std::isnan(expected)));
  }
}

struct Softmax {
  Softmax(fuzz::Bytes& bytes, fuzz::Numbers numbers)
      : d_k(some_size(bytes, 20)),
        d_v(some_size(bytes, 20)),
        q(bytes, some_size(bytes, 20), d_k, numbers),
        k(bytes, fuzz::size(bytes, 0, 7) == 0 ? fuzz::size(bytes, 250, 600) : some_size(bytes, 40), d_k,
          numbers),
        v(bytes, k.rows, d_v, numbers),
        q_held(some_offset(bytes), q.data),
        k_held(some_offset(bytes), k.data),
        v_held(some_offset(bytes), v.data),
        o_offset(some_offset(bytes)) {
    args.q = {q_held.data(), q.rows, d_k};
    args.k = {k_held.data(), k.rows, d_k};
    args.v = {v_held.data(), k.rows, d_v};
    args.causal = bytes.ConsumeBool();
    args.offset = fuzz::size(bytes, -70, 70);
    args.scale = static_cast<float>(fuzz::size(bytes, -8, 8)) / 4;
  }

  struct Result {
    std::vector<float> o, log_sum_exp, weights;
  };
  template <class Run>
  Result run(size_t scratch_floats, size_t weights, Run kernel) {
    Exact o(o_offset, q.rows * static_cast<size_t>(d_v)), log_sum_exp(o_offset, q.rows), w(o_offset, weights);
    Scratch scratch(scratch_floats);
    args.o = {o.data(), q.rows, d_v};
    args.log_sum_exp = log_sum_exp.data();
    args.scratch = scratch.data();
    kernel(w.data());
    return {{o.data(), o.data() + args.o.size()},
            {log_sum_exp.data(), log_sum_exp.data() + q.rows},
            {w.data(), w.data() + weights}};
  }

  // A score is a sum of d_k products, each factor rounded once more by the scaling and the sum by as many
  // additions. An underflow of the scaled query costs kTiny times the key.
  void compare(const Result& got, const Result& expected) const {
    double value = 0;
    for (const float x : v.data) value = std::fmax(value, std::fabs(x));
    for (int i = 0; i < q.rows; ++i) {
      const int terms = args.permitted(i);
      double magnitude = 0, keys = 0, query = 0;
      for (int j = 0; j < terms; ++j) {
        double of_pair = 0, of_key = 0;
        for (int c = 0; c < d_k; ++c) {
          const double key = std::fabs(k.data[j * d_k + c]);
          of_pair += std::fabs(q.data[i * d_k + c]) * key;
          of_key += key + 1;
        }
        magnitude = std::fmax(magnitude, of_pair);
        keys = std::fmax(keys, of_key);
      }
      for (int c = 0; c < d_k; ++c) query = std::fmax(query, std::fabs(q.data[i * d_k + c]));
      const double size = std::fabs(args.scale);
      // Queries are scaled first, by log2(e) as well.
      if (2 * std::fmax(magnitude, query) * std::fmax(size, 1) > kMost || terms * value > kMost) continue;
      if (terms == 0) {
        FUZZ_REQUIRE(got.log_sum_exp[i] == -INFINITY);
        for (int c = 0; c < d_v; ++c) FUZZ_REQUIRE(got.o[i * d_v + c] == 0);
        continue;
      }
      const double of_scores = (d_k + 4) * kEps * magnitude * size + 2 * kTiny * keys;
      const double held = std::fabs(expected.log_sum_exp[i]) + std::log(terms) + 1;
      require_close(got.log_sum_exp[i], expected.log_sum_exp[i],
                    of_scores + (terms + 4) * kEps + 4 * kEps * held);
      if (of_scores > 1) continue;
      // A weight is off by e^(error of its score), by its own exponential and a rescaling; numerator and
      // normaliser each sum `terms` of them. Below 2^-126 a weight has an absolute error, beside a largest of
      // at least 1/2.
      const double relative = 2 * std::expm1(of_scores) + (2 * terms + 12) * kEps, rest = terms * 0x1p-124;
      for (int c = 0; c < d_v; ++c) {
        require_close(got.o[i * d_v + c], expected.o[i * d_v + c],
                      (relative + rest) * value + terms * 4 * kTiny);
      }
      for (size_t j = 0; j < got.weights.size() / q.rows; ++j) {
        const double weight = expected.weights[i * static_cast<size_t>(k.rows) + j];
        require_close(got.weights[i * static_cast<size_t>(k.rows) + j], weight, relative * weight + 0x1p-124);
      }
    }
  }

  void check() {
    if (!all_finite(q.data) || !all_finite(k.data) || !all_finite(v.data)) return;
    const auto flash = kernel_test::backends<attn::FlashAttentionArgs>();
    const auto held = kernel_test::backends<attn::SoftmaxAttentionArgs>();
    const auto run_flash = [&](size_t b) {
      const size_t scratch = attn::flash_attention_scratch(q.rows, k.rows, d_k, d_v);
      return run(scratch, 0, [&](float*) { flash[b].run(args); });
    };
    const auto run_held = [&](size_t b) {
      return run(attn::softmax_attention_scratch(k.rows, d_k, d_v), q.rows * static_cast<size_t>(k.rows),
                 [&](float* w) {
                   held[b].run({args, {w, q.rows, k.rows}});
                 });
    };
    const auto compare_backends = [&](size_t count, auto run_backend) {
      const Result expected = run_backend(0);
      for (size_t b = 1; b < count; ++b) compare(run_backend(b), expected);
    };
    compare_backends(flash.size(), run_flash);
    compare_backends(held.size(), run_held);
  }

  const int d_k, d_v;
  const fuzz::Rows q, k, v;
  Exact q_held, k_held, v_held;
  const int o_offset;
  attn::FlashAttentionArgs args;
};

// Sums as they grow: of magnitudes, each of which `errors` roundings may move, and of what underflow may
// cost.
struct Sums {
  double size = 0, rest = 0;
  double error(double errors) const { return errors * kEps * size + rest; }
  // + a b, where a is a feature.
  void add(double a, double b) {
    size += std::fabs(a * b);
    rest += kTiny * (std::fabs(b) + 1);
  }
  // + a x, where a is a feature. What may have overflowed spoils the sum, be it times 0.
  void add(double a, const Sums& x) {
    size += x.size <= kMost ? std::fabs(a) * x.size : NAN;
    rest += std::fabs(a) * x.rest + kTiny * (x.size + x.rest + 1);
  }
};

// A state, tokens and queries, and how far each result may lie from the reference's.
struct Linear {
  Linear(fuzz::Bytes& bytes, fuzz::Numbers numbers)
      : r(some_size(bytes, 18)),
        d_v(some_size(bytes, 20)),
        n(some_size(bytes, 36)),
        q(bytes, n, r, numbers),
        k(bytes, n, r, numbers),
        v(bytes, n, d_v, numbers),
        start_S(bytes, r, d_v, numbers),
        start_z(bytes, 1, r, numbers),
        offset(some_offset(bytes)),
        q_held(some_offset(bytes), q.data),
        k_held(some_offset(bytes), k.data),
        v_held(some_offset(bytes), v.data) {
    if (bytes.ConsumeBool()) activation = attn::Activation::kElu1;
    // Sums of features that are all positive may be divided by.
    if (bytes.ConsumeBool()) {
      for (float& entry : start_z.data) entry = std::fabs(entry);
    }
    quotient.normalise = bytes.ConsumeBool();
    quotient.epsilon = static_cast<float>(fuzz::size(bytes, 0, 3));
    factor = bytes.ConsumeBool() ? 1 : static_cast<float>(fuzz::size(bytes, -8, 8)) / 4;
    S.resize(r * static_cast<size_t>(d_v));
    z.resize(r);
    for (size_t i = 0; i < S.size(); ++i) S[i].size = std::fabs(start_S.data[i]);
    for (int a = 0; a < r; ++a) z[a].size = std::fabs(start_z.data[a]);
  }

  // NaN where float32 may not hold it, and then nothing is claimed of the sums it enters.
  double phi(const fuzz::Rows& x, int t, int a, double of = 1) const {
    const double one = x.data[t * r + a] * of;
    const double feature = std::fabs(one) <= kMost ? attn::activate(activation, one) : NAN;
    return std::fabs(feature) <= kMost ? feature : NAN;
  }
  void grow(int t) {
    for (int a = 0; a < r; ++a) {
      const double key = phi(k, t, a);
      z[a].add(key, 1);
      for (int c = 0; c < d_v; ++c) S[a * d_v + c].add(key, v.data[t * d_v + c]);
    }
  }
  // In eps, from an input to a result: two features, the tokens and features that are summed, three products.
  // A factor moves phi(x) by another eps |x|, at most 110 down to where phi underflows.
  double errors(double of) const { return 2 * kPhi + n + r + 6 + (of == 1 ? 0 : 110); }

  struct Result {
    Result(const Linear& from, int rows)
        : S(from.offset, from.start_S.data),
          z(from.offset, from.start_z.data),
          o(from.offset, rows * static_cast<size_t>(from.d_v)),
          normaliser(from.offset, rows) {}
    Exact S, z, o, normaliser;
  };
  attn::LinearState state(Result& result) const { return {result.S.data(), r, d_v, result.z.data()}; }

  // Row t of o, where it is not divided by something that may be 0.
  void compare_row(Result& got, Result& expected, int t, double of) const {
    Sums normaliser;
    for (int a = 0; a < r; ++a) normaliser.add(phi(q, t, a, of), z[a]);
    if (!(normaliser.size <= kMost)) return;
    const double expected_normaliser = expected.normaliser.data()[t];
    double off = normaliser.error(errors(of));
    require_close(got.normaliser.data()[t], expected_normaliser, off);
    double divisor = 1;
    if (quotient.normalise) {
      divisor = std::fabs(expected_normaliser + quotient.epsilon);
      off += 3 * kEps * divisor;
      if (off > divisor / 2 || divisor < 0x1p-125 || divisor > 0x1p125) return;
    } else {
      off = 0;
    }
    for (int c = 0; c < d_v; ++c) {
      Sums row;
      for (int a = 0; a < r; ++a) row.add(phi(q, t, a, of), S[a * d_v + c]);
      if (!(row.size <= kMost) || !(row.size / divisor <= kMost)) continue;
      const double o = expected.o.data()[t * d_v + c];
      require_close(got.o.data()[t * d_v + c], o,
                    (row.error(errors(of)) + std::fabs(o) * off) / (divisor - off) + 3 * kEps * std::fabs(o) +
                        4 * kTiny * (1 + row.size));
    }
  }
  void compare_state(Result& got, Result& expected) const {
    for (int a = 0; a < r; ++a) {
      if (z[a].size <= kMost) {
        require_close(got.z.data()[a], expected.z.data()[a], z[a].error(errors(1)));
      }
      for (int c = 0; c < d_v; ++c) {
        const int at = a * d_v + c;
        if (S[at].size <= kMost) {
          require_close(got.S.data()[at], expected.S.data()[at], S[at].error(errors(1)));
        }
      }
    }
  }
  // A number of x that is not finite shows in each of the `rows` of `sums`, in its column.
  void require_shown(const fuzz::Rows& x, const float* sums, int rows) const {
    for (int t = 0; t < x.rows; ++t) {
      for (int c = 0; c < x.cols; ++c) {
        if (std::isfinite(x.data[t * x.cols + c])) continue;
        for (int a = 0; a < rows; ++a) FUZZ_REQUIRE(!std::isfinite(sums[a * x.cols + c]));
      }
    }
  }
  void require_query_shown(int t, float normaliser) const {
    for (int a = 0; a < r; ++a) {
      if (!std::isfinite(q.data[t * r + a])) FUZZ_REQUIRE(!std::isfinite(normaliser));
    }
  }

  void check_write() {
    for (int t = 0; t < n; ++t) grow(t);
    const auto all = kernel_test::backends<attn::LinearWriteArgs>();
    const auto run = [&](size_t b, Result& result) {
      Scratch scratch(attn::linear_write_scratch(r, d_v));
      all[b].run({{k_held.data(), n, r}, {v_held.data(), n, d_v}, activation, state(result), scratch.data()});
    };
    Result expected(*this, 0);
    run(0, expected);
    for (size_t b = 1; b < all.size(); ++b) {
      Result got(*this, 0);
      run(b, got);
      compare_state(got, expected);
      require_shown(k, got.z.data(), 1);
      require_shown(v, got.S.data(), r);
    }
  }

  void check_read() {
    const auto all = kernel_test::backends<attn::LinearReadArgs>();
    const auto run = [&](size_t b, Result& result) {
      Scratch scratch(attn::linear_read_scratch(r, d_v));
      all[b].run({{q_held.data(), n, r},
                  activation,
                  factor,
                  state(result),
                  quotient,
                  {result.o.data(), n, d_v},
                  result.normaliser.data(),
                  scratch.data()});
    };
    Result expected(*this, n);
    run(0, expected);
    for (size_t b = 1; b < all.size(); ++b) {
      Result got(*this, n);
      run(b, got);
      for (int t = 0; t < n; ++t) {
        compare_row(got, expected, t, factor);
        require_query_shown(t, got.normaliser.data()[t]);
      }
    }
  }

  void check_causal() {
    const auto all = kernel_test::backends<attn::LinearCausalArgs>();
    const auto run = [&](size_t b, Result& result) {
      Scratch scratch(attn::linear_causal_scratch(r, d_v));
      all[b].run({{q_held.data(), n, r},
                  {k_held.data(), n, r},
                  {v_held.data(), n, d_v},
                  activation,
                  factor,
                  state(result),
                  quotient,
                  {result.o.data(), n, d_v},
                  result.normaliser.data(),
                  scratch.data()});
    };
    Result expected(*this, n);
    run(0, expected);
    const std::vector<Sums> S_start = S, z_start = z;
    for (size_t b = 1; b < all.size(); ++b) {
      Result got(*this, n);
      run(b, got);
      S = S_start;
      z = z_start;
      for (int t = 0; t < n; ++t) {
        grow(t);
        compare_row(got, expected, t, factor);
        require_query_shown(t, got.normaliser.data()[t]);
      }
      compare_state(got, expected);
      require_shown(k, got.z.data(), 1);
      require_shown(v, got.S.data(), r);
    }
  }

  // One token; the state after it lies over the state before, or apart.
  void check_step(bool apart) {
    const auto all = kernel_test::backends<attn::LinearStepArgs>();
    const auto run = [&](size_t b, Result& result, Result& before) {
      Scratch scratch(attn::linear_step_scratch(r, d_v));
      all[b].run({q_held.data(), k_held.data(), v_held.data(), activation, state(apart ? before : result),
                  state(result), quotient, result.o.data(), result.normaliser.data(), scratch.data()});
    };
    grow(0);
    Result before(*this, 0), expected(*this, 1);
    run(0, expected, before);
    for (size_t b = 1; b < all.size(); ++b) {
      Result got(*this, 1);
      run(b, got, before);
      compare_row(got, expected, 0, 1);
      compare_state(got, expected);
      require_query_shown(0, got.normaliser.data()[0]);
      for (int a = 0; a < r; ++a) {
        if (!std::isfinite(k.data[a])) FUZZ_REQUIRE(!std::isfinite(got.normaliser.data()[0]));
      }
      for (int c = 0; c < d_v; ++c) {
        if (!std::isfinite(v.data[c])) FUZZ_REQUIRE(!std::isfinite(got.o.data()[c]));
      }
    }
  }

  const int r, d_v, n;
  const fuzz::Rows q, k, v;
  fuzz::Rows start_S, start_z;
  const int offset;
  Exact q_held, k_held, v_held;
  attn::Activation activation = attn::Activation::kNone;
  attn::Quotient quotient;
  float factor = 1;
  std::vector<Sums> S, z;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t length) {
  // Bytes are consumed from the end. Where they run out, which would make most operands zeros, drawn ones
  // follow.
  std::vector<uint8_t> more(8192);
  uint32_t state = 1;
  for (size_t i = 0; i < 4 && i < length; ++i) state = state << 8 | data[i];
  for (uint8_t& byte : more) {
    state = state * 1664525 + 1013904223;  // Knuth and Lewis; its high bits are the good ones
    byte = static_cast<uint8_t>(state >> 24);
  }
  more.insert(more.end(), data, data + length);
  fuzz::Bytes bytes(more.data(), more.size());
  const auto numbers = static_cast<fuzz::Numbers>(fuzz::size(bytes, 0, 2));
  const int which = fuzz::size(bytes, 0, 6);
  if (which == 0) {
    largest_magnitude(bytes, numbers);
  } else if (which <= 2) {
    Softmax(bytes, numbers).check();
  } else {
    Linear linear(bytes, numbers);
    if (which == 3) linear.check_write();
    if (which == 4) linear.check_read();
    if (which == 5) linear.check_causal();
    if (which == 6) linear.check_step(bytes.ConsumeBool());
  }
  return 0;
}
