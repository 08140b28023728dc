#include <new>

#include "attn/key_value_cache.h"
#include "bindings/js_value.h"

namespace calls {

using js::Value;
JS_EXPORT("cacheOpen")
Value cache_open(int max_tokens, int key_dim, int value_dim, uint32_t seed) {
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

JS_EXPORT("cacheAppend")
Value cache_append(attn::KeyValueCache& cache, int count) {
  JS_TRY(cache.append(count));
  return js::Result();
}

JS_EXPORT("cacheNumbers")
Value cache_numbers(const attn::KeyValueCache& cache) {
  js::Result result;
  result.set("numbers", cache.numbers());
  return result;
}

JS_EXPORT("cacheClose")
void cache_close(attn::KeyValueCache* cache) {
  delete cache;
}

}  // namespace calls
