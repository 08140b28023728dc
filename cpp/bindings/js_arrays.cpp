#include "bindings/js_arrays.h"

namespace js {

using emscripten::typed_memory_view;
using emscripten::val;

size_t length_of(const val& array) {
  return array.isNull() ? 0 : array["length"].as<size_t>();
}

template <class T>
attn::Status copy_in(const val& array, attn::Buffer<T>& buffer) {
  const size_t size = length_of(array);
  if (size == 0) return attn::ok();
  if (!buffer.resize(size)) return attn::out_of_memory();
  val(typed_memory_view(size, buffer.data())).call<void>("set", array);
  return attn::ok();
}

template attn::Status copy_in(const val&, attn::Buffer<float>&);
template attn::Status copy_in(const val&, attn::Buffer<int32_t>&);
template attn::Status copy_in(const val&, attn::Buffer<uint8_t>&);

Result::Result() : object_(val::object()) {
  set("code", 0);
}

Result::Result(const attn::Status& status) : object_(val::object()) {
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

template <class T>
void Result::set(const char* name, const T* data, size_t size) {
  set(name, val(typed_memory_view(size, data)).template call<val>("slice"));
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
  set(name, fields.object_);
}

}  // namespace js
