#include "bindings/js_value.h"

namespace js {

// What web/engine/wire.ts does for the core, under the same names. Texts end with 0 and stay where they are
// for good.
#define JS_IMPORT(name) __attribute__((import_module("js"), import_name(name)))
JS_IMPORT("text") Place js_text(const char* text);
JS_IMPORT("length") size_t js_length(Place array);
JS_IMPORT("member") Place js_member(Place object, const char* name);
JS_IMPORT("integer") int js_integer(Place object, const char* name);
JS_IMPORT("number") double js_number(Place object, const char* name);
// `start` and `size` of an array in bytes.
JS_IMPORT("copyIn") void js_copy_in(Place array, size_t start, size_t size, void* to);
JS_IMPORT("copyOut") void js_copy_out(Place array, size_t start, size_t size, const void* from);
JS_IMPORT("floats") Place js_floats(size_t size);
JS_IMPORT("object") Place js_object();
JS_IMPORT("view") Place js_view(int kind, const void* data, size_t size);
JS_IMPORT("copy") Place js_copy(Place view);
JS_IMPORT("setNumber") void js_set_number(Place object, const char* name, double number);
JS_IMPORT("set") void js_set(Place object, const char* name, Place value);
#undef JS_IMPORT

namespace {

// In the order of VIEWS in wire.ts.
constexpr int kind_of(const float*) {
  return 0;
}
constexpr int kind_of(const double*) {
  return 1;
}
constexpr int kind_of(const int32_t*) {
  return 2;
}
constexpr int kind_of(const uint8_t*) {
  return 3;
}

}  // namespace

Value Value::text(const char* text) {
  return Value(js_text(text));
}

Value Value::view(const float* data, size_t size) {
  return Value(js_view(kind_of(data), data, size));
}

size_t Value::length() const {
  return is_null() ? 0 : js_length(place_);
}

Value Value::member(const char* name) const {
  return Value(js_member(place_, name));
}

int Value::integer(const char* name) const {
  return js_integer(place_, name);
}

double Value::number(const char* name) const {
  return js_number(place_, name);
}

template <class T>
attn::Status copy_in(Value array, attn::Buffer<T>& buffer) {
  const size_t size = array.length();
  if (size == 0) return attn::ok();
  if (!buffer.resize(size)) return attn::out_of_memory();
  js_copy_in(array.place(), 0, size * sizeof(T), buffer.data());
  return attn::ok();
}

template attn::Status copy_in(Value, attn::Buffer<float>&);
template attn::Status copy_in(Value, attn::Buffer<int32_t>&);
template attn::Status copy_in(Value, attn::Buffer<uint8_t>&);

const float* ArrayRows::rows(int first, int count) {
  const size_t row = cols_ * sizeof(float);
  js_copy_in(array_.place(), first * row, count * row, block_.data());
  return block_.data();
}

ArraySink::ArraySink(int rows, int cols)
    : array_(js_floats(static_cast<size_t>(rows) * cols)), rows_(rows), cols_(cols) {}

void ArraySink::take(int first, int count) {
  const size_t row = cols_ * sizeof(float);
  js_copy_out(array_.place(), first * row, count * row, block_.data());
}

Value ArraySink::matrix() const {
  Result fields = Result::part();
  fields.set("rows", rows_);
  fields.set("cols", cols_);
  fields.set("data", array_);
  return fields;
}

Result Result::part() {
  return Result(Value(js_object()));
}

Result::Result() : Result(part()) {
  set("code", 0);
}

Result::Result(const attn::Status& status) : Result(part()) {
  set("code", static_cast<int>(status.code));
  set("argument", Value::text(status.argument));
  set("expected", Value::text(status.expected));
  set("row", status.row);
  set("col", status.col);
  set("got", status.got);
  set("limit", status.limit);
}

void Result::set(const char* name, double number) {
  js_set_number(object_.place(), name, number);
}

void Result::set(const char* name, Value value) {
  js_set(object_.place(), name, value.place());
}

void Result::set_address(const char* name, const void* address) {
  set(name, static_cast<double>(reinterpret_cast<uintptr_t>(address)));
}

template <class T>
void Result::set(const char* name, const T* data, size_t size) {
  set(name, Value(js_copy(js_view(kind_of(data), data, size))));
}

template void Result::set(const char*, const float*, size_t);
template void Result::set(const char*, const double*, size_t);
template void Result::set(const char*, const int32_t*, size_t);
template void Result::set(const char*, const uint8_t*, size_t);

void Result::set(const char* name, attn::ConstMatrix matrix) {
  Result fields = part();
  fields.set("rows", matrix.rows);
  fields.set("cols", matrix.cols);
  fields.set("data", matrix.data, matrix.size());
  set(name, static_cast<Value>(fields));
}

}  // namespace js
