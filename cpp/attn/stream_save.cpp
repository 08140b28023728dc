// Streams as bytes: a header, then S and z as they are held. Little-endian, as WebAssembly is.
#include <cmath>
#include <cstring>

#include "attn/stream_impl.h"

namespace attn {
namespace {

struct Header {
  char magic[8];
  uint64_t fingerprint;  // of the settings
  uint64_t checksum;     // of all that follows it
  double tokens;
  double log_shift;
  uint32_t features;
  uint32_t value_dim;
};
static_assert(sizeof(Header) == 48, "no padding, so that equal streams give equal bytes");

constexpr char kMagic[8] = {'l', 'a', 's', 't', 'a', 't', 'e', '1'};

// FNV-1a, 64 bits.
class Hash {
 public:
  void add(const void* data, size_t size) {
    const auto* bytes = static_cast<const uint8_t*>(data);
    for (size_t i = 0; i < size; ++i) value_ = (value_ ^ bytes[i]) * 0x100000001b3u;
  }
  void add_number(double number) { add(&number, sizeof number); }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xcbf29ce484222325u;
};

uint64_t checksum(const Header& header, const uint8_t* state, size_t size) {
  Hash hash;
  hash.add(&header.tokens, sizeof header - offsetof(Header, tokens));
  hash.add(state, size);
  return hash.value();
}

Status refused(const char* expected) {
  return bad_option("bytes", expected, 0);
}

}  // namespace

uint64_t stream_fingerprint(const StreamOptions& options) {
  const FeatureMap& map = options.map;
  const Update& update = options.update;
  Hash hash;
  for (const double number :
       {1.0 * options.key_dim, 1.0 * options.value_dim, 1.0 * options.normalise, options.epsilon,
        static_cast<double>(options.accumulator), static_cast<double>(map.kind), 1.0 * map.features,
        1.0 * map.seed, 1.0 * map.orthogonal, 1.0 * map.hyperbolic, 1.0 * map.nu, 1.0 * map.length,
        static_cast<double>(map.activation), 1.0 * map.weights.rows, static_cast<double>(update.kind),
        update.gamma, update.beta, 1.0 * update.beta_count, 1.0 * update.log_decay_count}) {
    hash.add_number(number);
  }
  hash.add(map.weights.data, map.weights.size() * sizeof(float));
  if (update.betas != nullptr) hash.add(update.betas, update.beta_count * sizeof(float));
  if (update.log_decay != nullptr) hash.add(update.log_decay, update.log_decay_count * sizeof(float));
  return hash.value();
}

size_t stream_save_bytes(const Stream& stream) {
  return sizeof(Header) + stream.bytes();
}

void stream_save(const Stream& stream, uint8_t* out) {
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.fingerprint = stream.fingerprint;
  header.tokens = stream.tokens;
  header.log_shift = stream.log_shift;
  header.features = static_cast<uint32_t>(stream.r);
  header.value_dim = static_cast<uint32_t>(stream.options.value_dim);
  header.checksum = checksum(header, stream.state.data(), stream.bytes());
  std::memcpy(out, &header, sizeof header);
  std::memcpy(out + sizeof header, stream.state.data(), stream.bytes());
}

Status stream_restore(Stream& stream, const uint8_t* bytes, size_t size) {
  Header header;
  if (size < sizeof header) return refused("the bytes of a saved stream");
  std::memcpy(&header, bytes, sizeof header);
  if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0) return refused("the bytes of a saved stream");
  if (header.fingerprint != stream.fingerprint) return refused("the save of a stream with the same settings");
  const uint8_t* const state = bytes + sizeof header;
  // Anybody can make a checksum. A count that no stream reaches would index gates out of their range, and a
  // scale that is not finite would make every later answer an overflow.
  const bool can_be = header.tokens >= 0 && header.tokens <= Stream::kMostTokens &&
                      header.tokens == std::floor(header.tokens) && std::isfinite(header.log_shift);
  if (size != stream_save_bytes(stream) || header.checksum != checksum(header, state, stream.bytes()) ||
      !can_be) {
    return refused("a save that is whole and unchanged");
  }
  std::memcpy(stream.state.data(), state, stream.bytes());
  stream.furthest = -1;
  stream.tokens = header.tokens;
  stream.log_shift = header.log_shift;
  return ok();
}

}  // namespace attn
