// exp, log, sine and cosine in float64, the same bits on every machine and in every build.
//
// The maths library's own differ between systems, and in wasm bring six kilobytes of tables that do not
// compress, a seventh of what a reader downloads. These cost a few more multiplications and no table.
#pragma once

namespace attn {

// e^x, off by less than 1 ulp. 0 below -745.2, infinity above 709.78; NaN stays NaN.
double exp64(double x);

// The natural logarithm, off by less than 1 ulp. -infinity at 0, NaN below.
double log64(double x);

// Off by at most 2^-53 (1 + |x|/2): beyond a few turns that is the rounding of x itself. NaN from 2^50 on.
struct SineCosine {
  double sine;
  double cosine;
};
SineCosine sine_cosine64(double x);

}  // namespace attn
