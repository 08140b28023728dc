// One head of attention, by any mechanism the lesson names.
#pragma once

#include <cstdint>

#include "attn/blocks.h"
#include "attn/feature_map.h"
#include "attn/matrix.h"
#include "attn/status.h"

namespace attn {

// softmax  softmax(scale q k^T) v, all scores held               Vaswani et al. 2017, arXiv:1706.03762, eq. 1
// flash    the same, tile by tile                                Dao et al. 2022, arXiv:2205.14135, Algorithm
// 1 sparse   the same over the permitted keys only                 pattern.h linear   phi(q) S / (phi(q).z +
// epsilon), S = sum phi(k) v^T,  Katharopoulos et al. 2020, arXiv:2006.16236,
//          z = sum phi(k)                                        eq. 4 to 12; phi: feature_map.h, writes: update.h
enum class Mechanism { kSoftmax, kFlash, kSparse, kLinear };
// Four ways to the same numbers; linear.cpp says how each goes.
enum class Form { kAuto, kParallel, kRecurrent, kChunked, kQuadratic };
enum class UpdateKind { kSum, kDecay, kDelta };
enum class PatternKind { kWindow, kLongformer, kBigBird };
enum class Causal { kNone, kBottomRight, kTopLeft };

// How a token is written into the state S (r, d_v).
struct Update {
  UpdateKind kind = UpdateKind::kSum;
  double gamma = 1;              // decay, when log_decay is null; 0 to 1
  double beta = 1;               // delta, when betas is null; finite
  const float* betas = nullptr;  // one per key; a stream's token t takes entry t
  int beta_count = 0;
  const float* log_decay = nullptr;  // likewise, entries <= 0
  int log_decay_count = 0;
};

// pattern.h says which keys each kind permits. Counts are of keys, or of blocks of block_size keys.
struct Pattern {
  PatternKind kind = PatternKind::kWindow;
  int left = -1;
  int right = -1;
  int window = 0;
  int dilation = 1;
  const int32_t* global_tokens = nullptr;
  int global_count = 0;
  int block_size = 1;
  int random_blocks = 0;
  uint32_t seed = 0;
  // Replaces the random choice: the blocks of block row b are random[random_start[b] .. random_start[b + 1]).
  const int32_t* random = nullptr;
  const int32_t* random_start = nullptr;
  int random_rows = 0;
};

struct AttendOptions {
  Mechanism mechanism = Mechanism::kSoftmax;
  int block_rows = 0;  // flash; 0: chosen here
  int block_cols = 0;
  Pattern pattern;  // sparse
  FeatureMap map;   // linear
  Form form = Form::kAuto;
  int chunk = 0;  // 0: chosen here
  bool normalise = true;
  double epsilon = 0;  // joins phi(q).z; at least 0
  Update update;
  Causal causal = Causal::kNone;
  // Softmax kinds: multiplies q.k, 1 / sqrt(d_k) where it is not given. Linear: multiplies q before phi,
  // else 1.
  bool has_scale = false;
  double scale = 1;
  const uint8_t* mask = nullptr;      // (n_q, n_k), 1 = allowed
  const uint8_t* key_mask = nullptr;  // n_k, 1 = a real token
  Precision precision = Precision::kFloat32;
  bool want_weights = false;
  bool want_log_sum_exp = false;
  bool want_normaliser = false;
  bool want_state = false;
  bool want_trace = false;
};

// Counted while running. Doubles: exact to 2^53, which no run here can reach.
struct Counts {
  double multiply_adds = 0;     // of the mechanism's products; phi's own are not among them
  double exponentials = 0;      // of scores
  double divisions = 0;         // of outputs and of weights
  double peak_bytes = 0;        // the most that results and scratch held at once
  double elements_read = 0;     // numbers that each pass, or tile, takes from slow memory
  double elements_written = 0;  // and puts there
};

enum class RowStatus : uint8_t { kOk = 0, kNoPermittedKey = 1, kZeroNormaliser = 2, kNegativeNormaliser = 3 };

struct Attended {
  OwnedMatrix output;      // (n_q, d_v)
  Buffer<uint8_t> status;  // n_q
  // What was wanted; else empty.
  OwnedMatrix weights;        // (n_q, n_k)
  Buffer<float> log_sum_exp;  // n_q: ln sum_j exp(s_ij)
  Buffer<float> normaliser;   // n_q: phi(q).z
  OwnedMatrix state_S;        // (r, d_v)
  Buffer<float> state_z;      // r
  // flash: after each key tile, one after the other: max and sum (tiles, n_q), accumulator (tiles * n_q, d_v)
  int trace_tiles = 0;
  Buffer<float> trace_max;
  Buffer<float> trace_sum;
  OwnedMatrix trace_accumulator;
  Counts counts;
};

// q (n_q, d_k), k (n_k, d_k), v (n_k, d_v); `out` is written in full on success and undefined otherwise.
// Rows that no permitted pair uses are never read. Errors: every code of status.h.
Status attend(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options, Attended& out);

// Whether attend_by_blocks() can answer, and is worth it: large linear attention by the float32 kernels.
bool fits_blocks(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options);

// Whether the output of such a problem is small enough to be put together in memory.
bool fits_whole_output(ConstMatrix q, ConstMatrix k, ConstMatrix v);

// attend() for matrices that need not lie in memory whole: q, k and v give their sizes alone, their rows come
// from `rows`, each once, and the output goes there, or into out.output. Memory O(r d_v + n_q) besides.
// `done` is not set where a number is not finite, or float32 lost digits: what was taken is then worth
// nothing, and attend() computes the whole in double, or says what is wrong. Only for linear attention by the
// float32 kernels: where fits_blocks().
Status attend_by_blocks(ConstMatrix q, ConstMatrix k, ConstMatrix v, const BlockedRows& rows,
                        const AttendOptions& options, Attended& out, bool* done);

}  // namespace attn
