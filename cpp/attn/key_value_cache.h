// What exact attention keeps while it generates: every key and value there was. It grows by a page of tokens at a
// time, as serving systems let it (Kwon et al. 2023, arXiv:2309.06180), so nothing is moved and nothing is wasted.
#pragma once

#include "attn/matrix.h"
#include "attn/random.h"
#include "attn/status.h"

namespace attn {

class KeyValueCache {
 public:
  // For at most `tokens` tokens, keys (d_k) and values (d_v) drawn from `seed`. Takes no memory for them yet.
  // Errors: kTooLarge when so many would pass the limit; kOutOfMemory.
  static Status make(int tokens, int key_dim, int value_dim, uint32_t seed, KeyValueCache& out);

  // Adds `tokens` more, or up to as many as there may be; each page is taken when its first token comes.
  Status append(int tokens);

  int tokens() const { return tokens_; }
  // Numbers held for the tokens there are: tokens (d_k + d_v).
  double numbers() const { return static_cast<double>(tokens_) * width_; }

 private:
  static constexpr int kPageTokens = 256;

  Buffer<Buffer<float>*> pages_;
};

}  // namespace attn
