// Linear attention kernels: the references against values worked out by hand, every other backend against its
// reference. Bounds: a sum of n products a b computed in float32, in any order, is off by at most
// (n + 1 + errors of a and b in eps) eps sum |a b|, eps = 2^-24 (Higham 2002, section 3.1).
#include <algorithm>

#include "kernel_inputs.h"

using attn::Activation;
using kernel_test::kEps;
using kernel_test::Operand;
using kernel_test::Scratch;

namespace {

// phi is off by less than 2.2e-7 of itself, where all inputs are above -87, and 4.5e-7 otherwise: below 8
// eps. Denormal features are off by less than kTiny besides.
constexpr double kPhi = 8;
constexpr double kTiny = 1e-44;

struct State {
  State(int r, int d_v) : S(r, d_v, 11, 1), z(1, r, 12, 1) {}
  attn::LinearState get() { return attn::LinearState{S.data(), S.view().rows, S.view().cols, z.data()}; }
  Operand S, z;
};

struct Case {
  Activation activation;
  bool normalise;
  double mean;  // of q and k
};
// Features that go as they are need a positive mean to be divided by.
const Case kCases[] = {{Activation::kElu1, true, 0},
                       {Activation::kElu1, true, -95},
                       {Activation::kNone, false, 0},
                       {Activation::kNone, true, 6}};

struct Tokens {
  Tokens(int n_q, int n_k, int r, int d_v, const Case& one)
      : q(n_q, r, 1, 1, one.mean), k(n_k, r, 2, 1, one.mean), v(n_k, d_v, 3, 1), activation(one.activation) {
    quotient.normalise = one.normalise;
    // Keeps every divisor away from 0, whatever the state held before.
    quotient.epsilon = one.normalise ? 1000 : 0;
  }
  double phi(Operand& x, int i, int a, double factor = 1) {
    return attn::activate(activation, x.row(i)[a] * factor);
  }
  Operand q, k, v;
  Activation activation;
  attn::Quotient quotient;
};

// The quotient of a numerator and a divisor that are off by so much.
void check_quotient(double got, double expected, double numerator_error, double divisor,
                    double divisor_error) {
  REQUIRE(divisor_error < std::fabs(divisor) / 2);
  const double bound =
      (numerator_error + std::fabs(expected) * divisor_error) / (std::fabs(divisor) - divisor_error);
  CHECK(std::fabs(got - expected) <= bound + 3 * kEps * std::fabs(expected) + kTiny);
}

// One sum of so many tokens that are added one after the other, and of such sums.
int roundings_of_write(int n) {
  constexpr int kApart = attn::kLinearWriteApart;
  return std::min(n, kApart) + (n + kApart - 1) / kApart;
}

void check_write(int n, int r, int d_v, const Case& one) {
  Tokens tokens(1, n, r, d_v, one);
  const auto all = kernel_test::backends<attn::LinearWriteArgs>();
  const auto run = [&](auto kernel, State& state) {
    Scratch scratch(attn::linear_write_scratch(r, d_v));
    kernel({tokens.k.view(), tokens.v.view(), tokens.activation, state.get(), scratch.data()});
    CHECK(state.S.guards_untouched());
    CHECK(state.z.guards_untouched());
    CHECK(scratch.end_untouched());
  };
  State expected(r, d_v);
  run(all[0].run, expected);
  const int roundings = roundings_of_write(n);
  for (size_t b = 1; b < all.size(); ++b) {
    CAPTURE(all[b].name);
    State got(r, d_v), start(r, d_v);
    run(all[b].run, got);
    for (int a = 0; a < r; ++a) {
      double keys = std::fabs(start.z.data()[a]);
      for (int j = 0; j < n; ++j) keys += std::fabs(tokens.phi(tokens.k, j, a));
      CHECK(std::fabs(got.z.data()[a] - expected.z.data()[a]) <=
            (roundings + 2 + kPhi) * kEps * keys + n * kTiny);
      for (int c = 0; c < d_v; ++c) {
        double sum = std::fabs(start.S.row(a)[c]), values = 0;
        for (int j = 0; j < n; ++j) {
          sum += std::fabs(tokens.phi(tokens.k, j, a) * tokens.v.row(j)[c]);
          values += std::fabs(tokens.v.row(j)[c]) + 1;
        }
        CHECK(std::fabs(got.S.row(a)[c] - expected.S.row(a)[c]) <=
              (roundings + 3 + kPhi) * kEps * sum + values * kTiny);
      }
    }
  }
}

void check_read(int n, int r, int d_v, const Case& one, float factor) {
  Tokens tokens(n, 1, r, d_v, one);
  State state(r, d_v);
  const auto all = kernel_test::backends<attn::LinearReadArgs>();
  const auto run = [&](auto kernel, Operand& o, Operand& normaliser) {
    Scratch scratch(attn::linear_read_scratch(r, d_v));
    kernel({tokens.q.view(), tokens.activation, factor, state.get(), tokens.quotient, o.view(),
            normaliser.data(), scratch.data()});
    CHECK(o.guards_untouched());
    CHECK(normaliser.guards_untouched());
    CHECK(scratch.end_untouched());
  };
  Operand expected(n, d_v), expected_normaliser(1, n);
  run(all[0].run, expected, expected_normaliser);
  for (size_t b = 1; b < all.size(); ++b) {
    CAPTURE(all[b].name);
    Operand got(n, d_v), normaliser(1, n);
    run(all[b].run, got, normaliser);
    for (int i = 0; i < n; ++i) {
      double magnitude = 0, rest = 0;
      for (int a = 0; a < r; ++a) {
        magnitude += std::fabs(tokens.phi(tokens.q, i, a, factor) * state.z.data()[a]);
        rest += kTiny * (std::fabs(state.z.data()[a]) + 1);
      }
      // Scaling q moves phi(q) by eps |x| phi at most: another 110 eps down to where phi underflows.
      const double errors = r + 2 + kPhi + (factor == 1 ? 0 : 110);
      const double normaliser_error = errors * kEps * magnitude + rest;
      CHECK(std::fabs(normaliser.data()[i] - expected_normaliser.data()[i]) <= normaliser_error);
      const double divisor = one.normalise ? expected_normaliser.data()[i] + tokens.quotient.epsilon : 1;
      for (int c = 0; c < d_v; ++c) {
        double sum = 0;
        for (int a = 0; a < r; ++a) sum += std::fabs(tokens.phi(tokens.q, i, a, factor) * state.S.row(a)[c]);
        check_quotient(got.row(i)[c], expected.row(i)[c], errors * kEps * sum + r * 10 * kTiny, divisor,
                       one.normalise ? normaliser_error + 2 * kEps * std::fabs(divisor) : 0);
      }
    }
  }
}

void check_causal(int n, int r, int d_v, const Case& one) {
  Tokens tokens(n, n, r, d_v, one);
  const auto all = kernel_test::backends<attn::LinearCausalArgs>();
  const auto run = [&](auto kernel, State& state, Operand& o, Operand& normaliser) {
    Scratch scratch(attn::linear_causal_scratch(r, d_v));
    kernel({tokens.q.view(), tokens.k.view(), tokens.v.view(), tokens.activation, 1, state.get(),
            tokens.quotient, o.view(), normaliser.data(), scratch.data()});
    CHECK(o.guards_untouched());
    CHECK(normaliser.guards_untouched());
    CHECK(state.S.guards_untouched());
    CHECK(scratch.end_untouched());
  };
  State after(r, d_v), start(r, d_v);
  Operand expected(n, d_v), expected_normaliser(1, n);
  run(all[0].run, after, expected, expected_normaliser);
  for (size_t b = 1; b < all.size(); ++b) {
    CAPTURE(all[b].name);
    State state(r, d_v);
    Operand got(n, d_v), normaliser(1, n);
    run(all[b].run, state, got, normaliser);
    // Sizes of the sums behind S and z, which grow token by token.
    std::vector<double> S_size(size_t(r) * d_v), z_size(r);
    for (int a = 0; a < r; ++a) {
      z_size[a] = std::fabs(start.z.data()[a]);
      for (int c = 0; c < d_v; ++c) S_size[a * d_v + c] = std::fabs(start.S.row(a)[c]);
    }
    for (int t = 0; t < n; ++t) {
      double normaliser_size = 0;
      std::vector<double> row_size(d_v);
      for (int a = 0; a < r; ++a) {
        const double key = std::fabs(tokens.phi(tokens.k, t, a)),
                     query = std::fabs(tokens.phi(tokens.q, t, a));
        z_size[a] += key;
        normaliser_size += query * z_size[a];
        for (int c = 0; c < d_v; ++c) {
          S_size[a * d_v + c] += key * std::fabs(tokens.v.row(t)[c]);
          row_size[c] += query * S_size[a * d_v + c];
        }
      }
      // The way from an input to the result: two features, t + 1 tokens and r features summed, three
      // products.
      const double errors = 2 * kPhi + t + 1 + r + 4;
      const double normaliser_error = errors * kEps * normaliser_size + 10 * n * r * kTiny;
      CHECK(std::fabs(normaliser.data()[t] - expected_normaliser.data()[t]) <= normaliser_error);
      const double divisor = one.normalise ? expected_normaliser.data()[t] + tokens.quotient.epsilon : 1;
      for (int c = 0; c < d_v; ++c) {
        check_quotient(got.row(t)[c], expected.row(t)[c], errors * kEps * row_size[c] + 10 * n * r * kTiny,
                       divisor, one.normalise ? normaliser_error + 2 * kEps * std::fabs(divisor) : 0);
      }
    }
    for (int a = 0; a < r; ++a) {
      CHECK(std::fabs(state.z.data()[a] - after.z.data()[a]) <=
            (n + 2 + kPhi) * kEps * z_size[a] + n * kTiny);
      for (int c = 0; c < d_v; ++c) {
        CHECK(std::fabs(state.S.row(a)[c] - after.S.row(a)[c]) <=
              (n + 3 + kPhi) * kEps * S_size[a * d_v + c] + 10 * n * kTiny);
      }
    }
  }
}

}  // namespace

TEST_CASE("linear kernels, reference: by hand") {
  // Two tokens, phi(k) = 2 then exp(-1), phi(q) = 1 then 3, v = 5 then 7.
  const float q[] = {0, 2}, k[] = {1, -1}, v[] = {5, 7};
  const double e = std::exp(-1);
  float S = 0, z = 0, o[2], normaliser[2];
  Scratch scratch(64);
  attn::linear_causal_reference({{q, 2, 1},
                                 {k, 2, 1},
                                 {v, 2, 1},
                                 Activation::kElu1,
                                 1,
                                 attn::LinearState{&S, 1, 1, &z},
                                 {},
                                 {o, 2, 1},
                                 normaliser,
                                 scratch.data()});
  CHECK(o[0] == 5);
  CHECK(normaliser[0] == 2);
  CHECK(o[1] == test::relative((10 + 7 * e) / (2 + e), 2 * kEps));
  CHECK(normaliser[1] == test::relative(3 * (2 + e), 2 * kEps));
  CHECK(S == test::relative(10 + 7 * e, 2 * kEps));
  CHECK(z == test::relative(2 + e, 2 * kEps));

  float T = 0, y = 0;
  attn::linear_write_reference(
      {{k, 2, 1}, {v, 2, 1}, Activation::kElu1, attn::LinearState{&T, 1, 1, &y}, scratch.data()});
  CHECK(T == S);
  CHECK(y == z);
  // Half of q: phi(0) = 1 and phi(1) = 2. An epsilon joins the divisor.
  attn::linear_read_reference({{q, 2, 1},
                               Activation::kElu1,
                               0.5f,
                               attn::LinearState{&T, 1, 1, &y},
                               {true, 1},
                               {o, 2, 1},
                               normaliser,
                               scratch.data()});
  CHECK(o[1] == test::relative(2 * (10 + 7 * e) / (2 * (2 + e) + 1), 4 * kEps));
  CHECK(normaliser[1] == test::relative(2 * (2 + e), 4 * kEps));
}

TEST_CASE("linear kernels: a divisor of 0 gives a row of zeros") {
  const float q[] = {1, 1}, k[] = {1, -1}, v[] = {3};
  const auto check = [](float o, float normaliser) {
    CHECK(o == 0);
    CHECK(normaliser == 0);
  };
  for (const auto& backend : kernel_test::backends<attn::LinearCausalArgs>()) {
    CAPTURE(backend.name);
    float S[2] = {}, z[2] = {}, o = 9, normaliser = 9;
    Scratch scratch(attn::linear_causal_scratch(2, 1));
    backend.run({{q, 1, 2},
                 {k, 1, 2},
                 {v, 1, 1},
                 Activation::kNone,
                 1,
                 attn::LinearState{S, 2, 1, z},
                 {},
                 {&o, 1, 1},
                 &normaliser,
                 scratch.data()});
    check(o, normaliser);
  }
  for (const auto& backend : kernel_test::backends<attn::LinearStepArgs>()) {
    CAPTURE(backend.name);
    float S[2] = {}, z[2] = {}, o = 9, normaliser = 9;
    Scratch scratch(attn::linear_step_scratch(2, 1));
    backend.run({q,
                 k,
                 v,
                 Activation::kNone,
                 attn::LinearState{S, 2, 1, z},
                 attn::LinearState{S, 2, 1, z},
                 {},
                 &o,
                 &normaliser,
                 scratch.data()});
    check(o, normaliser);
  }
}

TEST_CASE("linear_write, linear_read and linear_causal: sizes around the lanes") {
  for (const Case& one : kCases) {
    CAPTURE(one.mean);
    CAPTURE(one.normalise);
    for (const int n : kernel_test::kSizes) {
      for (const int r : {1, 3, 4, 5, 8, 63, 65}) {
        for (const int d_v : {1, 7, 8, 9, 64}) {
          CAPTURE(n);
          CAPTURE(r);
          CAPTURE(d_v);
          check_write(n, r, d_v, one);
          check_read(n, r, d_v, one, 1);
          check_causal(n, r, d_v, one);
        }
      }
    }
    check_read(9, 5, 9, one, 0.3f);
  }
}

TEST_CASE("linear_write: more tokens than are summed apart") {
  check_write(3 * attn::kLinearWriteApart + 70, 5, 9, kCases[0]);
}

TEST_CASE(
    "linear_causal and linear_step: state and output have the same bits however the tokens are spread over "
    "calls") {
  // With features that underflow among the others: phi must not depend on its neighbours.
  Tokens tokens(40, 40, 7, 9, {Activation::kElu1, true, -86});
  for (const auto& backend : kernel_test::backends<attn::LinearCausalArgs>()) {
    CAPTURE(backend.name);
    // The reference rounds its state when a call ends.
    if (backend.run == attn::linear_causal_reference) continue;
    const auto run = [&](int first, int end, State& state, Operand& o) {
      Operand normaliser(1, 40);
      Scratch scratch(attn::linear_causal_scratch(7, 9));
      const int n = end - first;
      backend.run({{tokens.q.row(first), n, 7},
                   {tokens.k.row(first), n, 7},
                   {tokens.v.row(first), n, 9},
                   tokens.activation,
                   1,
                   state.get(),
                   tokens.quotient,
                   {o.row(first), n, 9},
                   normaliser.data(),
                   scratch.data()});
    };
    State once(7, 9), twice(7, 9), stepped(7, 9);
    Operand a(40, 9), b(40, 9);
    run(0, 40, once, a);
    const int split = 19;
    run(0, split, twice, b);
    run(split, 40, twice, b);
    for (int t = 0; t < 40; ++t) {
      float o[9], normaliser;
      Scratch scratch(attn::linear_step_scratch(7, 9));
      attn::kernels::run(attn::LinearStepArgs{tokens.q.row(t), tokens.k.row(t), tokens.v.row(t),
                                              tokens.activation, stepped.get(), stepped.get(),
                                              tokens.quotient, o, &normaliser, scratch.data()});
    }
    for (int i = 0; i < 40 * 9; ++i) CHECK(a.data()[i] == b.data()[i]);
    for (int i = 0; i < 7 * 9; ++i) {
      CHECK(once.S.data()[i] == twice.S.data()[i]);
      CHECK(once.S.data()[i] == stepped.S.data()[i]);
    }
    for (int i = 0; i < 7; ++i) {
      CHECK(once.z.data()[i] == twice.z.data()[i]);
      CHECK(once.z.data()[i] == stepped.z.data()[i]);
    }
  }
}

TEST_CASE("linear_step: the causal reference, a token a call") {
  for (const auto& backend : kernel_test::backends<attn::LinearStepArgs>()) {
    CAPTURE(backend.name);
    for (const Case& one : kCases) {
      for (const int r : kernel_test::kSizes) {
        for (const int d_v : {1, 3, 4, 7, 8, 16, 17, 63, 64, 65}) {
          CAPTURE(r);
          CAPTURE(d_v);
          Tokens tokens(3, 3, r, d_v, one);
          State expected_state(r, d_v), start(r, d_v);
          // As a stream keeps it: z behind S. The first token goes over the state, the others from one copy
          // to the other.
          Operand copies[] = {{r, d_v + 1}, {r, d_v + 1}};
          std::copy_n(start.S.data(), r * d_v, copies[0].data());
          std::copy_n(start.z.data(), r, copies[0].data() + r * d_v);
          const auto held = [&](int copy) {
            float* const S = copies[copy % 2].data();
            return attn::LinearState{S, r, d_v, S + r * d_v};
          };
          Operand expected(3, d_v), expected_normaliser(1, 3), got(3, d_v), normaliser(1, 3);
          Scratch scratch(attn::linear_causal_scratch(r, d_v)),
              step_scratch(attn::linear_step_scratch(r, d_v));
          attn::linear_causal_reference({tokens.q.view(), tokens.k.view(), tokens.v.view(), tokens.activation,
                                         1, expected_state.get(), tokens.quotient, expected.view(),
                                         expected_normaliser.data(), scratch.data()});
          for (int t = 0; t < 3; ++t) {
            backend.run({tokens.q.row(t), tokens.k.row(t), tokens.v.row(t), tokens.activation,
                         held(std::max(t - 1, 0)), held(t), tokens.quotient, got.row(t),
                         normaliser.data() + t, step_scratch.data()});
          }
          CHECK(got.guards_untouched());
          CHECK(copies[0].guards_untouched());
          CHECK(copies[1].guards_untouched());
          CHECK(step_scratch.end_untouched());
          const double errors = (r + 3 + 4 + 2 * kPhi) * kEps;
          for (int t = 0; t < 3; ++t) {
            double divisor_size = 0;
            std::vector<double> row_size(d_v);
            for (int a = 0; a < r; ++a) {
              const double query = std::fabs(tokens.phi(tokens.q, t, a));
              double z = std::fabs(start.z.data()[a]);
              for (int j = 0; j <= t; ++j) z += std::fabs(tokens.phi(tokens.k, j, a));
              divisor_size += query * z;
              for (int c = 0; c < d_v; ++c) {
                double entry = std::fabs(start.S.row(a)[c]);
                for (int j = 0; j <= t; ++j) {
                  entry += std::fabs(tokens.phi(tokens.k, j, a) * tokens.v.row(j)[c]);
                }
                row_size[c] += query * entry;
              }
            }
            const double rest = 100 * r * kTiny, divisor_error = errors * divisor_size + rest;
            CHECK(std::fabs(normaliser.data()[t] - expected_normaliser.data()[t]) <= divisor_error);
            const double divisor =
                one.normalise ? expected_normaliser.data()[t] + tokens.quotient.epsilon : 1;
            for (int c = 0; c < d_v; ++c) {
              check_quotient(got.row(t)[c], expected.row(t)[c], errors * row_size[c] + rest, divisor,
                             one.normalise ? divisor_error + 2 * kEps * std::fabs(divisor) : 0);
            }
          }
        }
      }
    }
  }
}
