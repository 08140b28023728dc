#include "attn/random.h"

#include <cmath>

#include "attn/checks.h"
#include "kernels/elementary.h"

namespace attn {
namespace {

uint64_t scattered(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

double length_of(const double* row, int dim) {
  double square = 0;
  for (int c = 0; c < dim; ++c) square += row[c] * row[c];
  return std::sqrt(square);
}

void fill_normal(Random& random, double* row, int dim) {
  for (int c = 0; c < dim; ++c) row[c] = random.normal();
}

// Makes `row` orthogonal to the `count` orthonormal rows of `basis`: modified Gram-Schmidt, twice, after
// which the basis is orthogonal to rounding (Giraud, Langou, Rozloznik 2005).
void orthogonalise(double* row, const double* basis, int count, int dim) {
  for (int pass = 0; pass < 2; ++pass) {
    for (int b = 0; b < count; ++b) {
      const double* unit = basis + static_cast<size_t>(b) * dim;
      double dot = 0;
      for (int c = 0; c < dim; ++c) dot += row[c] * unit[c];
      for (int c = 0; c < dim; ++c) row[c] -= dot * unit[c];
    }
  }
}

}  // namespace

Random::Random(uint32_t seed, Purpose purpose) : Random(scattered(seed), static_cast<uint64_t>(purpose)) {}

Random::Random(uint64_t state, uint64_t sequence) : increment_(sequence << 1 | 1) {
  next();
  state_ += state;
  next();
}

uint32_t Random::next() {
  const uint64_t old = state_;
  state_ = old * 6364136223846793005u + increment_;
  const uint32_t shifted = static_cast<uint32_t>(((old >> 18) ^ old) >> 27);
  const uint32_t turn = static_cast<uint32_t>(old >> 59);
  return shifted >> turn | shifted << ((32 - turn) & 31);
}

uint32_t Random::below(uint32_t bound) {
  // The lowest 2^32 mod bound numbers are left out: what remains is a multiple of bound.
  const uint32_t threshold = (0u - bound) % bound;
  uint32_t drawn = next();
  while (drawn < threshold) drawn = next();
  return drawn % bound;
}

double Random::uniform() {
  const double high = next() >> 5;
  const double low = next() >> 6;
  return (high * 67108864 + low) / 9007199254740992.0;
}

double Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  double u, v, square;
  do {
    u = 2 * uniform() - 1;
    v = 2 * uniform() - 1;
    square = u * u + v * v;
  } while (square >= 1 || square == 0);
  const double factor = std::sqrt(-2 * log64(square) / square);
  spare_ = v * factor;
  has_spare_ = true;
  return u * factor;
}

Status random_matrix(int rows, int cols, uint32_t seed, Distribution distribution, double scale,
                     OwnedMatrix& out) {
  if (rows < 0) return bad_shape("rows", "0 or more", rows);
  if (cols < 0) return bad_shape("cols", "0 or more", cols);
  if (!(std::fabs(scale) <= 1e30)) return bad_option("scale", "a number from -1e30 to 1e30", scale);
  ATTN_TRY(check_bytes("rows", sizeof(float) * static_cast<double>(rows) * cols));
  Buffer<double> row;
  if (!out.resize(rows, cols) || !row.resize(cols)) return out_of_memory();
  if (cols == 0) return ok();  // whatever the rows: there may be 2^31 of them
  Random random(seed, Random::Purpose::kMatrix);
  for (int i = 0; i < rows; ++i) {
    for (int c = 0; c < cols; ++c) {
      switch (distribution) {
        case Distribution::kUniform:
          // 24 bits: float32 holds it, and never rounds up to 1.
          row[c] = (random.next() >> 8) / 8388608.0 - 1;
          break;
        case Distribution::kSign:
          row[c] = random.next() >> 31 ? 1 : -1;
          break;
        default:
          row[c] = random.normal();
      }
    }
    const double length = distribution == Distribution::kUnitRows ? length_of(row.data(), cols) : 1;
    for (int c = 0; c < cols; ++c) out.row(i)[c] = static_cast<float>(row[c] / length * scale);
  }
  return ok();
}

Status random_projection(int rows, int dim, bool orthogonal, uint32_t seed, float* out) {
  const int block = orthogonal ? (rows < dim ? rows : dim) : 1;
  Buffer<double> basis, gaussian;
  if (!basis.resize(static_cast<size_t>(block) * dim) || !gaussian.resize(dim)) return out_of_memory();
  Random random(seed, Random::Purpose::kProjection);
  for (int i = 0; i < rows; ++i) {
    const int place = i % block;
    double* row = basis.data() + static_cast<size_t>(place) * dim;
    fill_normal(random, row, dim);
    double length = 1;
    if (orthogonal) {
      fill_normal(random, gaussian.data(), dim);
      length = length_of(gaussian.data(), dim);
      orthogonalise(row, basis.data(), place, dim);
      const double norm = length_of(row, dim);
      for (int c = 0; c < dim; ++c) row[c] /= norm;
    }
    for (int c = 0; c < dim; ++c) out[static_cast<size_t>(i) * dim + c] = static_cast<float>(row[c] * length);
  }
  return ok();
}

}  // namespace attn
