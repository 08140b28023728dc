// JavaScript values and results, as the core sees them. js_value.cpp is the only file that makes views of the
// wasm heap: data is copied in and copied out, so no view outlives a call, and memory growth cannot detach an
// array that JavaScript holds. What emscripten::val does with templates lies there too, once: each use of its
// own would cost the reader's download.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "attn/blocks.h"
#include "attn/matrix.h"
#include "attn/status.h"

namespace js {

// Of a stream, a trainer or a cache. It crosses as a number; web/engine keeps it inside one object, and
// forgets it when that is disposed of.
using Address = uintptr_t;
template <class T>
T& at(Address address) {
  return *reinterpret_cast<T*>(address);
}

class Value : public emscripten::val {
 public:
  Value() : val(val::null()) {}
  Value(const val& value) : val(value) {}
  // A view of `size` floats of the wasm heap: good until the memory grows; then its length is 0.
  static Value view(const float* data, size_t size);

  // Of an array; 0 for null.
  size_t length() const;

  // The member of that name. Numbers are as web/engine has checked them; a boolean is 0 or 1.
  Value member(const char* name) const;
  int integer(const char* name) const;
  double number(const char* name) const;
  void read(const char* name, double& field) const { field = number(name); }
  void read(const char* name, bool& field) const { field = integer(name) != 0; }
  // An int, a uint32_t, or an enumeration: web/engine/names.ts has its public names, in the same order.
  template <class Whole>
  void read(const char* name, Whole& field) const {
    field = static_cast<Whole>(integer(name));
  }
};

// Copies a typed array of T into memory of our own. null leaves `buffer` empty.
template <class T>  // float, int32_t or uint8_t
attn::Status copy_in(const Value& array, attn::Buffer<T>& buffer);

// So many rows of 64 numbers of q, k, v and the output stay in a second cache together.
constexpr int kRowsAtATime = 512;

// The rows of an array, copied in a block at a time.
class ArrayRows : public attn::RowSource {
 public:
  ArrayRows(const Value& array, int cols) : array_(array), cols_(cols) {}
  // Takes room for so many rows at a time.
  [[nodiscard]] bool ready(int at_a_time) { return block_.resize(static_cast<size_t>(at_a_time) * cols_); }
  const float* rows(int first, int count) override;

 private:
  Value array_;
  int cols_;
  attn::Buffer<float> block_;
};

// A fresh array, to which rows are copied out a block at a time.
class ArraySink : public attn::RowSink {
 public:
  // `arrays`: {floats(size)}, which makes one when the sink is made ready.
  ArraySink(const Value& arrays, int rows, int cols) : arrays_(arrays), rows_(rows), cols_(cols) {}
  [[nodiscard]] bool ready(int at_a_time);
  float* room(int, int) override { return block_.data(); }
  void take(int first, int count) override;
  // {rows, cols, data}
  emscripten::val matrix() const;

 private:
  Value arrays_;
  Value array_;
  int rows_;
  int cols_;
  attn::Buffer<float> block_;
};

// {rows, cols, data}, where `arrays`: {kept(view)} puts the numbers.
emscripten::val kept_matrix(attn::ConstMatrix matrix, const Value& arrays);

// What a call returns: {code, …}.
class Result {
 public:
  // {code: 0}, to be filled.
  Result();
  // {code, …}: what a person needs to know.
  explicit Result(const attn::Status& status);
  // {}: a part of a result.
  static Result part();

  void set(const char* name, double number);
  void set(const char* name, const emscripten::val& value);
  void set_address(const char* name, const void* address);
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
  explicit Result(const emscripten::val& object) : object_(object) {}

  emscripten::val object_;
};

}  // namespace js

// Hands a failed status to JavaScript.
#define JS_TRY(expression)                               \
  do {                                                   \
    const ::attn::Status js_status = (expression);       \
    if (!js_status.ok()) return ::js::Result(js_status); \
  } while (false)
