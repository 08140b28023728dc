#include "kernel_inputs.h"

TEST_CASE("largest_magnitude: every place, both signs, every length") {
  for (const auto& backend : kernel_test::backends<attn::LargestMagnitudeArgs>()) {
    CAPTURE(backend.name);
    for (const int size : {0, 1, 3, 15, 16, 17, 40}) {
      CAPTURE(size);
      float largest = 99;
      const auto run = [&](const float* x) { backend.run({x, static_cast<size_t>(size), &largest}); };
      for (int place = 0; place < size; ++place) {
        for (const float furthest : {-3.0f, 3.0f, 3.4028235e38f, 1e-45f}) {
          kernel_test::Operand x(1, size);
          for (int i = 0; i < size; ++i) x.data()[i] = (i % 2 == 0 ? -0.5f : 0.5f) * furthest;
          x.data()[place] = furthest;
          run(x.data());
          CHECK(largest == std::fabs(furthest));
        }
      }
      kernel_test::Operand zeros(1, size);
      for (int i = 0; i < size; ++i) zeros.data()[i] = -0.0f;
      run(zeros.data());
      CHECK(largest == 0);
      CHECK_FALSE(std::signbit(largest));
    }
  }
}

TEST_CASE("largest_magnitude: infinity above every number, NaN above infinity, wherever they stand") {
  for (const auto& backend : kernel_test::backends<attn::LargestMagnitudeArgs>()) {
    CAPTURE(backend.name);
    for (const int size : {2, 3, 15, 16, 17, 40}) {
      for (int place = 0; place < size; ++place) {
        CAPTURE(size);
        CAPTURE(place);
        float largest = 0;
        kernel_test::Operand x(1, size);
        for (int i = 0; i < size; ++i) x.data()[i] = 3.4028235e38f;
        for (const float infinity : {INFINITY, -INFINITY}) {
          x.data()[place] = infinity;
          backend.run({x.data(), static_cast<size_t>(size), &largest});
          CHECK(largest == INFINITY);
        }
        for (const float nan : {NAN, -NAN}) {
          x.data()[(place + 1) % size] = nan;
          backend.run({x.data(), static_cast<size_t>(size), &largest});
          CHECK(std::isnan(largest));
        }
      }
    }
  }
}
