// What one head costs, in closed form: exact integers, no run. Traffic with slow memory is that of Dao et al.
// 2022 (arXiv:2205.14135), Algorithms 0 and 1, and Dao 2023 (arXiv:2307.08691), Algorithm 1, counted element
// by element.
#pragma once

#include "attn/attend.h"
#include "attn/status.h"

namespace attn {

struct CostOptions {
  AttendOptions attend;  // the mechanism and its settings; masks, precision and wants do not count
  double queries = 0;    // n_q and n_k: whole numbers
  double keys = 0;
  int key_dim = 1;
  int value_dim = 1;
  bool causal = false;
  double bytes_per_number = 4;  // says how many numbers fast memory holds
};

// All of them whole numbers, at most 2^53.
struct Cost {
  double multiply_adds = 0;             // of the products; those of W x are counted apart
  double exponentials = 0;              // of scores: one per permitted pair; 0 for linear kinds
  double score_numbers = 0;             // scores held: n_q n_k, one tile, or the permitted pairs
  double state_numbers = 0;             // r d_v (+ r)
  double cache_numbers = 0;             // n_k (d_k + d_v)
  double per_token_multiply_adds = 0;   // of the next token, as a stream or from the cache
  double projection_multiply_adds = 0;  // (n_q + n_k) rows(W) d_k
  // Elements that travel between slow and fast memory, for n_q = n_k and d_k = d_v, not causal. The fast
  // memory holds M = 204,800 bytes; B_c = ceil(M / 4d) and B_r = 128 where the mechanism does not name its
  // tiles.
  bool has_hbm = false;
  double hbm_standard = 0;
  double hbm_flash1 = 0;
  double hbm_flash2 = 0;
};

// Errors: kBadOption, kBadShape; kOverflow when a count passes 2^53 and would not be exact.
Status cost(const CostOptions& options, Cost& out);

}  // namespace attn
