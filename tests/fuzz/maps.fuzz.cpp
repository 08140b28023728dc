// Feature maps, spectra, statistics, products, random numbers and the trainer.
#include "attn/analysis.h"
#include "attn/random.h"
#include "attn/trainer.h"
#include "input.h"

namespace {

void feature_map(fuzz::Bytes& bytes, fuzz::Numbers numbers) {
  const fuzz::Rows x(bytes, fuzz::size(bytes, 0, 9), fuzz::size(bytes, 0, 7), numbers);
  const fuzz::Map map(bytes, x.cols, numbers);
  attn::OwnedMatrix out;
  const auto role = bytes.ConsumeBool() ? attn::Role::kQuery : attn::Role::kKey;
  const attn::Status status = attn::feature_map(x.view(), map.map, role, fuzz::option(bytes, 0, 12), out);
  if (!status.ok()) return fuzz::require_sentence(status);
  FUZZ_REQUIRE(out.rows() == x.rows && out.cols() == attn::feature_dim(map.map, x.cols));
  fuzz::require_finite(out.data(), out.size());
  const bool signed_map = map.map.kind == attn::MapKind::kIdentity ||
                          map.map.kind == attn::MapKind::kTrigonometric ||
                          map.map.kind == attn::MapKind::kTaylor2;
  for (size_t i = 0; i < out.size() && !signed_map; ++i) FUZZ_REQUIRE(out.data()[i] >= 0);
}

void spectrum(fuzz::Bytes& bytes, fuzz::Numbers numbers) {
  const int d = fuzz::size(bytes, 0, 5);
  const fuzz::Rows q(bytes, fuzz::size(bytes, 0, 9), d, numbers),
      k(bytes, fuzz::size(bytes, 0, 9), d, numbers);
  const fuzz::Map map(bytes, d, numbers);
  attn::Kernel kernel;
  kernel.kind = static_cast<attn::Kernel::Kind>(bytes.ConsumeBool());
  kernel.map = map.map;
  kernel.has_scale = bytes.ConsumeBool();
  kernel.scale = fuzz::real_option(bytes, 0.5);
  attn::Spectrum out;
  const attn::Status status = attn::kernel_spectrum(q.view(), k.view(), kernel, out);
  if (!status.ok()) return fuzz::require_sentence(status);
  for (size_t i = 0; i < out.singular_values.size(); ++i) {
    FUZZ_REQUIRE(std::isfinite(out.singular_values[i]) && out.singular_values[i] >= 0);
    FUZZ_REQUIRE(i == 0 || out.singular_values[i] <= out.singular_values[i - 1]);
  }
  FUZZ_REQUIRE(out.rank >= 0 && out.rank <= static_cast<int>(out.singular_values.size()));
}

void statistics(fuzz::Bytes& bytes, fuzz::Numbers numbers) {
  const int rows = fuzz::size(bytes, 0, 6), cols = fuzz::size(bytes, 0, 6);
  const fuzz::Rows a(bytes, rows, cols, numbers), b(bytes, rows, cols, numbers);
  attn::RowStatistics own;
  attn::WeightComparison weights;
  attn::Comparison entries;
  attn::OwnedMatrix product;
  double count = 0;
  const bool transpose_a = bytes.ConsumeBool();
  const auto precision = static_cast<attn::Precision>(bytes.ConsumeBool());
  for (const attn::Status& status :
       {attn::row_statistics(a.view(), own), attn::compare_weights(a.view(), b.view(), weights),
        attn::compare(a.view(), b.view(), entries),
        attn::multiply(a.view(), transpose_a, b.view(), !transpose_a, precision, product, count)}) {
    if (!status.ok()) fuzz::require_sentence(status);
  }
  attn::RandomFeatureError error;
  const attn::Status status =
      attn::random_feature_error(a.data.data(), b.data.data(), rows * cols, fuzz::option(bytes, 1, 9), error);
  if (!status.ok()) return fuzz::require_sentence(status);
  FUZZ_REQUIRE(error.positive >= 0 && error.hyperbolic >= 0 && error.trigonometric >= 0);
}

void random(fuzz::Bytes& bytes) {
  attn::OwnedMatrix out;
  const double scale = fuzz::real_option(bytes, 2);
  const attn::Status status = attn::random_matrix(
      fuzz::option(bytes, 0, 20), fuzz::size(bytes, -1, 20), bytes.ConsumeIntegral<uint32_t>(),
      static_cast<attn::Distribution>(fuzz::size(bytes, 0, 3)), scale, out);
  if (!status.ok()) return fuzz::require_sentence(status);
  fuzz::require_finite(out.data(), out.size());
}

void trainer(fuzz::Bytes& bytes, fuzz::Numbers numbers) {
  const int d = fuzz::size(bytes, 0, 4);
  const fuzz::Rows q(bytes, fuzz::size(bytes, 0, 6), d, numbers),
      k(bytes, fuzz::size(bytes, 0, 6), d, numbers);
  attn::TrainerOptions options;
  options.q = q.view();
  options.k = k.view();
  options.has_scale = bytes.ConsumeBool();
  options.scale = fuzz::real_option(bytes, 0.5);
  options.features = fuzz::option(bytes, 0, 5);
  options.activation = static_cast<attn::HedgehogActivation>(fuzz::size(bytes, 0, 2));
  options.learning_rate = fuzz::real_option(bytes, fuzz::size(bytes, 1, 40) * 0.01);
  options.causal = bytes.ConsumeBool();
  attn::Trainer trainer;
  attn::Status status = attn::Trainer::make(options, trainer);
  if (!status.ok()) return fuzz::require_sentence(status);
  std::vector<double> losses(6);
  status = trainer.run(6, losses.data());
  if (!status.ok()) fuzz::require_sentence(status);
  for (size_t s = 0; s < losses.size() && status.ok(); ++s) {
    // Cross-entropy is at least entropy; both are sums of logarithms of at most this many roundings.
    FUZZ_REQUIRE(std::isfinite(losses[s]) && losses[s] >= trainer.loss_floor() - 1e-9 * (1 + losses[s]));
  }
  std::vector<uint8_t> saved(trainer.saved_size());
  trainer.save(saved.data());
  saved[fuzz::size(bytes, 0, static_cast<int>(saved.size()) - 1)] = bytes.ConsumeIntegral<uint8_t>();
  status = trainer.restore(saved.data(), saved.size());
  if (!status.ok()) fuzz::require_sentence(status);
  status = trainer.run(1, losses.data());
  if (!status.ok()) fuzz::require_sentence(status);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t length) {
  fuzz::Bytes bytes(data, length);
  const auto numbers = static_cast<fuzz::Numbers>(fuzz::size(bytes, 0, 2));
  switch (fuzz::size(bytes, 0, 4)) {
    case 0:
      feature_map(bytes, numbers);
      break;
    case 1:
      spectrum(bytes, numbers);
      break;
    case 2:
      statistics(bytes, numbers);
      break;
    case 3:
      random(bytes);
      break;
    default:
      trainer(bytes, numbers);
  }
  return 0;
}
