// The only file that sees a view of the wasm heap. Data is copied in and copied out, so no view outlives a
// call, and memory growth cannot detach an array that JavaScript holds.
#pragma once

#include <emscripten/val.h>

#include "attn/matrix.h"

namespace js {

// Copies a typed array of T into memory of our own. Empty on failure, and for null and undefined.
template <class T>
attn::Buffer<T> copy_in(const emscripten::val& array) {
  attn::Buffer<T> buffer;
  if (array.isNull() || array.isUndefined()) return buffer;
  const size_t size = array["length"].as<size_t>();
  if (size == 0 || !buffer.resize(size)) return buffer;
  emscripten::val(emscripten::typed_memory_view(size, buffer.data())).call<void>("set", array);
  return buffer;
}

// A fresh typed array with a copy of `size` elements.
template <class T>
emscripten::val copy_out(const T* data, size_t size) {
  return emscripten::val(emscripten::typed_memory_view(size, data)).template call<emscripten::val>("slice");
}

inline emscripten::val copy_out(const attn::OwnedMatrix& matrix) {
  emscripten::val result = emscripten::val::object();
  result.set("rows", matrix.rows());
  result.set("cols", matrix.cols());
  result.set("data", copy_out(matrix.data(), matrix.size()));
  return result;
}

}  // namespace js
