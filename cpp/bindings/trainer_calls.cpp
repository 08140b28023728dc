// The trainer. JavaScript holds its address.
#include <new>

#include "attn/checks.h"
#include "attn/trainer.h"
#include "bindings/options.h"

namespace calls {

using emscripten::val;
using js::Address;
using js::at;
using js::MatrixArgument;

val trainer_open(const val& q_value, const val& k_value, const val& options_value) {
  const MatrixArgument q(q_value), k(k_value);
  // The target and the two intermediate matrices of a step, (n_q, n_k) in double each, and the inputs.
  JS_TRY(attn::check_bytes("trainer", 24.0 * q.rows * k.rows + 12.0 * q.cols * (1.0 * q.rows + k.rows)));
  js::MatrixCopy q_copy, k_copy;
  JS_TRY(q_copy.load(q));
  JS_TRY(k_copy.load(k));
  attn::TrainerOptions options = js::trainer_options(options_value);
  options.q = q_copy.view();
  options.k = k_copy.view();
  auto* trainer = new (std::nothrow) attn::Trainer;
  if (trainer == nullptr) return js::Result(attn::out_of_memory());
  const attn::Status status = attn::Trainer::make(options, *trainer);
  if (!status.ok()) {
    delete trainer;
    return js::Result(status);
  }
  js::Result result;
  result.set_address("address", trainer);
  result.set("lossFloor", trainer->loss_floor());
  return result;
}

val trainer_run(Address address, int steps) {
  attn::Trainer& trainer = at<attn::Trainer>(address);
  attn::Buffer<double> losses;
  JS_TRY(attn::check_bytes("steps", static_cast<double>(sizeof(double)) * steps));
  if (!losses.resize(steps)) return js::Result(attn::out_of_memory());
  JS_TRY(trainer.run(steps, losses.data()));
  js::Result result;
  result.set("losses", losses);
  return result;
}

val trainer_loss(Address address) {
  attn::Trainer& trainer = at<attn::Trainer>(address);
  double loss = 0;
  JS_TRY(trainer.loss(loss));
  js::Result result;
  result.set("loss", loss);
  return result;
}

val trainer_steps(Address address) {
  const attn::Trainer& trainer = at<attn::Trainer>(address);
  js::Result result;
  result.set("steps", trainer.steps());
  return result;
}

val trainer_weights(Address address) {
  const attn::Trainer& trainer = at<attn::Trainer>(address);
  attn::OwnedMatrix weights;
  JS_TRY(trainer.weights(weights));
  js::Result result;
  result.set("weights", weights);
  return result;
}

val trainer_save(Address address) {
  const attn::Trainer& trainer = at<attn::Trainer>(address);
  attn::Buffer<uint8_t> bytes;
  if (!bytes.resize(trainer.saved_size())) return js::Result(attn::out_of_memory());
  trainer.save(bytes.data());
  js::Result result;
  result.set("bytes", bytes);
  return result;
}

val trainer_restore(Address address, const val& bytes) {
  attn::Trainer& trainer = at<attn::Trainer>(address);
  attn::Buffer<uint8_t> copy;
  JS_TRY(js::copy_in(bytes, copy));
  JS_TRY(trainer.restore(copy.data(), copy.size()));
  return js::Result();
}

void trainer_close(Address address) {
  auto* const trainer = &at<attn::Trainer>(address);
  delete trainer;
}

}  // namespace calls

EMSCRIPTEN_BINDINGS(trainer_calls) {
  emscripten::function("trainerOpen", &calls::trainer_open);
  emscripten::function("trainerRun", &calls::trainer_run);
  emscripten::function("trainerLoss", &calls::trainer_loss);
  emscripten::function("trainerSteps", &calls::trainer_steps);
  emscripten::function("trainerWeights", &calls::trainer_weights);
  emscripten::function("trainerSave", &calls::trainer_save);
  emscripten::function("trainerRestore", &calls::trainer_restore);
  emscripten::function("trainerClose", &calls::trainer_close);
}
