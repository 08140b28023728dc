// Copies and fills are single instructions in every engine that runs this, and shorter and faster than the
// loops of Emscripten's C library, which does not ask which engines are meant.
#include <cstddef>

extern "C" {

void* memcpy(void* to, const void* from, size_t size) {
  return __builtin_memcpy(to, from, size);
}

void* memmove(void* to, const void* from, size_t size) {
  return __builtin_memmove(to, from, size);
}

void* memset(void* to, int byte, size_t size) {
  return __builtin_memset(to, byte, size);
}

}  // extern "C"
