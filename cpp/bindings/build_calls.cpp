// What this build is, and how much memory it holds.
#include <emscripten/heap.h>
#include <malloc.h>

#include "bindings/js_value.h"

namespace calls {

using js::Value;

JS_EXPORT("build")
Value build() {
#ifdef ATTENTION_SIMD128
  return Value::text("simd");
#else
  return Value::text("scalar");
#endif
}

JS_EXPORT("memoryUse")
Value memory_use() {
  js::Result result = js::Result::part();
  result.set("heapBytes", emscripten_get_heap_size());
  result.set("usedBytes", static_cast<size_t>(mallinfo().uordblks));
  return result;
}

}  // namespace calls
