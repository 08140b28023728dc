// attend() with every mechanism, size, mask, pattern, update and option. Whatever comes in, a call is refused
// with a sentence or returns finite numbers; and where numbers are tame, other ways to the same answer agree
// with it.
#include "input.h"

namespace {

using attn::Mechanism;

// What is never read stands in memory that the sanitizer would not notice: a NaN there would show in the
// result.
void poison(fuzz::Rows& rows, const std::vector<uint8_t>& mask) {
  for (int i = 0; i < rows.rows && !mask.empty(); ++i) {
    for (int c = 0; c < rows.cols && mask[i] == 0; ++c) rows.data[i * rows.cols + c] = NAN;
  }
}

void require_sound(const attn::Attended& out, const attn::AttendOptions& options, int n_q, int d_v) {
  FUZZ_REQUIRE(out.output.rows() == n_q && out.output.cols() == d_v);
  FUZZ_REQUIRE(out.status.size() == static_cast<size_t>(n_q));
  fuzz::require_finite(out.output.data(), out.output.size());
  fuzz::require_finite(out.weights.data(), out.weights.size());
  fuzz::require_finite(out.normaliser.data(), out.normaliser.size());
  fuzz::require_finite(out.state_S.data(), out.state_S.size());
  fuzz::require_finite(out.state_z.data(), out.state_z.size());
  for (int i = 0; i < n_q; ++i) {
    const auto status = static_cast<attn::RowStatus>(out.status[i]);
    FUZZ_REQUIRE(out.status[i] <= 3);
    const bool softmax = options.mechanism != Mechanism::kLinear;
    FUZZ_REQUIRE(!softmax || out.status[i] <= 1);
    if (status == attn::RowStatus::kNoPermittedKey || status == attn::RowStatus::kZeroNormaliser) {
      for (int c = 0; c < d_v; ++c) FUZZ_REQUIRE(out.output.row(i)[c] == 0);
    }
    if (options.want_log_sum_exp) {
      FUZZ_REQUIRE(!std::isnan(out.log_sum_exp[i]));
      FUZZ_REQUIRE((out.log_sum_exp[i] == -INFINITY) == (status == attn::RowStatus::kNoPermittedKey));
    }
    if (options.want_weights && softmax && status == attn::RowStatus::kOk) {
      double sum = 0;
      for (int j = 0; j < out.weights.cols(); ++j) sum += out.weights.row(i)[j];
      // Each weight is rounded once, and they sum to 1.
      FUZZ_REQUIRE(std::fabs(sum - 1) <= (out.weights.cols() + 4) * 0x1p-23);
    }
  }
}

double largest(const fuzz::Rows& rows) {
  double most = 1;
  for (const float x : rows.data) most = std::fmax(most, std::isnan(x) ? 0 : std::fabs(x));
  return most;
}

// How far float32 may lie from float64 where no cancellation can be: the outputs are means of v.
double distance(const fuzz::Rows& q, const fuzz::Rows& k, const fuzz::Rows& v,
                const attn::AttendOptions& options) {
  const double scale = options.has_scale ? std::fabs(options.scale) : 1;
  if (options.mechanism == Mechanism::kLinear) {
    // Features of 8 roundings each, 110 more where the query is scaled, and sums over features and keys, all
    // of one sign: numerator and divisor are each off by so many roundings of their size.
    return 2 * (2 * 8 + 110 + q.cols + k.rows + 6) * 0x1p-24 * largest(v);
  }
  // Scores are sums of d_k products, each off by a rounding of its size, and a weight is off by as much as
  // its score is; half the sum of |weights| errors stays below twice that.
  const double score = q.cols * largest(q) * largest(k) * std::fmax(scale, 1);
  return 0x1p-23 * ((q.cols + 4) * score + 2 * k.rows + 8) * 2 * largest(v);
}

bool gives_means(const attn::AttendOptions& options) {
  return options.mechanism != Mechanism::kLinear ||
         (options.map.kind == attn::MapKind::kElu1 && options.update.kind == attn::UpdateKind::kSum &&
          options.normalise);
}

void compare_precisions(const fuzz::Rows& q, const fuzz::Rows& k, const fuzz::Rows& v,
                        attn::AttendOptions options, const attn::Attended& fast) {
  options.precision = attn::Precision::kFloat64;
  attn::Attended exact;
  FUZZ_REQUIRE(attn::attend(q.view(), k.view(), v.view(), options, exact).ok());
  const double bound = distance(q, k, v, options);
  for (size_t i = 0; i < fast.output.size(); ++i) {
    FUZZ_REQUIRE(std::fabs(fast.output.data()[i] - exact.output.data()[i]) <= bound);
  }
  for (size_t i = 0; i < fast.status.size(); ++i) FUZZ_REQUIRE(fast.status[i] == exact.status[i]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t length) {
  fuzz::Bytes bytes(data, length);
  const auto numbers = static_cast<fuzz::Numbers>(fuzz::size(bytes, 0, 2));
  const int most = fuzz::size(bytes, 0, 20) == 0 ? 70 : 14;
  const int n_q = fuzz::size(bytes, 0, most), d_k = fuzz::size(bytes, 0, 9), d_v = fuzz::size(bytes, 0, 9);
  const int n_k = bytes.ConsumeBool() ? n_q : fuzz::size(bytes, 0, most);

  attn::AttendOptions options;
  options.mechanism = static_cast<Mechanism>(fuzz::size(bytes, 0, 3));
  options.causal = static_cast<attn::Causal>(fuzz::size(bytes, 0, 2));
  options.precision = static_cast<attn::Precision>(bytes.ConsumeBool());
  options.has_scale = bytes.ConsumeBool();
  options.scale = fuzz::real_option(bytes, fuzz::size(bytes, -8, 8) / 4.0);
  options.block_rows = fuzz::option(bytes, 0, 9);
  options.block_cols = fuzz::option(bytes, 0, 9);
  options.form = static_cast<attn::Form>(fuzz::size(bytes, 0, 4));
  options.chunk = fuzz::option(bytes, 0, 9);
  options.normalise = fuzz::size(bytes, 0, 3) != 0;
  options.epsilon = fuzz::real_option(bytes, bytes.ConsumeBool() ? 0 : 1e-6);
  options.want_weights = bytes.ConsumeBool();
  options.want_log_sum_exp = bytes.ConsumeBool() && options.mechanism != Mechanism::kLinear;
  options.want_normaliser = bytes.ConsumeBool() && options.mechanism == Mechanism::kLinear;
  options.want_state = bytes.ConsumeBool() && options.mechanism == Mechanism::kLinear;
  options.want_trace = bytes.ConsumeBool() && options.mechanism == Mechanism::kFlash;
  if (options.mechanism == Mechanism::kFlash) options.want_weights = false;

  const fuzz::Map map(bytes, d_k, numbers);
  const fuzz::Gates gates(bytes, n_k);
  const fuzz::SparsePattern pattern(bytes, n_k);
  options.map = map.map;
  options.update = gates.update;
  options.pattern = pattern.pattern;
  std::vector<uint8_t> key_mask, mask;
  if (bytes.ConsumeBool()) {
    for (int j = 0; j < n_k; ++j) key_mask.push_back(fuzz::size(bytes, 0, 3) != 0);
    options.key_mask = key_mask.data();
  }
  if (options.mechanism != Mechanism::kLinear && bytes.ConsumeBool()) {
    for (int j = 0; j < n_q * n_k; ++j) mask.push_back(fuzz::size(bytes, 0, 3) != 0);
    options.mask = mask.data();
  }
  fuzz::Rows q(bytes, n_q, d_k, numbers), k(bytes, n_k, d_k, numbers), v(bytes, n_k, d_v, numbers);
  poison(k, key_mask);
  poison(v, key_mask);

  attn::Attended out;
  const attn::Status status = attn::attend(q.view(), k.view(), v.view(), options, out);
  if (!status.ok()) {
    fuzz::require_sentence(status);
    return 0;
  }
  require_sound(out, options, n_q, d_v);
  if (gives_means(options) && numbers == fuzz::Numbers::kTame &&
      options.precision == attn::Precision::kFloat32 && std::fabs(options.scale) <= 4) {
    compare_precisions(q, k, v, options, out);
  }
  return 0;
}
