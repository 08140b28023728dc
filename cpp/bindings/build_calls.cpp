// What this build is, and how much memory it holds.
#include <emscripten/heap.h>
#include <malloc.h>

#include "bindings/js_value.h"

namespace calls {

using emscripten::val;

val build() {
#ifdef ATTENTION_SIMD128
  return val("simd");
#else
  return val("scalar");
#endif
}

val memory_use() {
  js::Result result = js::Result::part();
  result.set("heapBytes", emscripten_get_heap_size());
  result.set("usedBytes", static_cast<size_t>(mallinfo().uordblks));
  return result;
}

}  // namespace calls

EMSCRIPTEN_BINDINGS(build_calls) {
  emscripten::function("build", &calls::build);
  emscripten::function("memoryUse", &calls::memory_use);
}
