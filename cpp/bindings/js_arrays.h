// The only file that sees a view of the wasm heap. Data is copied in and copied out, so no view outlives a
// call, and memory growth cannot detach an array that JavaScript holds.
#pragma once

#include <emscripten/val.h>

#include "attn/matrix.h"
#include "attn/status.h"

namespace js {

// Copies a typed array of T into memory of our own. null leaves `buffer` empty.
template <class T>
attn::Status copy_in(const emscripten::val& array, attn::Buffer<T>& buffer) {
  if (array.isNull()) return attn::ok();
  const size_t size = array["length"].as<size_t>();
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

inline emscripten::val copy_out(const attn::OwnedMatrix& matrix) {
  emscripten::val result = emscripten::val::object();
  result.set("rows", matrix.rows());
  result.set("cols", matrix.cols());
  result.set("data", copy_out(matrix.data(), matrix.size()));
  return result;
}

// {code}, and what a person needs to know when it is not 0.
inline emscripten::val result(const attn::Status& status) {
  emscripten::val object = emscripten::val::object();
  object.set("code", static_cast<int>(status.code));
  if (status.ok()) return object;
  object.set("argument", emscripten::val(status.argument));
  object.set("expected", emscripten::val(status.expected));
  object.set("row", status.row);
  object.set("col", status.col);
  object.set("got", status.got);
  return object;
}

}  // namespace js
