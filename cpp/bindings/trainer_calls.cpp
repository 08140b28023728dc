#include <new>

#include "attn/checks.h"
#include "attn/trainer.h"
#include "bindings/options.h"

namespace calls {

using js::MatrixArgument;
using js::Value;
JS_EXPORT("trainerOpen")
Value trainer_open(Value q_value, Value k_value, Value options_value) {
  const MatrixArgument q(q_value), k(k_value);
  // The target and the two intermediate matrices of a step, (n_q, n_k) in double each, and the inputs.
  JS_TRY(attn::check_bytes("trainer", 24.0 * q.rows * k.rows + 12.0 * q.cols * (q.rows + k.rows)));
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

JS_EXPORT("trainerRun")
Value trainer_run(attn::Trainer& trainer, int steps) {
  attn::Buffer<double> losses;
  if (!losses.resize(steps)) return js::Result(attn::out_of_memory());
  JS_TRY(trainer.run(steps, losses.data()));
  js::Result result;
  result.set("losses", losses);
  return result;
}

JS_EXPORT("trainerLoss")
Value trainer_loss(attn::Trainer& trainer) {
  double loss = 0;
  JS_TRY(trainer.loss(loss));
  js::Result result;
  result.set("loss", loss);
  return result;
}

JS_EXPORT("trainerSteps")
Value trainer_steps(const attn::Trainer& trainer) {
  js::Result result;
  result.set("steps", trainer.steps());
  return result;
}

JS_EXPORT("trainerWeights")
Value trainer_weights(const attn::Trainer& trainer) {
  attn::OwnedMatrix weights;
  JS_TRY(trainer.weights(weights));
  js::Result result;
  result.set("weights", weights);
  return result;
}

JS_EXPORT("trainerSave")
Value trainer_save(const attn::Trainer& trainer) {
  attn::Buffer<uint8_t> bytes;
  if (!bytes.resize(trainer.saved_size())) return js::Result(attn::out_of_memory());
  trainer.save(bytes.data());
  js::Result result;
  result.set("bytes", bytes);
  return result;
}

JS_EXPORT("trainerRestore")
Value trainer_restore(attn::Trainer& trainer, Value bytes) {
  attn::Buffer<uint8_t> copy;
  JS_TRY(js::copy_in(bytes, copy));
  JS_TRY(trainer.restore(copy.data(), copy.size()));
  return js::Result();
}

JS_EXPORT("trainerClose")
void trainer_close(attn::Trainer* trainer) {
  delete trainer;
}

}  // namespace calls
