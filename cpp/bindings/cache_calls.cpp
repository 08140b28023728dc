// The cache of keys and values. JavaScript holds its address.
#include <new>

#include "attn/key_value_cache.h"
#include "bindings/js_value.h"

namespace calls {

using emscripten::val;
using js::Address;
using js::at;

val cache_open(int max_tokens, int key_dim, int value_dim, uint32_t seed) {
  auto* cache = new (std::nothrow) attn::KeyValueCache;
  if (cache == nullptr) return js::Result(attn::out_of_memory());
  const attn::Status status = attn::KeyValueCache::make(max_tokens, key_dim, value_dim, seed, *cache);
  if (!status.ok()) {
    delete cache;
    return js::Result(status);
  }
  js::Result result;
  result.set_address("address", cache);
  return result;
}

val cache_append(Address address, int count) {
  attn::KeyValueCache& cache = at<attn::KeyValueCache>(address);
  JS_TRY(cache.append(count));
  return js::Result();
}

val cache_numbers(Address address) {
  const attn::KeyValueCache& cache = at<attn::KeyValueCache>(address);
  js::Result result;
  result.set("numbers", cache.numbers());
  return result;
}

void cache_close(Address address) {
  auto* const cache = &at<attn::KeyValueCache>(address);
  delete cache;
}

}  // namespace calls

EMSCRIPTEN_BINDINGS(cache_calls) {
  emscripten::function("cacheOpen", &calls::cache_open);
  emscripten::function("cacheAppend", &calls::cache_append);
  emscripten::function("cacheNumbers", &calls::cache_numbers);
  emscripten::function("cacheClose", &calls::cache_close);
}
