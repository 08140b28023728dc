// How many key–value pairs a state can give back. No DOM.
import type { Engine } from '../../engine/calls.js';
import type { FeatureMap, Update } from '../../engine/types.js';
import { erfc } from '../../model/erfc.js';
import { meanOf } from '../../model/statistics.js';

export interface RecallPoint {
  /** Pairs written. */
  readonly pairs: number;
  /** Share of wrong signs among the entries read back, over the seeds. */
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface RecallView {
  readonly d: number;
  readonly points: readonly RecallPoint[];
  /** ½ erfc(√(d / 2(N−1))): random unit keys, the sum rule, values of ±1. */
  readonly random: readonly number[];
  /** (1 − r/N)/2: no way of reading r features does better on average, mean squared error of ±1 values over two. */
  readonly bound: readonly number[];
}

export const PAIR_COUNTS: readonly number[] = [4, 8, 16, 32, 48, 64, 96, 128, 192, 256];

export function randomKeysTheory(d: number, pairs: number): number {
  return pairs < 2 ? 0 : 0.5 * erfc(Math.sqrt(d / (2 * (pairs - 1))));
}

export function rankBound(r: number, pairs: number): number {
  return Math.max(0, (1 - r / pairs) / 2);
}

/** Writes N pairs (unit keys, values of ±1) into one state without a normaliser and asks for all of them again. */
export async function recall(
  engine: Engine,
  { d, seeds, update }: { d: number; seeds: number; update: Update },
  onProgress?: (view: RecallView) => void,
): Promise<RecallView> {
  const featureMap: FeatureMap = { kind: 'identity' };
  const points: RecallPoint[] = [];
  const view = (): RecallView => ({
    d,
    points: [...points],
    random: points.map(({ pairs }) => randomKeysTheory(d, pairs)),
    bound: points.map(({ pairs }) => rankBound(d, pairs)),
  });
  for (const pairs of PAIR_COUNTS) {
    const rates: number[] = [];
    for (let seed = 0; seed < seeds; ++seed) {
      const [keys, values] = await Promise.all([
        engine.call('random', {
          rows: pairs,
          cols: d,
          seed: 2 * (seed * 1000 + pairs),
          distribution: 'unit-rows',
        }),
        engine.call('random', {
          rows: pairs,
          cols: d,
          seed: 2 * (seed * 1000 + pairs) + 1,
          distribution: 'sign',
        }),
      ]);
      const { output } = await engine.call('attend', {
        q: keys,
        k: keys,
        v: values,
        options: { mechanism: { kind: 'linear', featureMap, normalise: false, update } },
      });
      const { signErrors } = await engine.call('compare', { a: output, b: values });
      rates.push(signErrors / values.data.length);
    }
    points.push({
      pairs,
      mean: meanOf(rates),
      low: Math.min(...rates),
      high: Math.max(...rates),
    });
    onProgress?.(view());
  }
  return view();
}
