#include "attn/pattern.h"

#include <algorithm>
#include <cstdint>

#include "attn/checks.h"
#include "attn/random.h"
#include "kernels/bounds.h"

namespace attn {
namespace {

// Ascending. A heap: std::sort is five times the code.
void sort(int32_t* first, int32_t* last) {
  std::make_heap(first, last);
  std::sort_heap(first, last);
}

// Of `from .. to`, what lies in 0 .. n - 1, appended to `keys` at `count`.
int append_range(int64_t from, int64_t to, int n, int count, int32_t* keys) {
  from = larger<int64_t>(from, 0);
  to = smaller<int64_t>(to, n - 1);
  for (int64_t j = from; j <= to; ++j) keys[count++] = static_cast<int32_t>(j);
  return count;
}

Status check_settings(const Pattern& pattern) {
  switch (pattern.kind) {
    case PatternKind::kWindow:
      if (pattern.left < -1) return bad_option("pattern.left", "-1 (unlimited), 0 or more", pattern.left);
      if (pattern.right < -1) return bad_option("pattern.right", "-1 (unlimited), 0 or more", pattern.right);
      return ok();
    case PatternKind::kLongformer:
      if (pattern.window < 0 || pattern.window % 2 != 0) {
        return bad_option("pattern.window", "an even number, 0 or more: half of it lies on each side",
                          pattern.window);
      }
      if (pattern.dilation < 1) return bad_option("pattern.dilation", "1 or more", pattern.dilation);
      return ok();
    case PatternKind::kBigBird:
      if (pattern.block_size < 1) return bad_option("pattern.blockSize", "1 or more", pattern.block_size);
      if (pattern.random_blocks < 0) {
        return bad_option("pattern.randomBlocks", "0 or more", pattern.random_blocks);
      }
      return ok();
  }
  return bad_option("pattern.kind", "window, longformer or bigbird", static_cast<int>(pattern.kind));
}

// The blocks that block row b (neither first nor last) may not draw, ascending and each once: its band, the
// two edges, and the corner pairs (1, last - 1) and (last - 1, 1), as get_single_block_row_attention of the
// original code has it. At most 6; returns how many.
int barred_blocks(int b, int last, int32_t* barred) {
  int32_t all[6] = {0, b - 1, b, b + 1, last, last};
  if (b == 1) all[5] = last - 1;
  if (b == last - 1) all[5] = 1;
  sort(all, all + 6);
  return static_cast<int>(std::unique_copy(all, all + 6, barred) - barred);
}

// `count` different numbers of 0 .. n - 1, each set as likely as any other (Floyd's algorithm), into `out`.
void draw_distinct(Random& random, int n, int count, int32_t* out) {
  for (int t = 0; t < count; ++t) {
    const int top = n - count + t;
    const auto drawn = static_cast<int32_t>(random.below(static_cast<uint32_t>(top) + 1));
    const bool taken = std::find(out, out + t, drawn) != out + t;
    out[t] = taken ? top : drawn;
  }
}

}  // namespace

Status PreparedPattern::check(const Pattern& pattern, int n_q, int n_k) {
  ATTN_TRY(check_settings(pattern));
  if (pattern.kind == PatternKind::kWindow) return ok();
  if (n_q != n_k) return bad_shape("q", "as many rows as k for this pattern", n_q);
  if (pattern.kind == PatternKind::kLongformer) {
    for (int g = 0; g < pattern.global_count; ++g) {
      const int token = pattern.global_tokens[g];
      if (token < 0 || token >= n_k) {
        return bad_option_at("pattern.globalTokens", -1, g, "positions of the sequence", token);
      }
    }
    return ok();
  }
  const int blocks = block_count(pattern, n_k);
  if (pattern.random_start != nullptr) {
    if (pattern.random_rows != blocks) {
      return bad_shape("pattern.random", "one list for each block row", pattern.random_rows);
    }
    for (int b = 0; b < blocks; ++b) {
      for (int t = pattern.random_start[b]; t < pattern.random_start[b + 1]; ++t) {
        if (pattern.random[t] < 0 || pattern.random[t] >= blocks) {
          return bad_option_at("pattern.random", b, t - pattern.random_start[b],
                               "block numbers of the sequence", pattern.random[t]);
        }
      }
    }
    return ok();
  }
  int32_t barred[6];
  for (int b = 1; b < blocks - 1; ++b) {
    if (pattern.random_blocks > blocks - barred_blocks(b, blocks - 1, barred)) {
      return bad_option_at("pattern.randomBlocks", b, -1,
                           "no more than the blocks left outside the band and the edges, in every block row",
                           pattern.random_blocks);
    }
  }
  return ok();
}

int PreparedPattern::block_count(const Pattern& pattern, int n) {
  return n / pattern.block_size + (n % pattern.block_size != 0 ? 1 : 0);
}

Status PreparedPattern::make(const Pattern& pattern, int n_q, int n_k) {
  ATTN_TRY(check(pattern, n_q, n_k));
  pattern_ = pattern;
  n_q_ = n_q;
  n_k_ = n_k;
  if (pattern.kind == PatternKind::kLongformer) {
    Buffer<int32_t> globals;
    if (!globals.resize(pattern.global_count)) return out_of_memory();
    std::copy_n(pattern.global_tokens, pattern.global_count, globals.data());
    sort(globals.begin(), globals.end());
    global_count_ = static_cast<int>(std::unique(globals.begin(), globals.end()) - globals.begin());
    globals_ = std::move(globals);
  }
  if (pattern.kind == PatternKind::kBigBird) ATTN_TRY(make_bigbird(pattern));
  pattern_.global_tokens = pattern_.random = pattern_.random_start = nullptr;
  return ok();
}

Status PreparedPattern::make_bigbird(const Pattern& pattern) {
  blocks_ = block_count(pattern, n_k_);
  if (!random_start_.zeros(static_cast<size_t>(blocks_) + 1)) return out_of_memory();
  if (pattern.random_start != nullptr) {
    std::copy_n(pattern.random_start, blocks_ + 1, random_start_.data());
    if (!random_.resize(pattern.random_start[blocks_])) return out_of_memory();
    std::copy_n(pattern.random, random_.size(), random_.data());
  } else {
    // Row by row from the start, so that a longer sequence begins with the draws of a shorter one of as many
    // blocks.
    const int inner = larger(blocks_ - 2, 0);
    if (!random_.resize(static_cast<size_t>(inner) * pattern.random_blocks)) return out_of_memory();
    Random random(pattern.seed, Random::Purpose::kPattern);
    int32_t barred[6];
    for (int b = 0; b < blocks_; ++b) {
      random_start_[b + 1] = random_start_[b];
      if (b == 0 || b == blocks_ - 1) continue;
      int32_t* const drawn = random_.data() + random_start_[b];
      const int barred_count = barred_blocks(b, blocks_ - 1, barred);
      draw_distinct(random, blocks_ - barred_count, pattern.random_blocks, drawn);
      // From the number among the legal blocks to the block: step over each barred one at or below it.
      for (int t = 0; t < pattern.random_blocks; ++t) {
        for (int x = 0; x < barred_count; ++x) drawn[t] += barred[x] <= drawn[t] ? 1 : 0;
      }
      random_start_[b + 1] += pattern.random_blocks;
    }
  }
  for (int b = 0; b < blocks_; ++b) {
    sort(random_.data() + random_start_[b], random_.data() + random_start_[b + 1]);
  }
  return ok();
}

int PreparedPattern::row(int i, int32_t* keys) const {
  switch (pattern_.kind) {
    case PatternKind::kWindow:
      return window_row(i, keys);
    case PatternKind::kLongformer:
      return longformer_row(i, keys);
    case PatternKind::kBigBird:
      return bigbird_row(i, keys);
  }
  return 0;
}

int PreparedPattern::window_row(int i, int32_t* keys) const {
  const int64_t centre = static_cast<int64_t>(i) + n_k_ - n_q_;
  return append_range(pattern_.left < 0 ? 0 : centre - pattern_.left,
                      pattern_.right < 0 ? n_k_ - 1 : centre + pattern_.right, n_k_, 0, keys);
}

int PreparedPattern::longformer_row(int i, int32_t* keys) const {
  const int32_t* const globals_end = globals_.data() + global_count_;
  if (std::binary_search(globals_.data(), globals_end, i)) return append_range(0, n_k_ - 1, n_k_, 0, keys);
  // Two ascending lists become one: the band, and the global tokens.
  const int64_t half = pattern_.window / 2, step = pattern_.dilation;
  const int64_t below = smaller<int64_t>(half, i / step),
                above = smaller<int64_t>(half, (n_k_ - 1 - i) / step);
  const int32_t* global = globals_.data();
  int count = 0;
  for (int64_t t = -below; t <= above; ++t) {
    const auto j = static_cast<int32_t>(i + t * step);
    while (global != globals_end && *global < j) keys[count++] = *global++;
    if (global != globals_end && *global == j) ++global;
    keys[count++] = j;
  }
  while (global != globals_end) keys[count++] = *global++;
  return count;
}

int PreparedPattern::bigbird_row(int i, int32_t* keys) const {
  const int size = pattern_.block_size, b = i / size, last = blocks_ - 1;
  if (b == 0 || b == last) return append_range(0, n_k_ - 1, n_k_, 0, keys);
  // First, band, last and random blocks, ascending; one that comes up twice counts once.
  const int32_t own[] = {0, b - 1, b, b + 1, last};
  const int32_t* random = random_.data() + random_start_[b];
  const int32_t* const random_end = random_.data() + random_start_[b + 1];
  int count = 0, previous = -1;
  const auto take = [&](int block) {
    if (block <= previous) return;
    previous = block;
    const int64_t from = static_cast<int64_t>(block) * size;
    count = append_range(from, from + size - 1, n_k_, count, keys);
  };
  for (const int32_t block : own) {
    while (random != random_end && *random < block) take(*random++);
    take(block);
  }
  while (random != random_end) take(*random++);
  return count;
}

Status pattern_mask(const Pattern& pattern, int n, uint8_t* out) {
  PreparedPattern prepared;
  ATTN_TRY(prepared.make(pattern, n, n));
  Buffer<int32_t> keys;
  if (!keys.resize(n)) return out_of_memory();
  std::memset(out, 0, static_cast<size_t>(n) * n);
  for (int i = 0; i < n; ++i) {
    const int count = prepared.row(i, keys.data());
    for (int t = 0; t < count; ++t) out[static_cast<size_t>(i) * n + keys[t]] = 1;
  }
  return ok();
}

}  // namespace attn
