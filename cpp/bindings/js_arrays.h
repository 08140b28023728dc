// The only file that sees a view of the wasm heap. Data is copied in and copied out, so no view outlives a
// call, and memory growth cannot detach an array that JavaScript holds.
#pragma once

#include <emscripten/val.h>

#include "attn/matrix.h"
#include "attn/status.h"

namespace js {

inline size_t length_of(const emscripten::val& array) {
  return array.isNull() ? 0 : array["length"].as<size_t>();
}

// Copies a typed array of T into memory of our own. null leaves `buffer` empty.
template <class T>
attn::Status copy_in(const emscripten::val& array, attn::Buffer<T>& buffer) {
  const size_t size = length_of(array);
  if (size == 0) return attn::ok();
  if (!buffer.resize(size)) return attn::out_of_memory();
  emscripten::val(emscripten::typed_memory_view(size, buffer.data())).call<void>("set", array);
  return attn::ok();
}

// A fresh typed array with a copy of `size` elements.
template <class T>
emscripten::val copy_out(const T* data, size_t size) {
  return emscripten::val(emscripten::typed_memory_view(size, data)).template call<emscripten::val>("slice");
}

template <class T>
emscripten::val copy_out(const attn::Buffer<T>& buffer) {
  return copy_out(buffer.data(), buffer.size());
}

// A fresh {rows, cols, data}.
inline emscripten::val copy_out(const attn::OwnedMatrix& matrix) {
  emscripten::val result = emscripten::val::object();
  result.set("rows", matrix.rows());
  result.set("cols", matrix.cols());
  result.set("data", copy_out(matrix.data(), matrix.size()));
  return result;
}

// {code: 0}, to be filled.
inline emscripten::val success() {
  emscripten::val object = emscripten::val::object();
  object.set("code", 0);
  return object;
}

// {code, …}: what a person needs to know.
inline emscripten::val failure(const attn::Status& status) {
  emscripten::val object = emscripten::val::object();
  object.set("code", static_cast<int>(status.code));
  object.set("argument", emscripten::val(status.argument));
  object.set("expected", emscripten::val(status.expected));
  object.set("row", status.row);
  object.set("col", status.col);
  object.set("got", status.got);
  object.set("limit", status.limit);
  return object;
}

}  // namespace js

// Hands a failed status to JavaScript.
#define JS_TRY(expression)                                \
  do {                                                    \
    const ::attn::Status js_status = (expression);        \
    if (!js_status.ok()) return ::js::failure(js_status); \
  } while (false)
