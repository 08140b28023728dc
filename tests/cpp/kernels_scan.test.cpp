#include "kernel_inputs.h"

TEST_CASE("first_not_finite: every place, every kind, every length") {
  for (const auto& backend : kernel_test::backends<attn::FirstNotFiniteArgs>()) {
    CAPTURE(backend.name);
    for (const int size : {0, 1, 3, 15, 16, 17, 40}) {
      CAPTURE(size);
      size_t at = 99;
      for (const float bad : {NAN, INFINITY, -INFINITY}) {
        kernel_test::Operand x(1, size);
        for (int i = 0; i < size; ++i) x.data()[i] = static_cast<float>(i - 7) * 1e37f;
        backend.run({x.data(), static_cast<size_t>(size), &at});
        CHECK(at == static_cast<size_t>(size));
        for (int place = size - 1; place >= 0; --place) {
          // Those behind it stay bad: the first one counts.
          x.data()[place] = bad;
          backend.run({x.data(), static_cast<size_t>(size), &at});
          CHECK(at == static_cast<size_t>(place));
        }
      }
      // -0 and the largest number are finite.
      kernel_test::Operand x(1, size);
      for (int i = 0; i < size; ++i) x.data()[i] = i % 2 == 0 ? -0.0f : 3.4028235e38f;
      backend.run({x.data(), static_cast<size_t>(size), &at});
      CHECK(at == static_cast<size_t>(size));
    }
  }
}
