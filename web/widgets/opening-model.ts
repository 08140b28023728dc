// What attention costs as a text grows: the first screen's two numbers. No DOM.
import type { Engine } from '../engine/calls.js';
import type { CostOptions } from '../engine/types.js';

/** Size of a head, and features of the map. */
export const SIZE = 64;
/** Tokens, until the reader moves the slider. */
export const START = 1024;

export interface Counts {
  readonly n: number;
  readonly softmax: number;
  readonly linear: number;
}

/** Multiply-adds of both for n tokens, without the normaliser: the two products of each. */
export async function countsAt(engine: Engine, n: number): Promise<Counts> {
  const sizes = { queries: n, keys: n, keyDim: SIZE, valueDim: SIZE } satisfies Partial<CostOptions>;
  const [softmax, linear] = await engine.call('costs', [
    { ...sizes, mechanism: { kind: 'softmax' } },
    { ...sizes, mechanism: { kind: 'linear', featureMap: { kind: 'elu+1' }, normalise: false } },
  ]);
  return { n, softmax: softmax!.multiplyAdds, linear: linear!.multiplyAdds };
}
