// Sparse attention patterns: which keys a query may look at.
//
//   window     keys i + n_k - n_q - left .. i + n_k - n_q + right, inclusive; -1: unlimited
//   longformer keys i + dilation * t, |t| <= window / 2, edges clipped; a global token sees all and is seen by all
//              (Beltagy, Peters, Cohan 2020, arXiv:2004.05150, section 3.1)
//   bigbird    ITC: first and last block rows and columns full, a band of three blocks, and random blocks
//              (Zaheer et al. 2020, arXiv:2007.14062)
#pragma once

#include "attn/attend.h"
#include "attn/matrix.h"
#include "attn/status.h"

namespace attn {

class PreparedPattern {
 public:
  // Every check of make(), and no memory taken. Errors: kBadOption; kBadShape (longformer and bigbird need
  // n_q = n_k, explicit random blocks a list for each block row). More random blocks than a block row has
  // legal ones are an error; explicit ones may be any, and count once where they repeat others.
  static Status check(const Pattern& pattern, int n_q, int n_k);

  // Checks the pattern and draws its random blocks. Keeps no pointer into `pattern`.
  Status make(const Pattern& pattern, int n_q, int n_k);

  // The permitted keys of query i, ascending and each once, into `keys` (room for n_k). Returns how many.
  int row(int i, int32_t* keys) const;

  // bigbird: ceil(n / blockSize).
  static int block_count(const Pattern& pattern, int n);

 private:
  Status make_bigbird(const Pattern& pattern);
  int window_row(int i, int32_t* keys) const;
  int longformer_row(int i, int32_t* keys) const;
  int bigbird_row(int i, int32_t* keys) const;

  Pattern pattern_;  // its arrays are not used: copies are held below
  int n_q_ = 0;
  int n_k_ = 0;
  int blocks_ = 0;
  int global_count_ = 0;
  Buffer<int32_t> globals_;       // longformer: ascending, the first global_count_ of them
  Buffer<int32_t> random_;        // bigbird: of block row b, random_[start_[b] .. start_[b + 1]), ascending
  Buffer<int32_t> random_start_;  // blocks_ + 1
};

// The whole pattern for n queries and n keys: `out` (n, n), 1 = permitted.
Status pattern_mask(const Pattern& pattern, int n, uint8_t* out);

}  // namespace attn
