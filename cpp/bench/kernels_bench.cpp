// Times every row of kernels.inc and prints one line of JSON each:
//   {"operator", "backend", "size", "operations", "medianMs", "minMs", "runs"}
// and, where there is a vector unit, {"peakGflops"}. build-scripts/bench.mjs turns them into a table.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "attn/matrix.h"
#include "attn/random.h"
#include "bench/peak.h"
#include "kernels/kernels.h"

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

struct Times {
  double median, min;
  int runs;
};

// Runs for about kBudget after a warm-up that lets the engine finish compiling. A slow one runs once.
template <class Run>
Times measure(Run run) {
  constexpr double kWarmUp = 150, kBudget = 400;
  const auto once = [&run] {
    const Clock::time_point start = Clock::now();
    run();
    return milliseconds(Clock::now() - start);
  };
  const double first = once();
  if (first > 2 * kBudget) return {first, first, 1};
  for (double spent = first; spent < kWarmUp;) spent += once();
  std::vector<double> times;
  for (double spent = 0; spent < kBudget || times.size() < 5;) {
    times.push_back(once());
    spent += times.back();
  }
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], times[0], static_cast<int>(times.size())};
}

struct Operand {
  Operand(int rows, int cols, uint32_t seed) {
    if (!attn::random_matrix(rows, cols, seed, attn::Distribution::kNormal, 1, matrix).ok()) std::abort();
  }
  attn::OwnedMatrix matrix;
};

attn::Buffer<float> floats(size_t size) {
  attn::Buffer<float> buffer;
  if (!buffer.zeros(size)) std::abort();
  return buffer;
}

constexpr int kD = 64;

void print(const char* name, const char* backend, const char* size, double operations, const Times& times) {
  std::printf(
      "{\"operator\":\"%s\",\"backend\":\"%s\",\"size\":\"%s\",\"operations\":%.0f,\"medianMs\":%.5f,"
      "\"minMs\":%.5f,"
      "\"runs\":%d}\n",
      name, backend, size, operations, times.median, times.min, times.runs);
}

// One overload for each kind of arguments: the size that the row is timed at, and what counts as an
// operation.

void time_row(const char* name, const char* backend,
              attn::kernels::Kernel<attn::LargestMagnitudeArgs> kernel) {
  const Operand x(1024, 64, 1);
  float largest = 0;
  const auto run = [&] { kernel({x.matrix.data(), x.matrix.size(), &largest}); };
  print(name, backend, "65,536 numbers", static_cast<double>(x.matrix.size()), measure(run));
}

attn::FlashAttentionArgs flash_args(const Operand& q, const Operand& k, const Operand& v, bool causal) {
  attn::FlashAttentionArgs args;
  args.q = q.matrix.view();
  args.k = k.matrix.view();
  args.v = v.matrix.view();
  args.scale = 1 / std::sqrt(static_cast<float>(kD));
  args.causal = causal;
  return args;
}

void time_row(const char* name, const char* backend, attn::kernels::Kernel<attn::FlashAttentionArgs> kernel) {
  for (const bool causal : {false, true}) {
    const int n = 1024;
    const Operand q(n, kD, 1), k(n, kD, 2), v(n, kD, 3);
    Operand o(n, kD, 4);
    attn::Buffer<float> scratch = floats(attn::flash_attention_scratch(n, n, kD, kD));
    attn::FlashAttentionArgs args = flash_args(q, k, v, causal);
    args.o = o.matrix.view();
    args.scratch = scratch.data();
    const double pairs = causal ? 0.5 * n * (n + 1) : 1.0 * n * n;
    print(name, backend, causal ? "n = 1024, causal" : "n = 1024", 4 * pairs * kD,
          measure([&] { kernel(args); }));
  }
}

void time_row(const char* name, const char* backend,
              attn::kernels::Kernel<attn::SoftmaxAttentionArgs> kernel) {
  const int n = 1024;
  const Operand q(n, kD, 1), k(n, kD, 2), v(n, kD, 3);
  Operand o(n, kD, 4), weights(n, n, 5);
  attn::Buffer<float> scratch = floats(attn::softmax_attention_scratch(n, kD, kD));
  attn::SoftmaxAttentionArgs args{flash_args(q, k, v, false), weights.matrix.view()};
  args.base.o = o.matrix.view();
  args.base.scratch = scratch.data();
  print(name, backend, "n = 1024", 4.0 * n * n * kD, measure([&] { kernel(args); }));
}

// Tokens, and a state, for the linear kernels.
struct Linear {
  explicit Linear(int n)
      : q(n, kD, 1), k(n, kD, 2), v(n, kD, 3), o(n, kD, 4), S(floats(kD * kD)), z(floats(kD)) {}
  attn::LinearState state() { return attn::LinearState{S.data(), kD, kD, z.data()}; }
  void clear() {
    std::fill(S.begin(), S.end(), 0.0f);
    std::fill(z.begin(), z.end(), 1.0f);
  }
  Operand q, k, v, o;
  attn::Buffer<float> S, z;
};

constexpr int kTokens = 8192;
constexpr char kTokensSize[] = "n = 8192, elu+1";

void time_row(const char* name, const char* backend, attn::kernels::Kernel<attn::LinearWriteArgs> kernel) {
  Linear linear(kTokens);
  attn::Buffer<float> scratch = floats(attn::linear_write_scratch(kD, kD));
  const auto run = [&] {
    linear.clear();
    kernel({linear.k.matrix.view(), linear.v.matrix.view(), attn::Activation::kElu1, linear.state(),
            scratch.data()});
  };
  print(name, backend, kTokensSize, 2.0 * kTokens * kD * (kD + 1), measure(run));
}

void time_row(const char* name, const char* backend, attn::kernels::Kernel<attn::LinearReadArgs> kernel) {
  Linear linear(kTokens);
  linear.clear();
  attn::Buffer<float> scratch = floats(attn::linear_read_scratch(kD, kD)), normalisers = floats(kTokens);
  const auto run = [&] {
    kernel({linear.q.matrix.view(),
            attn::Activation::kElu1,
            1,
            linear.state(),
            {},
            linear.o.matrix.view(),
            normalisers.data(),
            scratch.data()});
  };
  print(name, backend, kTokensSize, 2.0 * kTokens * kD * (kD + 1), measure(run));
}

void time_row(const char* name, const char* backend, attn::kernels::Kernel<attn::LinearCausalArgs> kernel) {
  Linear linear(kTokens);
  attn::Buffer<float> scratch = floats(attn::linear_causal_scratch(kD, kD)), normalisers = floats(kTokens);
  const auto run = [&] {
    linear.clear();
    kernel({linear.q.matrix.view(),
            linear.k.matrix.view(),
            linear.v.matrix.view(),
            attn::Activation::kElu1,
            1,
            linear.state(),
            {},
            linear.o.matrix.view(),
            normalisers.data(),
            scratch.data()});
  };
  print(name, backend, kTokensSize, 4.0 * kTokens * kD * (kD + 1), measure(run));
}

void time_row(const char* name, const char* backend, attn::kernels::Kernel<attn::LinearStepArgs> kernel) {
  const int n = 1000;
  Linear linear(n);
  attn::Buffer<float> scratch = floats(attn::linear_step_scratch(kD, kD));
  float normaliser = 0;
  const auto run = [&] {
    linear.clear();
    for (int t = 0; t < n; ++t) {
      kernel({linear.q.matrix.row(t),
              linear.k.matrix.row(t),
              linear.v.matrix.row(t),
              attn::Activation::kElu1,
              linear.state(),
              linear.state(),
              {},
              linear.o.matrix.row(t),
              &normaliser,
              scratch.data()});
    }
  };
  print(name, backend, "1000 tokens, elu+1", 4.0 * n * kD * (kD + 1), measure(run));
}

void print_peak() {
#ifdef ATTENTION_SIMD128
  constexpr int kRounds = 300000;
  double operations = 0;
  const Times times = measure([&] { operations = bench::multiply_add_in_registers(kRounds); });
  std::printf("{\"peakGflops\":%.2f}\n", operations / times.min / 1e6);
#endif
}

}  // namespace

int main() {
  print_peak();
#define ATTN_KERNEL(operator_name, Args, backend) \
  time_row(#operator_name, #backend, attn::operator_name##_##backend);
#include "kernels/kernels.inc"
  print_peak();
}
