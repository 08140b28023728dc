// A learned feature map: fits Hedgehog's W (Zhang et al. 2024, arXiv:2402.04347) to the softmax weights of
// one head.
//
//   P  = softmax(scale q k^T)                        the weights to imitate,   (n_q, n_k)
//   A  = phi(q) phi(k)^T, each row divided by its sum
//   loss = -1/rows sum_ij P_ij ln A_ij               mean cross-entropy of rows, nats
//
// W (h, d), shared by q and k, starts as the identity plus small seeded noise and moves by Adam (Kingma and
// Ba 2015, arXiv:1412.6980, Algorithm 1; beta 0.9 and 0.999). float64 inside. A step costs about 2 n (n + d)
// 2h multiply-adds forward and twice as many back.
#pragma once

#include <cstddef>
#include <cstdint>

#include "attn/feature_map.h"
#include "attn/matrix.h"
#include "attn/status.h"

namespace attn {

struct TrainerOptions {
  ConstMatrix q;  // (n_q, d)
  ConstMatrix k;  // (n_k, d)
  bool has_scale = false;
  double scale = 1;  // of the softmax that is imitated; by default 1/sqrt(d)
  int features = 0;  // h; 0: d
  HedgehogActivation activation = HedgehogActivation::kExp;
  double learning_rate = 0.01;
  bool causal = false;  // inclusive, bottom-right aligned; rows without a key count for nothing
  uint32_t seed = 0;
};

class Trainer {
 public:
  // Copies q and k. Errors, with the name of what is wrong: kBadShape, kNotFinite, kBadOption; kTooLarge
  // where it would hold more than a call may; kOutOfMemory.
  static Status make(const TrainerOptions& options, Trainer& out);

  // Runs `steps` steps; losses[s] is the loss before step s, in nats. Errors: kBadOption; kOverflow where
  // weights have run away, which stay as they were before the step that met it.
  Status run(int steps, double* losses);
  // The loss as the weights stand, in nats. kOverflow as in run().
  Status loss(double& out) { return evaluate(out, nullptr); }
  // The mean entropy of the rows of P in nats, below which no map can go.
  double loss_floor() const { return floor_; }
  double steps() const { return steps_; }
  HedgehogActivation activation() const { return activation_; }
  int rows() const { return h_; }
  int cols() const { return d_; }
  Status weights(OwnedMatrix& out) const;  // W (h, d), rounded to float32; kOutOfMemory

  // Weights and Adam's moments, to the bit. `restore` takes only what a trainer of the same sizes and
  // activation saved, and leaves everything as it was where it fails: kBadShape, kBadOption, kNotFinite.
  size_t saved_size() const;
  void save(uint8_t* bytes) const;  // saved_size() of them
  Status restore(const uint8_t* bytes, size_t size);

  // The loss, and unless `gradient` is null its gradient (h, d), at the present weights: a step without the
  // step, which tests hold against differences.
  Status evaluate(double& loss, double* gradient);
  double* parameters() { return parameters_.data(); }  // W (h, d)

 private:
  // phi of one side and what its gradient passes through. Rows of `phi` are 2h long.
  struct Side {
    int n = 0;
    Buffer<double> x;         // (n, d)
    Buffer<double> u;         // (n, h), u = x W^T; on the way back the gradient of u
    Buffer<double> phi;       // (n, 2h)
    Buffer<double> gradient;  // (n, 2h), of phi
    Status resize(ConstMatrix input, int h);
  };

  void set_target(double scale);
  int permitted(int row) const;
  void map_side(Side& side, Role role);
  void pull_back(Side& side);

  HedgehogActivation activation_ = HedgehogActivation::kExp;
  double learning_rate_ = 0;
  double floor_ = 0;
  double steps_ = 0;
  int d_ = 0;
  int h_ = 0;
  int counted_rows_ = 0;  // those with a key
  bool causal_ = false;
  Side q_, k_;
  Buffer<double> target_;        // P (n_q, n_k), 0 where nothing is permitted
  Buffer<double> similarities_;  // (n_q, n_k); on the way back their gradient
  Buffer<double> transposed_;    // W^T, then phi(k)^T
  Buffer<double> parameters_, gradient_, first_moment_, second_moment_;  // (h, d)
};

}  // namespace attn
