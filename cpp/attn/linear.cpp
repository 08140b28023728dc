// Linear attention over a whole sequence, in four forms that give the same numbers.
//
//   recurrent  writes token by token, each query reads the state that its last permitted key left
//   chunked    a state at the start of each chunk, and within it  tril(phi(Q) phi(K)^T) U  at once; U is V, or for
//              the delta rule what each key writes in its place (Yang et al. 2024, arXiv:2406.06484)
//   parallel   not causal: one state from all keys, read by all queries; causal: the chunked form
//   quadratic  the weights row by row, no state
//
// Computed in double; features arrive block by block, so that memory stays O(chunk r + r d_v).
#include "attn/linear.h"

#include <algorithm>
#include <cmath>

#include "attn/checks.h"
#include "attn/feature_map.h"
#include "attn/mechanism.h"
#include "attn/update.h"
#include "kernels/bounds.h"
#include "kernels/elementary.h"

namespace attn {
namespace {

// The real keys of a stretch of the sequence, one after the other, masked ones left out.
struct Keys {
  int count = 0;
  double* phi = nullptr;     // (count, r)
  double* values = nullptr;  // (count, w): v, and 1 for the normaliser
  double* gates = nullptr;   // decay factors, and what a change of the shift takes from all before
  double* betas = nullptr;   // the delta rule's
  double* shifts = nullptr;  // phi is without exp of it; smaller than that of the key before by what decayed
  int32_t* positions = nullptr;  // in the sequence
};

struct KeyStore {
  Buffer<double> phi, values, gates, betas, shifts;
  Buffer<int32_t> positions;

  bool resize(int rows, int r, int w) {
    const size_t n = rows;
    return phi.resize(n * r) && values.resize(n * w) && gates.resize(n) && betas.resize(n) &&
           shifts.resize(n) && positions.resize(n);
  }
  Keys view(int from, int count, int r, int w) {
    const size_t at = from;
    return {count,
            phi.data() + at * r,
            values.data() + at * w,
            gates.data() + at,
            betas.data() + at,
            shifts.data() + at,
            positions.data() + at};
  }
};

class LinearRun {
 public:
  LinearRun(const Problem& problem, Attended& out)
      : p_(problem),
        options_(problem.options),
        update_(problem.options.update),
        out_(out),
        counts_(out.counts) {}

  Status run();

 private:
  bool causal() const { return options_.causal != Causal::kNone; }
  bool delta() const { return update_.kind == UpdateKind::kDelta; }
  bool quadratic() const { return options_.form == Form::kQuadratic; }
  // Token by token; every other form writes and reads a chunk at once.
  bool recurrent() const { return options_.form == Form::kRecurrent; }
  // Keys whose features depend on all of them at once, and rows of weights, need every key at hand.
  bool holds_all_keys() const;
  // favor's epsilon is a share of a maximum over all real keys, those included that no query sees.
  bool guarded() const { return options_.map.kind == MapKind::kFavor && options_.map.epsilon > 0; }

  Status prepare();
  Status load_keys(int begin, int end, Keys& keys);
  Status settle_key(const Keys& keys, int at, double shift);
  Status sweep();
  Status read_queries(int begin, int end, const Keys& block);
  Status read_query(int i, const double* phi, double phi_shift, const Keys& block, int visible);
  void replace_values(const Keys& block);
  void read_chunk(const double* phi, const Keys& block, int visible, double* row);
  void write_token(const Keys& block, int t);
  void write_chunk(const Keys& block);
  void weights_row(const double* phi, int count, double* weights);
  Status store_state();

  const Problem& p_;
  const AttendOptions& options_;
  const Update& update_;
  Attended& out_;
  Counts& counts_;

  PreparedMap map_;
  int r_ = 0;
  int w_ = 0;        // columns of the state: d_v, and one for the normaliser where anything needs it
  int key_end_ = 0;  // keys from here on are seen by no query and wanted by no state
  int chunk_ = 0;
  int first_query_ = 0;  // the first that sees a real key
  MapContext context_;
  KeyStore store_;
  Keys all_;              // where all keys are held
  Buffer<double> state_;  // (r, w), without exp(state_shift_)
  double state_shift_ = 0;
  double largest_shift_ = 0;  // of all keys so far, as far as they have not decayed
  bool has_shift_ = false;
  int written_ = 0;  // recurrent: how many keys of the block are in the state
  Buffer<double> query_phi_, query_shift_, row_, probe_, weights_;
};

bool LinearRun::holds_all_keys() const {
  const bool needs_all = guarded() || (options_.map.kind == MapKind::kEfficient && !causal());
  return needs_all || quadratic() || options_.want_weights;
}

Status LinearRun::prepare() {
  ATTN_TRY(PreparedMap::make(options_.map, p_.q.cols, map_));
  ATTN_TRY(check_update(update_, p_.k.rows, p_.permit.key_mask()));
  r_ = map_.features();
  w_ = p_.v.cols + (options_.normalise || options_.want_normaliser || options_.want_state ? 1 : 0);
  chunk_ = options_.chunk > 0 ? options_.chunk : kChunk;
  chunk_ = smaller(chunk_, larger(larger(p_.q.rows, p_.k.rows), 1));
  key_end_ = options_.want_state ? p_.k.rows : p_.q.rows == 0 ? 0 : p_.permit.end(p_.q.rows - 1);
  context_.length = larger(p_.q.rows, p_.k.rows);
  context_.causal = causal();

  first_query_ = p_.first_seeing_query();
  const int mapped = guarded() && key_end_ > 0 ? p_.k.rows : key_end_;
  ATTN_TRY(check_used(p_, first_query_, mapped, key_end_));

  const int held = holds_all_keys() ? mapped : smaller(chunk_, key_end_);
  if (!store_.resize(held, r_, w_) || !state_.zeros(static_cast<size_t>(r_) * w_) ||
      !query_phi_.resize(static_cast<size_t>(chunk_) * r_) || !query_shift_.resize(chunk_) ||
      !row_.resize(w_) || !probe_.resize(larger(r_, w_)) || (holds_all_keys() && !weights_.resize(held))) {
    return out_of_memory();
  }
  return ok();
}

// Features, values and gates of the real keys among [begin, end), to the front of the store.
Status LinearRun::load_keys(int begin, int end, Keys& keys) {
  keys = store_.view(0, 0, r_, w_);
  const int mapped_end = guarded() ? p_.k.rows : end;
  MapContext context = context_;
  context.first_position = begin + 1;
  context.own_shifts = true;
  if (p_.permit.key_mask() != nullptr) context.key_mask = p_.permit.key_mask() + begin;
  Status status = map_.apply(ConstMatrix{p_.k.row(begin), mapped_end - begin, p_.k.cols}, Role::kKey, context,
                             keys.phi, store_.shifts.data());
  if (!status.ok() && status.row >= 0) status.row += begin;
  ATTN_TRY(status);

  for (int j = begin; j < end; ++j) {
    if (!p_.permit.real(j)) continue;
    const int at = keys.count++;
    if (at != j - begin) {
      std::memcpy(keys.phi + static_cast<size_t>(at) * r_, keys.phi + static_cast<size_t>(j - begin) * r_,
                  r_ * sizeof(double));
    }
    double* const value = keys.values + static_cast<size_t>(at) * w_;
    for (int c = 0; c < p_.v.cols; ++c) value[c] = p_.v.row(j)[c];
    if (w_ > p_.v.cols) value[p_.v.cols] = 1;
    keys.gates[at] = gate_of(update_, j);
    keys.betas[at] = beta_of(update_, j);
    keys.positions[at] = j;
    ATTN_TRY(settle_key(keys, at, store_.shifts[j - begin]));
  }
  counts_.elements_read += static_cast<double>(keys.count) * (p_.k.cols + p_.v.cols);
  return ok();
}

// Features are kept relative to the largest shift up to their key, as online softmax keeps its sums: of no
// later key, which must not move what earlier queries read. A shift fades with its key: the gate lowers it,
// and the state stays, until a key comes with a larger one than what is left.
Status LinearRun::settle_key(const Keys& keys, int at, double shift) {
  double* const phi = keys.phi + static_cast<size_t>(at) * r_;
  if (delta()) {
    keys.shifts[at] = 0;
    return make_whole(phi, r_, shift, keys.positions[at]);
  }
  double& gate = keys.gates[at];
  const double faded = has_shift_ ? largest_shift_ + log64(gate) : -INFINITY;
  const double next_shift = std::fmax(faded, shift);
  if (next_shift != largest_shift_) gate = exp64(faded - next_shift);
  largest_shift_ = next_shift;
  has_shift_ = true;
  keys.shifts[at] = largest_shift_;
  if (shift == largest_shift_) return ok();
  const double factor = exp64(shift - largest_shift_);
  for (int a = 0; a < r_; ++a) phi[a] *= factor;
  return ok();
}

// Delta rule, chunked: turns each value into what its key writes, given the state at the start of the chunk:
//
//   u_t = beta_t (v_t - G(0..t) T^T k_t - sum_{s<t} G(s+1..t) (k_s . k_t) u_s),
//
// where G(a..b) is the product of gates a..b.
void LinearRun::replace_values(const Keys& block) {
  double* const held = probe_.data();
  for (int t = 0; t < block.count; ++t) {
    const double* const k = block.phi + static_cast<size_t>(t) * r_;
    double* const u = block.values + static_cast<size_t>(t) * w_;
    read_state(state_.data(), k, r_, w_, held);
    double gate = 1;
    for (int s = 0; s <= t; ++s) gate *= block.gates[s];
    for (int c = 0; c < w_; ++c) u[c] -= gate * held[c];
    gate = block.gates[t];
    for (int s = t - 1; s >= 0; --s) {
      const double* const other = block.phi + static_cast<size_t>(s) * r_;
      const double weight = gate * dot(k, other, r_);
      const double* const written = block.values + static_cast<size_t>(s) * w_;
      for (int c = 0; c < w_; ++c) u[c] -= weight * written[c];
      gate *= block.gates[s];
    }
    for (int c = 0; c < w_; ++c) u[c] *= block.betas[t];
    counts_.multiply_adds += static_cast<double>(t + 1) * (r_ + w_) + static_cast<double>(r_) * w_ - r_;
  }
}

// phi reads the first `visible` keys of the block and the state before it.
void LinearRun::read_chunk(const double* phi, const Keys& block, int visible, double* row) {
  double gate = 1;
  for (int s = 0; s < visible; ++s) gate *= block.gates[s];
  read_state(state_.data(), phi, r_, w_, row);
  for (int c = 0; c < w_; ++c) row[c] *= gate;
  gate = 1;
  for (int s = visible - 1; s >= 0; --s) {
    const double* const k = block.phi + static_cast<size_t>(s) * r_;
    const double weight = gate * dot(phi, k, r_);
    const double* const value = block.values + static_cast<size_t>(s) * w_;
    for (int c = 0; c < w_; ++c) row[c] += weight * value[c];
    gate *= block.gates[s];
  }
  counts_.multiply_adds += static_cast<double>(r_) * w_ + static_cast<double>(visible) * (r_ + w_);
}

void LinearRun::write_token(const Keys& block, int t) {
  const double* const k = block.phi + static_cast<size_t>(t) * r_;
  double* value = block.values + static_cast<size_t>(t) * w_;
  if (delta()) {
    delta_value(state_.data(), k, value, r_, w_, block.gates[t], block.betas[t], probe_.data());
    value = probe_.data();
    counts_.multiply_adds += static_cast<double>(r_) * w_;
  }
  add_outer(state_.data(), k, value, r_, w_, block.gates[t]);
  state_shift_ = block.shifts[t];
  counts_.multiply_adds += static_cast<double>(r_) * w_;
}

void LinearRun::write_chunk(const Keys& block) {
  // Each value is weighted by the gates after it, the state by all of them.
  double gate = 1;
  for (int t = block.count - 1; t >= 0; --t) {
    double* const value = block.values + static_cast<size_t>(t) * w_;
    if (gate != 1) {
      for (int c = 0; c < w_; ++c) value[c] *= gate;
    }
    gate *= block.gates[t];
  }
  if (gate != 1) {
    for (double& number : state_) number *= gate;
  }
  if (block.count > 0) state_shift_ = block.shifts[block.count - 1];
  add_transposed_product(block.phi, block.values, state_.data(), r_, block.count, w_);
  counts_.multiply_adds += static_cast<double>(block.count) * r_ * w_;
}

// The implied weights, before any division, of the first `count` keys for one query: the read-out is linear
// in every value, so the query is carried backwards through the writes.
void LinearRun::weights_row(const double* phi, int count, double* weights) {
  double* const carried = probe_.data();
  std::copy_n(phi, r_, carried);
  double gate = 1;
  for (int s = count - 1; s >= 0; --s) {
    const double* const k = all_.phi + static_cast<size_t>(s) * r_;
    const double weight = dot(carried, k, r_);
    weights[s] = weight * all_.betas[s] * gate;
    if (delta()) {
      // The gate joins what is carried, which may grow without bound between one that forgets all and the
      // next.
      for (int a = 0; a < r_; ++a) {
        carried[a] = all_.gates[s] * (carried[a] - all_.betas[s] * weight * k[a]);
      }
    } else {
      gate *= all_.gates[s];
    }
  }
}

Status LinearRun::read_query(int i, const double* phi, double phi_shift, const Keys& block, int visible) {
  const int d_v = p_.v.cols;
  double* const row = row_.data();
  int count = 0;  // of all keys, where they are held
  if (holds_all_keys()) {
    count = static_cast<int>(std::lower_bound(all_.positions, all_.positions + all_.count, p_.permit.end(i)) -
                             all_.positions);
    if (quadratic() || options_.want_weights) weights_row(phi, count, weights_.data());
  }
  if (quadratic()) {
    std::fill_n(row, w_, 0.0);
    for (int s = 0; s < count; ++s) {
      const double* const value = all_.values + static_cast<size_t>(s) * w_;
      for (int c = 0; c < w_; ++c) row[c] += weights_[s] * value[c];
    }
    counts_.multiply_adds += static_cast<double>(count) * ((delta() ? 2 : 1) * r_ + w_);
  } else if (recurrent() || !causal()) {
    read_state(state_.data(), phi, r_, w_, row);
    counts_.multiply_adds += static_cast<double>(r_) * w_;
  } else {
    read_chunk(phi, block, visible, row);
  }

  // Of the last key that was read.
  const double key_shift = quadratic()   ? all_.shifts[count - 1]
                           : visible > 0 ? block.shifts[visible - 1]
                                         : state_shift_;
  const double shift = phi_shift + key_shift;
  const double denominator = w_ > d_v ? row[d_v] : 0;
  const RowScale scale = scale_row(denominator, shift, options_.normalise, options_.epsilon);
  out_.status[i] = static_cast<uint8_t>(scale.status);
  if (options_.want_normaliser) {
    const double whole = unshifted(denominator, shift);
    ATTN_TRY(store_row(&whole, 1, &out_.normaliser[i], "normaliser", i));
  }
  if (options_.want_weights) {
    for (int s = 0; s < count; ++s) {
      const double weight = scale.apply(weights_[s]);
      float& stored = out_.weights.row(i)[all_.positions[s]];
      stored = static_cast<float>(weight);
      if (!std::isfinite(stored)) return overflow("weights", i, all_.positions[s]);
    }
  }
  for (int c = 0; c < d_v; ++c) row[c] = scale.apply(row[c]);
  if (options_.normalise && scale.divisor != 0) counts_.divisions += d_v;
  return store_row(row, d_v, out_.output.row(i), "output", i);
}

// Queries [begin, end), all of which see a real key; `block` holds the keys that only some of them see.
Status LinearRun::read_queries(int begin, int end, const Keys& block) {
  MapContext context = context_;
  context.scale = options_.has_scale ? options_.scale : 1;
  const int offset = options_.causal == Causal::kBottomRight ? p_.k.rows - p_.q.rows : 0;
  int visible = 0;
  for (int from = begin; from < end; from += chunk_) {
    const int rows = smaller(chunk_, end - from);
    context.first_position = from + offset + 1;
    Status status = map_.apply(ConstMatrix{p_.q.row(from), rows, p_.q.cols}, Role::kQuery, context,
                               query_phi_.data(), query_shift_.data());
    if (!status.ok() && status.row >= 0) status.row += from;
    ATTN_TRY(status);
    for (int i = from; i < from + rows; ++i) {
      while (visible < block.count && block.positions[visible] < p_.permit.end(i)) ++visible;
      if (recurrent()) {
        while (written_ < visible) write_token(block, written_++);
      }
      ATTN_TRY(read_query(i, query_phi_.data() + static_cast<size_t>(i - from) * r_, query_shift_[i - from],
                          block, visible));
    }
    counts_.elements_read += static_cast<double>(rows) * p_.q.cols;
  }
  counts_.elements_written += static_cast<double>(end - begin) * p_.v.cols;
  return ok();
}

// All keys in order, chunk by chunk; causal queries as soon as their last key has come.
Status LinearRun::sweep() {
  int query = first_query_, held = 0;
  for (int begin = 0; begin < key_end_; begin += chunk_) {
    const int end = smaller(begin + chunk_, key_end_);
    Keys block;
    if (holds_all_keys()) {
      int count = 0;
      while (held + count < all_.count && all_.positions[held + count] < end) ++count;
      block = store_.view(held, count, r_, w_);
      held += count;
    } else {
      ATTN_TRY(load_keys(begin, end, block));
    }
    written_ = 0;
    if (delta() && !recurrent()) replace_values(block);
    if (causal() && !quadratic()) {
      const int first = query;
      while (query < p_.q.rows && p_.permit.end(query) <= end) ++query;
      ATTN_TRY(read_queries(first, query, block));
    }
    if (recurrent()) {
      while (written_ < block.count) write_token(block, written_++);
    } else {
      write_chunk(block);
    }
  }
  return causal() || quadratic() ? ok() : read_queries(first_query_, p_.q.rows, Keys());
}

Status LinearRun::store_state() {
  const int d_v = p_.v.cols;
  if (!out_.state_S.resize(r_, d_v) || !out_.state_z.resize(r_)) return out_of_memory();
  for (int a = 0; a < r_; ++a) {
    double* const row = state_.data() + static_cast<size_t>(a) * w_;
    for (int c = 0; c < w_; ++c) row[c] = unshifted(row[c], state_shift_);
    ATTN_TRY(store_row(row, d_v, out_.state_S.row(a), "state.S", a));
    ATTN_TRY(store_row(row + d_v, 1, &out_.state_z[a], "state.z", a));
  }
  return ok();
}

Status LinearRun::run() {
  ATTN_TRY(prepare());
  for (int i = 0; i < first_query_; ++i) {
    std::fill_n(out_.output.row(i), p_.v.cols, 0.0f);
    out_.status[i] = static_cast<uint8_t>(RowStatus::kNoPermittedKey);
    if (options_.want_normaliser) out_.normaliser[i] = 0;
  }
  if (holds_all_keys() && key_end_ > 0) ATTN_TRY(load_keys(0, key_end_, all_));
  if (quadratic()) ATTN_TRY(read_queries(first_query_, p_.q.rows, Keys()));
  if (!quadratic() || options_.want_state) ATTN_TRY(sweep());
  const double state_numbers = static_cast<double>(r_) * w_;
  if (!quadratic()) {
    // Between the pass over the keys and the pass over the queries the state is put down and taken up once.
    counts_.elements_written += state_numbers;
    counts_.elements_read += causal() ? 0 : state_numbers;
  }
  return options_.want_state ? store_state() : ok();
}

}  // namespace

double linear_scratch(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttendOptions& options) {
  const double d = q.cols;
  const auto features = static_cast<double>(larger<int64_t>(feature_dim(options.map, q.cols), 0));
  const double w = v.cols + 1.0;
  const double longest = larger(larger(q.rows, k.rows), 1);
  const double chunk = smaller<double>(options.chunk > 0 ? options.chunk : kChunk, longest);
  const bool all = options.form == Form::kQuadratic || options.want_weights || options.map.epsilon > 0 ||
                   options.map.kind == MapKind::kEfficient;
  const double held = all ? k.rows : smaller<double>(chunk, k.rows);
  const double doubles = held * (features + w + 4) + features * w + chunk * (features + 3) + 2 * w +
                         features + (d + 2 * larger(held, chunk));  // the last: what the map takes
  const double projection = static_cast<double>(larger<int64_t>(projection_rows(options.map), 0)) * d;
  const double state = options.want_state ? features * w : 0;
  return 8 * doubles + 4 * (projection + state) + 4 * held;
}

Status linear_attention(const Problem& problem, Attended& out) {
  return with_cause(LinearRun(problem, out).run(), problem.options.update);
}

}  // namespace attn
