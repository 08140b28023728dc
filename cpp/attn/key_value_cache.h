// What exact attention keeps while it generates: the key and the value of every token there was. It grows by
// a page of tokens at a time, as serving systems let it (Kwon et al. 2023, arXiv:2309.06180), so that nothing
// is ever moved.
#pragma once

#include <cstddef>
#include <cstdint>

#include "attn/matrix.h"
#include "attn/random.h"
#include "attn/status.h"

namespace attn {

class KeyValueCache {
 public:
  // For at most `max_tokens` tokens of a key (d_k) and a value (d_v) each, drawn from `seed`. `out` has been
  // made by no other call. Errors: kBadShape; kTooLarge when so many would pass the limit; kOutOfMemory.
  static Status make(int max_tokens, int key_dim, int value_dim, uint32_t seed, KeyValueCache& out);

  KeyValueCache() = default;
  KeyValueCache(const KeyValueCache&) = delete;
  KeyValueCache& operator=(const KeyValueCache&) = delete;
  ~KeyValueCache();

  // Adds `count` tokens. A page is taken when its first token comes. kBadShape past max_tokens; after
  // kOutOfMemory the tokens that did fit are there.
  Status append(int count);

  int tokens() const { return tokens_; }
  // tokens (d_k + d_v)
  double numbers() const { return static_cast<double>(tokens_) * static_cast<double>(width_); }

 private:
  static constexpr int kPageTokens = 256;

  int max_tokens_ = 0;
  size_t width_ = 0;  // d_k + d_v
  int tokens_ = 0;
  Buffer<float*> pages_;  // null where none is taken yet
  Random random_{0, Random::Purpose::kMatrix};
};

}  // namespace attn
