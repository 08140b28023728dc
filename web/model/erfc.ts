// The complementary error function, for the closed forms of recall.

/**
 * erfc(x) for any finite x, to a relative error of about 1e-15 near 0 and 1e-13 in the tail: the Maclaurin series of
 * erf below 2 (Abramowitz and Stegun 7.1.5) and the continued fraction of erfc above (7.1.14).
 */
export function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  return x < 2 ? 1 - erfSeries(x) : erfcFraction(x);
}

function erfSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); ++n) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** exp(-x²)/√π · 1/(x + ½/(x + 1/(x + 3⁄2/(x + …)))), from the inside out; 60 levels are exact at x = 2. */
function erfcFraction(x: number): number {
  let fraction = x;
  for (let n = 60; n >= 1; --n) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
}
