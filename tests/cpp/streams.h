// What tests of streams share.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "attn/stream.h"
#include "support.h"

namespace test::streams {

using namespace attn;

struct Close {
  void operator()(Stream* stream) const { close_stream(stream); }
};
using StreamPtr = std::unique_ptr<Stream, Close>;

inline StreamPtr opened(const StreamOptions& options) {
  Stream* stream = nullptr;
  const Status status = open_stream(options, &stream);
  CAPTURE(std::string(status.argument));
  REQUIRE(status.ok());
  return StreamPtr(stream);
}

inline StreamOptions options_of(MapKind kind, int key_dim, int value_dim) {
  StreamOptions options;
  options.key_dim = key_dim;
  options.value_dim = value_dim;
  options.map.kind = kind;
  if (kind == MapKind::kFavor || kind == MapKind::kTrigonometric) options.map.features = 6;
  if (kind == MapKind::kCosformer) options.map.length = 64;
  return options;
}

inline Rows extended(Stream& stream, const Rows& q, const Rows& k, const Rows& v) {
  Rows output(q.rows, v.cols, kNaN);
  REQUIRE(stream_extend(stream, q, k, v, {output.data.data(), output.rows, output.cols}, nullptr).ok());
  return output;
}

struct State {
  Rows S;
  std::vector<float> z;
};
inline State state_of(const Stream& stream) {
  State state{Rows(stream_feature_dim(stream), stream_value_dim(stream), kNaN),
              std::vector<float>(stream_feature_dim(stream), kNaN)};
  REQUIRE(stream_state(stream, state.S.data.data(), state.z.data()).ok());
  return state;
}

inline std::vector<uint8_t> saved(const Stream& stream) {
  std::vector<uint8_t> bytes(stream_save_bytes(stream), 0xee);
  stream_save(stream, bytes.data());
  return bytes;
}

}  // namespace test::streams
