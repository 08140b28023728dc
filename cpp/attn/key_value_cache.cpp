#include "attn/key_value_cache.h"

#include <cmath>
#include <cstdlib>

#include "attn/checks.h"

namespace attn {

Status KeyValueCache::make(int max_tokens, int key_dim, int value_dim, uint32_t seed, KeyValueCache& out) {
  if (max_tokens < 0) return bad_shape("tokens", "0 or more", max_tokens);
  if (key_dim < 1) return bad_shape("keyDim", "1 or more", key_dim);
  if (value_dim < 1) return bad_shape("valueDim", "1 or more", value_dim);
  const double width = static_cast<double>(key_dim) + value_dim;
  const double pages = std::ceil(max_tokens / static_cast<double>(kPageTokens));
  ATTN_TRY(check_bytes("tokens", pages * (sizeof(float*) + kPageTokens * width * sizeof(float))));
  if (!out.pages_.zeros(static_cast<size_t>(pages))) return out_of_memory();
  out.max_tokens_ = max_tokens;
  out.width_ = static_cast<size_t>(key_dim) + value_dim;
  out.tokens_ = 0;
  out.random_ = Random(seed, Random::Purpose::kMatrix);
  return ok();
}

KeyValueCache::~KeyValueCache() {
  for (float* page : pages_) std::free(page);
}

Status KeyValueCache::append(int count) {
  if (count < 0 || count > max_tokens_ - tokens_) {
    return bad_shape("tokens", "no more than the cache was made for", count);
  }
  for (int end = tokens_ + count; tokens_ < end; ++tokens_) {
    float*& page = pages_[tokens_ / kPageTokens];
    if (page == nullptr) page = static_cast<float*>(std::malloc(sizeof(float) * kPageTokens * width_));
    if (page == nullptr) return out_of_memory();
    float* token = page + tokens_ % kPageTokens * width_;
    for (size_t c = 0; c < width_; ++c) token[c] = static_cast<float>(random_.normal());
  }
  return ok();
}

}  // namespace attn
