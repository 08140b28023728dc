// A stream through steps, extensions, saves, restores of good and of damaged bytes. A refusal leaves it as it
// was: its save is the same to the byte.
#include <cstring>

#include "input.h"

namespace {

std::vector<uint8_t> saved(const attn::Stream& stream) {
  std::vector<uint8_t> bytes(attn::stream_save_bytes(stream));
  attn::stream_save(stream, bytes.data());
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t length) {
  fuzz::Bytes bytes(data, length);
  const auto numbers = static_cast<fuzz::Numbers>(fuzz::size(bytes, 0, 2));
  attn::StreamOptions options;
  options.key_dim = fuzz::option(bytes, 1, 6);
  options.value_dim = fuzz::option(bytes, 1, 6);
  options.normalise = fuzz::size(bytes, 0, 3) != 0;
  options.epsilon = fuzz::real_option(bytes, bytes.ConsumeBool() ? 0 : 1e-6);
  options.accumulator = static_cast<attn::Accumulator>(fuzz::size(bytes, 0, 3));
  const fuzz::Map map(bytes, options.key_dim < 0 || options.key_dim > 6 ? 1 : options.key_dim, numbers);
  const fuzz::Gates gates(bytes, fuzz::size(bytes, 0, 12));
  options.map = map.map;
  options.update = gates.update;
  attn::Stream* stream = nullptr;
  const attn::Status opened = attn::open_stream(options, &stream);
  if (!opened.ok()) {
    fuzz::require_sentence(opened);
    FUZZ_REQUIRE(stream == nullptr);
    return 0;
  }
  const int d_k = options.key_dim, d_v = options.value_dim;
  if (d_k > 6 || d_v > 6) {
    attn::close_stream(stream);
    return 0;
  }
  std::vector<uint8_t> kept = saved(*stream);
  for (int operation = 0; operation < 20 && bytes.remaining_bytes() > 0; ++operation) {
    const std::vector<uint8_t> before = saved(*stream);
    attn::Status status;
    switch (fuzz::size(bytes, 0, 5)) {
      case 0:
      case 1: {
        const fuzz::Rows q(bytes, 1, d_k, numbers), k(bytes, 1, d_k, numbers), v(bytes, 1, d_v, numbers);
        std::vector<float> output(d_v);
        attn::RowStatus row;
        status = attn::stream_step(*stream, q.data.data(), k.data.data(), v.data.data(), output.data(), &row);
        if (status.ok()) fuzz::require_finite(output.data(), output.size());
        break;
      }
      case 2: {
        const int n = fuzz::size(bytes, 0, 5);
        const fuzz::Rows q(bytes, n, d_k, numbers), k(bytes, n, d_k, numbers), v(bytes, n, d_v, numbers);
        std::vector<float> output(static_cast<size_t>(n) * d_v);
        status = attn::stream_extend(*stream, q.view(), k.view(), v.view(), {output.data(), n, d_v}, nullptr);
        if (status.ok()) fuzz::require_finite(output.data(), output.size());
        break;
      }
      case 3:
        kept = before;
        break;
      case 4:
        FUZZ_REQUIRE(attn::stream_restore(*stream, kept.data(), kept.size()).ok());
        FUZZ_REQUIRE(saved(*stream) == kept);
        break;
      default: {
        std::vector<uint8_t> damaged = kept;
        for (int times = fuzz::size(bytes, 1, 3); times > 0 && !damaged.empty(); --times) {
          damaged[fuzz::size(bytes, 0, static_cast<int>(damaged.size()) - 1)] =
              bytes.ConsumeIntegral<uint8_t>();
        }
        if (bytes.ConsumeBool()) damaged.resize(fuzz::size(bytes, 0, static_cast<int>(damaged.size()) + 3));
        status = attn::stream_restore(*stream, damaged.data(), damaged.size());
      }
    }
    if (!status.ok()) {
      fuzz::require_sentence(status);
      FUZZ_REQUIRE(saved(*stream) == before);
    }
    const size_t r = attn::stream_feature_dim(*stream);
    std::vector<float> S(r * d_v), z(r);
    if (attn::stream_state(*stream, S.data(), z.data()).ok()) {
      fuzz::require_finite(S.data(), S.size());
      fuzz::require_finite(z.data(), z.size());
    }
  }
  attn::close_stream(stream);
  return 0;
}
