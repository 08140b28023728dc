// Arrays and results on their way between JavaScript and the core. js_arrays.cpp is the only file that sees a
// view of the wasm heap: data is copied in and copied out, so no view outlives a call, and memory growth
// cannot detach an array that JavaScript holds. Nothing here is inline: each Embind call site would cost the
// reader's download.
#pragma once

#include <emscripten/val.h>

#include <cstdint>

#include "attn/matrix.h"
#include "attn/status.h"

namespace js {

// 0 for null.
size_t length_of(const emscripten::val& array);

// Copies a typed array of T into memory of our own. null leaves `buffer` empty.
template <class T>  // float, int32_t or uint8_t
attn::Status copy_in(const emscripten::val& array, attn::Buffer<T>& buffer);

// What a call returns: {code, …}.
class Result {
 public:
  // {code: 0}, to be filled.
  Result();
  // {code, …}: what a person needs to know.
  explicit Result(const attn::Status& status);
  // {}: a part of a result.
  static Result part() { return Result(emscripten::val::object()); }

  void set(const char* name, double number);
  void set(const char* name, const emscripten::val& value);
  // A fresh typed array with a copy of `size` elements.
  template <class T>  // float, double, int32_t or uint8_t
  void set(const char* name, const T* data, size_t size);
  template <class T>
  void set(const char* name, const attn::Buffer<T>& buffer) {
    set(name, buffer.data(), buffer.size());
  }
  // A fresh {rows, cols, data}.
  void set(const char* name, attn::ConstMatrix matrix);
  void set(const char* name, const attn::OwnedMatrix& matrix) { set(name, matrix.view()); }

  operator emscripten::val() const { return object_; }

 private:
  explicit Result(emscripten::val object) : object_(object) {}

  emscripten::val object_;
};

}  // namespace js

// Hands a failed status to JavaScript.
#define JS_TRY(expression)                               \
  do {                                                   \
    const ::attn::Status js_status = (expression);       \
    if (!js_status.ok()) return ::js::Result(js_status); \
  } while (false)
