// Row-major float32 matrices, as they cross the public module, and the one owner of memory in the core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

namespace attn {

// The arithmetic of a call. float64 computes in double throughout and rounds once, at the end.
enum class Precision { kFloat32, kFloat64 };

// A (rows, cols) view of memory that somebody else owns. Rows are contiguous.
struct ConstMatrix {
  const float* data = nullptr;
  int rows = 0;
  int cols = 0;

  const float* row(int i) const { return data + static_cast<size_t>(i) * cols; }
  size_t size() const { return static_cast<size_t>(rows) * cols; }
};

struct Matrix {
  float* data = nullptr;
  int rows = 0;
  int cols = 0;

  float* row(int i) const { return data + static_cast<size_t>(i) * cols; }
  size_t size() const { return static_cast<size_t>(rows) * cols; }
  operator ConstMatrix() const { return {data, rows, cols}; }
};

// Bytes that all Buffers hold now, and the most they have held since `peak` was last lowered. The core runs
// on one thread.
struct MemoryMeter {
  size_t live = 0;
  size_t peak = 0;
};
inline MemoryMeter memory_meter;

// Memory that is asked for once and given back once. `resize` leaves the contents undefined and returns
// false when the memory is not to be had: the core is built without exceptions, and std::vector would abort.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable<T>::value, "elements are moved as bytes");

 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  Buffer(Buffer&& other) noexcept : data_(other.data_), size_(other.size_) { other.forget(); }
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Buffer() { release(); }

  [[nodiscard]] bool resize(size_t size) {
    release();
    if (size == 0) return true;
    // Half the address space: in wasm, bytes past 2^32 would wrap round to a few.
    if (size > SIZE_MAX / 2 / sizeof(T)) return false;
    void* const block = std::malloc(kAlignment + bytes(size));
    if (block == nullptr) return false;
    data_ = reinterpret_cast<T*>((reinterpret_cast<uintptr_t>(block) + sizeof block + kAlignment - 1) /
                                 kAlignment * kAlignment);
    block_of(data_) = block;
    size_ = size;
    memory_meter.live += bytes(size);
    if (memory_meter.live > memory_meter.peak) memory_meter.peak = memory_meter.live;
    return true;
  }
  [[nodiscard]] bool zeros(size_t size) {
    if (!resize(size)) return false;
    if (size > 0) std::memset(static_cast<void*>(data_), 0, size * sizeof(T));
    return true;
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  // The width of a vector register. malloc promises half of it in wasm; aligned_alloc would leave gaps, in
  // which a heap that has been emptied differs from a new one. So the address of the block that malloc gave
  // stands right before the data.
  static constexpr size_t kAlignment = 16;
  static void*& block_of(T* data) { return reinterpret_cast<void**>(data)[-1]; }
  static size_t bytes(size_t size) { return (size * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment; }

  void release() {
    if (data_ == nullptr) return;
    std::free(block_of(data_));
    memory_meter.live -= bytes(size_);
    forget();
  }
  void forget() {
    data_ = nullptr;
    size_ = 0;
  }

  T* data_ = nullptr;
  size_t size_ = 0;
};

// A matrix with its memory. Copies are made by name only.
class OwnedMatrix {
 public:
  [[nodiscard]] bool resize(int rows, int cols) {
    rows_ = rows;
    cols_ = cols;
    return fits() && values_.resize(static_cast<size_t>(rows) * cols);
  }
  [[nodiscard]] bool zeros(int rows, int cols) {
    rows_ = rows;
    cols_ = cols;
    return fits() && values_.zeros(static_cast<size_t>(rows) * cols);
  }
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  size_t size() const { return values_.size(); }
  float* data() { return values_.data(); }
  const float* data() const { return values_.data(); }
  float* row(int i) { return values_.data() + static_cast<size_t>(i) * cols_; }
  const float* row(int i) const { return values_.data() + static_cast<size_t>(i) * cols_; }
  Matrix view() { return {values_.data(), rows_, cols_}; }
  ConstMatrix view() const { return {values_.data(), rows_, cols_}; }

 private:
  bool fits() const { return static_cast<uint64_t>(rows_) * static_cast<uint64_t>(cols_) <= SIZE_MAX; }

  Buffer<float> values_;
  int rows_ = 0;
  int cols_ = 0;
};

}  // namespace attn
