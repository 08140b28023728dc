#include <new>

#include "attn/key_value_cache.h"
#include "bindings/calls.h"

namespace calls {
namespace {

attn::KeyValueCache& cache_at(Address address) {
  return *reinterpret_cast<attn::KeyValueCache*>(address);
}

}  // namespace

val cache_open(int max_tokens, int key_dim, int value_dim, uint32_t seed) {
  auto* cache = new (std::nothrow) attn::KeyValueCache;
  if (cache == nullptr) return js::Result(attn::out_of_memory());
  const attn::Status status = attn::KeyValueCache::make(max_tokens, key_dim, value_dim, seed, *cache);
  if (!status.ok()) {
    delete cache;
    return js::Result(status);
  }
  js::Result result;
  result.set("address", reinterpret_cast<Address>(cache));
  return result;
}

val cache_append(Address address, int count) {
  JS_TRY(cache_at(address).append(count));
  return js::Result();
}

double cache_numbers(Address address) {
  return cache_at(address).numbers();
}

void cache_close(Address address) {
  delete &cache_at(address);
}

}  // namespace calls
