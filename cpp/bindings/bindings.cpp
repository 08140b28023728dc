// Names and types cross here; maths and policy do not. web/engine/raw-module.ts lists the same names, and a
// test compares the two.
#include <emscripten/bind.h>

#include "attn/attend.h"
#include "bindings/js_arrays.h"

namespace em = emscripten;

namespace {

em::val status_object(const attn::Status& status) {
  em::val result = em::val::object();
  result.set("code", static_cast<int>(status.code));
  if (status.ok()) return result;
  result.set("argument", std::string(status.argument));
  result.set("expected", std::string(status.expected));
  result.set("row", status.row);
  result.set("col", status.col);
  result.set("got", status.got);
  return result;
}

em::val attend(const em::val& q, const em::val& k, const em::val& v, const em::val& options) {
  const auto q_data = js::copy_in<float>(q["data"]);
  const auto k_data = js::copy_in<float>(k["data"]);
  const auto v_data = js::copy_in<float>(v["data"]);
  const auto view = [](const attn::Buffer<float>& data, const em::val& m) {
    return attn::ConstMatrix{data.data(), m["rows"].as<int>(), m["cols"].as<int>()};
  };
  attn::AttendOptions spec;
  spec.mechanism = static_cast<attn::Mechanism>(options["mechanism"].as<int>());
  attn::Attended attended;
  const attn::Status status = attn::attend(view(q_data, q), view(k_data, k), view(v_data, v), spec, attended);
  em::val result = status_object(status);
  if (!status.ok()) return result;
  result.set("output", js::copy_out(attended.output));
  result.set("status", js::copy_out(attended.status.data(), attended.status.size()));
  return result;
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention) {
  em::function("attend", &attend);
}
