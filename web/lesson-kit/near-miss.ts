// How wrong numbers stand to the right ones: what a reader can see from them without being told the answer.
import { isNear, type Tolerance } from './numbers.js';

export interface NearMiss {
  /** The last part of the string that says it. */
  readonly is: 'some' | 'order' | 'sign' | 'inverse' | 'percent' | 'figures' | 'within';
  /** Of `some`: how many are right, and of how many. */
  readonly count?: number;
  readonly of?: number;
  /** Of `within`: how far away the answer may be. */
  readonly within?: number;
}

/** `given` is not right, and has as many entries as `expected`. null where nothing can be said. */
export function nearMiss(
  given: readonly number[],
  expected: readonly number[],
  tolerance: Tolerance,
): NearMiss | null {
  const near = (a: readonly number[], b: readonly number[]) =>
    a.every((entry, i) => isNear(entry, b[i]!, tolerance));
  if (
    near(
      given.map((entry) => -entry),
      expected,
    )
  )
    return { is: 'sign' };
  if (given.length > 1) {
    if (near(sorted(given), sorted(expected))) return { is: 'order' };
    const count = given.filter((entry, i) => isNear(entry, expected[i]!, tolerance)).length;
    return count > 0 ? { is: 'some', count, of: given.length } : null;
  }
  const [number, right] = [given[0]!, expected[0]!];
  if (tolerance === 'exact') return null;
  if (right !== 0 && Math.abs(right) <= 1 && isNear(number / 100, right, tolerance)) return { is: 'percent' };
  if (number !== 0 && isNear(1 / number, right, tolerance)) return { is: 'inverse' };
  const distance = Math.abs(number - right);
  if (tolerance !== 'significant')
    return distance <= 10 * tolerance.absolute ? { is: 'within', within: tolerance.absolute } : null;
  // One unit of the second figure: as far as a number goes that was rounded or cut off there.
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(right))) - 1);
  return distance <= unit ? { is: 'figures' } : null;
}

function sorted(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}
