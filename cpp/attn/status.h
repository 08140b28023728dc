// How a call went. The core never throws, prints or aborts over what a caller passed in: it names what was
// wrong, where, and what was expected. The wrapper in web/engine turns that into a sentence.
#pragma once

namespace attn {

enum class Code {
  kOk = 0,
  kBadShape,     // two arguments whose sizes do not fit, or a size that cannot be
  kNotFinite,    // a NaN or an infinity in a place that is used
  kBadOption,    // an option outside its range, or two that exclude each other
  kTooLarge,     // more memory or work than the limit; refused before any is taken
  kOutOfMemory,  // within the limit, and still not to be had
  kOverflow,     // finite inputs, and a result that float32 cannot hold
};

struct Status {
  Code code = Code::kOk;
  const char* argument = "";  // the public name of what was wrong: "q", "mechanism.chunk"
  const char* expected = "";  // a clause that completes "expected …"
  int row = -1;               // counted from 0; -1 where there is none
  int col = -1;
  double got = 0;    // the offending number, where there is one; kTooLarge: what was asked for
  double limit = 0;  // kTooLarge: the most bytes one call may take; 0 where it is not bytes

  bool ok() const { return code == Code::kOk; }
};

inline Status ok() {
  return {};
}
inline Status bad_option(const char* argument, const char* expected, double got) {
  return {Code::kBadOption, argument, expected, -1, -1, got};
}
// Of one entry of the argument, or of a whole row (col -1).
inline Status bad_option_at(const char* argument, int row, int col, const char* expected, double got) {
  return {Code::kBadOption, argument, expected, row, col, got};
}
inline Status bad_shape(const char* argument, const char* expected, double got) {
  return {Code::kBadShape, argument, expected, -1, -1, got};
}
inline Status not_finite(const char* argument, int row, int col, double got) {
  return {Code::kNotFinite, argument, "a finite number", row, col, got};
}
inline Status too_large(const char* argument, const char* expected, double got) {
  return {Code::kTooLarge, argument, expected, -1, -1, got};
}
// `expected`: what the format that overflowed would have held.
inline Status overflow(const char* argument, int row, int col, const char* expected, double got) {
  return {Code::kOverflow, argument, expected, row, col, got};
}
inline Status overflow(const char* argument, int row, int col) {
  return overflow(argument, row, col, "a result that float32 can hold", 0);
}
inline Status out_of_memory() {
  return {Code::kOutOfMemory};
}

}  // namespace attn

// Hands a failed status to the caller.
#define ATTN_TRY(expression)                         \
  do {                                               \
    const ::attn::Status attn_status = (expression); \
    if (!attn_status.ok()) return attn_status;       \
  } while (false)
