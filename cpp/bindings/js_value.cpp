#include "bindings/js_value.h"

namespace js {

using emscripten::typed_memory_view;
using emscripten::val;

Value Value::view(const float* data, size_t size) {
  return val(typed_memory_view(size, data));
}

size_t Value::length() const {
  return isNull() ? 0 : integer("length");
}

Value Value::member(const char* name) const {
  return (*this)[name];
}

int Value::integer(const char* name) const {
  return member(name).as<int>();
}

double Value::number(const char* name) const {
  return member(name).as<double>();
}

namespace {

template <class T>
val view_of(const T* data, size_t size) {
  return val(typed_memory_view(size, data));
}

void copy(const val& from, const val& to) {
  to.call<void>("set", from);
}

val matrix_of(int rows, int cols, const val& data) {
  val fields = val::object();
  fields.set("rows", rows);
  fields.set("cols", cols);
  fields.set("data", data);
  return fields;
}

val part_of(const val& array, int first, int count, int cols) {
  return array.call<val>("subarray", static_cast<double>(first) * cols,
                         (static_cast<double>(first) + count) * cols);
}

}  // namespace

template <class T>
attn::Status copy_in(const Value& array, attn::Buffer<T>& buffer) {
  const size_t size = array.length();
  if (size == 0) return attn::ok();
  if (!buffer.resize(size)) return attn::out_of_memory();
  copy(array, view_of(buffer.data(), size));
  return attn::ok();
}

template attn::Status copy_in(const Value&, attn::Buffer<float>&);
template attn::Status copy_in(const Value&, attn::Buffer<int32_t>&);
template attn::Status copy_in(const Value&, attn::Buffer<uint8_t>&);

const float* ArrayRows::rows(int first, int count) {
  copy(part_of(array_, first, count, cols_), view_of(block_.data(), static_cast<size_t>(count) * cols_));
  return block_.data();
}

bool ArraySink::ready(int at_a_time) {
  array_ = arrays_.call<val>("floats", static_cast<double>(rows_) * cols_);
  return block_.resize(static_cast<size_t>(at_a_time) * cols_);
}

void ArraySink::take(int first, int count) {
  copy(view_of(block_.data(), static_cast<size_t>(count) * cols_), part_of(array_, first, count, cols_));
}

val ArraySink::matrix() const {
  return matrix_of(rows_, cols_, array_);
}

val kept_matrix(attn::ConstMatrix matrix, const Value& arrays) {
  const val view = view_of(matrix.data, matrix.size());
  return matrix_of(matrix.rows, matrix.cols, arrays.call<val>("kept", view));
}

Result Result::part() {
  return Result(val::object());
}

Result::Result() : Result(part()) {
  set("code", 0);
}

Result::Result(const attn::Status& status) : Result(part()) {
  set("code", static_cast<int>(status.code));
  set("argument", val(status.argument));
  set("expected", val(status.expected));
  set("row", status.row);
  set("col", status.col);
  set("got", status.got);
  set("limit", status.limit);
}

void Result::set(const char* name, double number) {
  object_.set(name, number);
}

void Result::set(const char* name, const val& value) {
  object_.set(name, value);
}

void Result::set_address(const char* name, const void* address) {
  set(name, static_cast<double>(reinterpret_cast<uintptr_t>(address)));
}

template <class T>
void Result::set(const char* name, const T* data, size_t size) {
  set(name, view_of(data, size).template call<val>("slice"));
}

template void Result::set(const char*, const float*, size_t);
template void Result::set(const char*, const double*, size_t);
template void Result::set(const char*, const int32_t*, size_t);
template void Result::set(const char*, const uint8_t*, size_t);

void Result::set(const char* name, attn::ConstMatrix matrix) {
  const val copy = view_of(matrix.data, matrix.size()).call<val>("slice");
  set(name, matrix_of(matrix.rows, matrix.cols, copy));
}

}  // namespace js
