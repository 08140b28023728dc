// What is said of many results at once: results themselves are the core's.

/** The arithmetic mean; NaN of nothing. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; ++i) sum += values[i]!;
  return sum / values.length;
}

/**
 * The exponent p of the least-squares fit log y = p log x + c; points with y <= 0 have no logarithm and are left out.
 * To 12 figures: the sums of the fit round at about 1e-15.
 */
export function logLogSlope(points: readonly (readonly [number, number])[]): number {
  const logs = points.filter(([x, y]) => x > 0 && y > 0).map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const meanX = meanOf(logs.map(([x]) => x));
  const meanY = meanOf(logs.map(([, y]) => y));
  let covariance = 0;
  let variance = 0;
  for (const [x, y] of logs) {
    covariance += (x - meanX) * (y - meanY);
    variance += (x - meanX) ** 2;
  }
  return Number((covariance / variance).toPrecision(12));
}
