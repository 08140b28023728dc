// Softmax kernels: the references against values worked out by hand, every other backend against its
// reference.
#include <algorithm>

#include "kernel_inputs.h"

using attn::FlashAttentionArgs;
using attn::SoftmaxAttentionArgs;
using kernel_test::kEps;
using kernel_test::Operand;
using kernel_test::Scratch;

namespace {

struct Problem {
  Problem(int n_q, int n_k, int d_k, int d_v, double magnitude = 1)
      : q(n_q, d_k, 1, magnitude), k(n_k, d_k, 2, magnitude), v(n_k, d_v, 3, 1) {
    args.q = q.view();
    args.k = k.view();
    args.v = v.view();
    args.scale = static_cast<float>(1 / std::sqrt(static_cast<double>(d_k)));
  }

  struct Result {
    std::vector<float> o, log_sum_exp, weights;
  };
  Result run(attn::kernels::Kernel<SoftmaxAttentionArgs> kernel) {
    Operand weights(args.q.rows, args.k.rows);
    Scratch scratch(attn::softmax_attention_scratch(args.k.rows, args.q.cols, args.v.cols));
    Result result = run_with(scratch, [&] { kernel({args, weights.view()}); });
    CHECK(weights.guards_untouched());
    result.weights.assign(weights.data(), weights.data() + weights.view().size());
    return result;
  }
  Result run(attn::kernels::Kernel<FlashAttentionArgs> kernel) {
    Scratch scratch(attn::flash_attention_scratch(args.q.rows, args.k.rows, args.q.cols, args.v.cols));
    return run_with(scratch, [&] { kernel(args); });
  }
  template <class Run>
  Result run_with(Scratch& scratch, Run run_kernel) {
    Operand o(args.q.rows, args.v.cols), log_sum_exp(1, args.q.rows);
    args.o = o.view();
    args.log_sum_exp = log_sum_exp.data();
    args.scratch = scratch.data();
    run_kernel();
    CHECK(o.guards_untouched());
    CHECK(log_sum_exp.guards_untouched());
    CHECK(scratch.end_untouched());
    return {
        {o.data(), o.data() + o.view().size()}, {log_sum_exp.data(), log_sum_exp.data() + args.q.rows}, {}};
  }

  // A score is a sum of d_k products, each factor rounded once more by the scaling and the sum by as many
  // additions: off by at most (d_k + 4) eps of the sum of magnitudes. The largest over the permitted keys of
  // row i.
  double score_error(int i) const {
    double worst = 0;
    for (int j = 0; j < args.permitted(i); ++j) {
      double magnitudes = 0;
      for (int c = 0; c < args.q.cols; ++c) {
        magnitudes += std::fabs(static_cast<double>(args.q.row(i)[c]) * args.k.row(j)[c]);
      }
      worst = std::max(worst, magnitudes);
    }
    return (args.q.cols + 4) * kEps * worst * args.scale;
  }
  double largest_value() const {
    double largest = 0;
    for (size_t i = 0; i < args.v.size(); ++i) largest = std::max(largest, std::fabs(double(args.v.data[i])));
    return largest;
  }

  void check_all_backends() {
    check<FlashAttentionArgs>();
    check<SoftmaxAttentionArgs>();
  }
  template <class Args>
  void check() {
    const auto all = kernel_test::backends<Args>();
    const Result expected = run(all[0].run);
    const double value = largest_value();
    for (size_t b = 1; b < all.size(); ++b) {
      CAPTURE(all[b].name);
      const Result got = run(all[b].run);
      for (int i = 0; i < args.q.rows; ++i) {
        CAPTURE(i);
        const double from_scores = score_error(i), terms = args.permitted(i);
        // A weight is off by e^(score error), by its own exponential (2.2 eps) and a rescaling; numerator and
        // normaliser each sum `terms` of them. The quotient is a weighted mean: both errors scale with max
        // |v|.
        const double bound = (2 * std::expm1(from_scores) + (2 * terms + 12) * kEps) * value;
        for (int c = 0; c < args.v.cols; ++c) {
          CHECK(std::fabs(got.o[i * args.v.cols + c] - expected.o[i * args.v.cols + c]) <= bound);
        }
        for (size_t j = 0; j < got.weights.size() / args.q.rows; ++j) {
          const size_t at = i * static_cast<size_t>(args.k.rows) + j;
          // Relative, but for what underflows.
          CHECK(std::fabs(got.weights[at] - expected.weights[at]) <=
                bound / value * expected.weights[at] + 0x1p-125);
          if (static_cast<int>(j) >= args.permitted(i)) CHECK(got.weights[at] == 0);
        }
        if (args.permitted(i) == 0) {
          CHECK(got.log_sum_exp[i] == -INFINITY);
        } else {
          const double size = std::fabs(expected.log_sum_exp[i]) + std::log(terms) + 1;
          CHECK(std::fabs(got.log_sum_exp[i] - expected.log_sum_exp[i]) <=
                from_scores + (terms + 4) * kEps + 4 * kEps * size);
        }
      }
    }
  }

  Operand q, k, v;
  FlashAttentionArgs args;
};

}  // namespace

TEST_CASE("softmax kernels, reference: by hand") {
  // Scores 0 and ln 3: weights 1/4 and 3/4.
  Problem problem(1, 2, 1, 2);
  problem.q.data()[0] = 1;
  problem.k.data()[0] = 0;
  problem.k.data()[1] = std::log(3.0f);
  const float values[] = {4, 0, 8, -4};
  std::copy(values, values + 4, problem.v.data());
  problem.args.scale = 1;
  const auto result = problem.run(attn::flash_attention_reference);
  CHECK(result.o[0] == test::relative(7, 4 * kEps));
  CHECK(result.o[1] == test::relative(-3, 4 * kEps));
  CHECK(result.log_sum_exp[0] == test::relative(std::log(4.0), 4 * kEps));

  const auto held = problem.run(attn::softmax_attention_reference);
  CHECK(held.o[0] == test::relative(7, 4 * kEps));
  CHECK(held.weights[0] == test::relative(0.25, 4 * kEps));
  CHECK(held.weights[1] == test::relative(0.75, 4 * kEps));
  CHECK(held.log_sum_exp[0] == test::relative(std::log(4.0), 4 * kEps));
}

TEST_CASE("softmax kernels: sizes around the lanes") {
  for (const int n : kernel_test::kSizes) {
    for (const int d : kernel_test::kSizes) {
      CAPTURE(n);
      CAPTURE(d);
      Problem(n, n, d, d).check_all_backends();
      Problem(n, 66 - n, d, 66 - d).check_all_backends();
    }
  }
}

TEST_CASE("softmax kernels: causal, from either corner") {
  for (const int n_q : kernel_test::kSizes) {
    for (const int n_k : {1, 5, 8, 20, 64, 65, 90}) {
      for (const int offset : {n_k - n_q, 0}) {
        CAPTURE(n_q);
        CAPTURE(n_k);
        CAPTURE(offset);
        Problem problem(n_q, n_k, 5, 9);
        problem.args.causal = true;
        problem.args.offset = offset;
        problem.check_all_backends();
      }
    }
  }
}

TEST_CASE("softmax kernels: more keys than are weighed, and than are packed, at a time") {
  REQUIRE(attn::FlashBlocks::packed_keys(1400, 64, 64) < 1400);
  for (const bool causal : {false, true}) {
    CAPTURE(causal);
    Problem problem(37, 1400, 64, 64);
    problem.args.causal = causal;
    problem.args.offset = 1400 - 37 - 300;
    problem.check_all_backends();
  }
  // The kernel that holds its scores packs more of them; wide values leave room for few.
  REQUIRE(attn::softmax_packed_keys(300, 3, 20000) < 300);
  for (const bool causal : {false, true}) {
    CAPTURE(causal);
    Problem problem(18, 300, 3, 20000);
    problem.args.causal = causal;
    problem.args.offset = 300 - 18 - 30;
    problem.check_all_backends();
  }
}

TEST_CASE("softmax kernels: what is not permitted is not used") {
  const auto check = [](const auto& backend) {
    CAPTURE(backend.name);
    Problem problem(20, 20, 8, 8);
    problem.args.causal = true;
    const auto before = problem.run(backend.run);
    for (int c = 0; c < 8; ++c) problem.k.row(13)[c] = problem.v.row(13)[c] = 1e6f;
    const auto after = problem.run(backend.run);
    for (int i = 0; i < 13 * 8; ++i) CHECK(after.o[i] == before.o[i]);
    CHECK(after.o[13 * 8] != before.o[13 * 8]);
  };
  for (const auto& backend : kernel_test::backends<FlashAttentionArgs>()) check(backend);
  for (const auto& backend : kernel_test::backends<SoftmaxAttentionArgs>()) check(backend);
}

TEST_CASE("softmax kernels: scores at which an exponential without its maximum overflows") {
  for (const double centre : {90.0, 100.0, 3000.0, 4e6}) {
    CAPTURE(centre);
    Problem problem(9, 70, 4, 4);
    for (int i = 0; i < 9; ++i) problem.q.row(i)[0] = static_cast<float>(centre);
    for (int j = 0; j < 70; ++j) problem.k.row(j)[0] = 2;  // scores near `centre`
    problem.check_all_backends();
  }
}

TEST_CASE("softmax kernels: a maximum that grows from tile to tile, and one that stands first") {
  for (const double step : {0.05, -0.05}) {
    CAPTURE(step);
    Problem problem(6, 700, 4, 4);
    for (int i = 0; i < 6; ++i) problem.q.row(i)[0] = 2;
    for (int j = 0; j < 700; ++j) problem.k.row(j)[0] = static_cast<float>(step * j);
    problem.check_all_backends();
  }
}

TEST_CASE("softmax kernels: a score that float32 cannot hold makes its row NaN, not a wrong number") {
  const auto check = [](const auto& backend) {
    CAPTURE(backend.name);
    for (const float sign : {1.0f, -1.0f}) {
      Problem problem(5, 9, 2, 3);
      for (int c = 0; c < 2; ++c) problem.q.row(2)[c] = 1e30f;
      for (int j = 0; j < 9; ++j) {
        for (int c = 0; c < 2; ++c) problem.k.row(j)[c] = sign * 1e20f;
      }
      const auto result = problem.run(backend.run);
      for (int c = 0; c < 3; ++c) CHECK(std::isnan(result.o[2 * 3 + c]));
    }
  };
  // The references compute in double, which can hold it.
  const auto flash = kernel_test::backends<FlashAttentionArgs>();
  for (size_t b = 1; b < flash.size(); ++b) check(flash[b]);
  const auto held = kernel_test::backends<SoftmaxAttentionArgs>();
  for (size_t b = 1; b < held.size(); ++b) check(held[b]);
}
