// How much weight falls on the one key that matches, as the target sharpens. No DOM.
import type { Engine } from '../../engine/calls.js';
import type { FeatureMap, Matrix } from '../../engine/types.js';
import { rowsOf } from './matrices.js';

export const NEEDLE_MAPS: readonly (readonly [string, FeatureMap | null])[] = [
  ['softmax', null],
  ['Hedgehog', { kind: 'hedgehog', activation: 'softmax' }],
  ['Taylor-2', { kind: 'taylor2' }],
  ['DPFP-1', { kind: 'dpfp', nu: 1 }],
  ['ReLU', { kind: 'relu' }],
  ['elu+1', { kind: 'elu+1' }],
];

export interface NeedleLine {
  readonly name: string;
  /** Weight on the needle at each scale. */
  readonly weight: readonly number[];
}

export interface NeedleView {
  readonly scales: readonly number[];
  readonly lines: readonly NeedleLine[];
  /** 1 / n */
  readonly uniform: number;
}

/**
 * n random keys of length `scale`, the query equal to the first of them: q.k of the needle is scale², and softmax
 * divides it by sqrt(d) as usual. Means over `draws` sets of keys.
 */
export async function needle(
  engine: Engine,
  {
    n,
    d,
    seed,
    draws,
    scales,
  }: { n: number; d: number; seed: number; draws: number; scales: readonly number[] },
): Promise<NeedleView> {
  const lines = NEEDLE_MAPS.map(([name]) => ({ name, weight: scales.map(() => 0) }));
  for (let draw = 0; draw < draws; ++draw) {
    const unit = await engine.call('random', {
      rows: n,
      cols: d,
      seed: seed * 1000 + draw,
      distribution: 'unit-rows',
    });
    await Promise.all(
      scales.map(async (scale, s) => {
        const k = scaledBy(unit, scale);
        const q = rowsOf(k, 0, 1);
        await Promise.all(
          NEEDLE_MAPS.map(async ([, map], i) => {
            const weight = await weightOnFirst(engine, q, k, map);
            lines[i]!.weight[s]! += weight / draws;
          }),
        );
      }),
    );
  }
  return { scales, lines, uniform: 1 / n };
}

async function weightOnFirst(engine: Engine, q: Matrix, k: Matrix, map: FeatureMap | null): Promise<number> {
  const { weights } = await engine.call('attend', {
    q,
    k,
    v: k,
    options: {
      mechanism: map === null ? { kind: 'softmax' } : { kind: 'linear', featureMap: map },
      want: ['weights'],
    },
  });
  return weights!.data[0]!;
}

function scaledBy(matrix: Matrix, factor: number): Matrix {
  return { ...matrix, data: matrix.data.map((entry) => entry * factor) };
}
