#include <new>

#include "attn/checks.h"
#include "attn/trainer.h"
#include "bindings/calls.h"

namespace calls {
namespace {

attn::Trainer& trainer_at(Address address) {
  return *reinterpret_cast<attn::Trainer*>(address);
}

}  // namespace

val trainer_open(const MatrixArgument& q, const MatrixArgument& k, const attn::TrainerOptions& given) {
  // The target and the two intermediate matrices of a step, (n_q, n_k) in double each, and the inputs.
  JS_TRY(attn::check_bytes("trainer", 24.0 * q.rows * k.rows + 12.0 * q.cols * (q.rows + k.rows)));
  js::MatrixCopy q_copy, k_copy;
  JS_TRY(q_copy.load(q));
  JS_TRY(k_copy.load(k));
  attn::TrainerOptions options = given;
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
  result.set("address", reinterpret_cast<Address>(trainer));
  result.set("lossFloor", trainer->loss_floor());
  return result;
}

val trainer_run(Address address, int steps) {
  attn::Buffer<double> losses;
  if (!losses.resize(steps)) return js::Result(attn::out_of_memory());
  JS_TRY(trainer_at(address).run(steps, losses.data()));
  js::Result result;
  result.set("losses", losses);
  return result;
}

val trainer_loss(Address address) {
  double loss = 0;
  JS_TRY(trainer_at(address).loss(loss));
  js::Result result;
  result.set("loss", loss);
  return result;
}

double trainer_steps(Address address) {
  return trainer_at(address).steps();
}

val trainer_weights(Address address) {
  attn::OwnedMatrix weights;
  JS_TRY(trainer_at(address).weights(weights));
  js::Result result;
  result.set("weights", weights);
  return result;
}

val trainer_save(Address address) {
  const attn::Trainer& trainer = trainer_at(address);
  attn::Buffer<uint8_t> bytes;
  if (!bytes.resize(trainer.saved_size())) return js::Result(attn::out_of_memory());
  trainer.save(bytes.data());
  js::Result result;
  result.set("bytes", bytes);
  return result;
}

val trainer_restore(Address address, const val& bytes) {
  attn::Buffer<uint8_t> copy;
  JS_TRY(js::copy_in(bytes, copy));
  JS_TRY(trainer_at(address).restore(copy.data(), copy.size()));
  return js::Result();
}

void trainer_close(Address address) {
  delete &trainer_at(address);
}

}  // namespace calls
