// How much weight falls on the one key that matches, as the target sharpens. No DOM.
import type { Engine } from '../../engine/calls.js';
import type { FeatureMap, Matrix } from '../../engine/types.js';
import { rowsOf } from './matrices.js';

export const NEEDLE_MAPS: readonly (readonly [string, FeatureMap | null])[] = [
  ['softmax', null],
  ['Hedgehog', { kind: 'hedgehog' }],
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
 * n random keys of length one, the query equal to the first of them; both are multiplied by sqrt(scale), so that
 * q.k runs up to `scale`, and softmax takes q.k without a further factor. Means over `draws` sets of keys.
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
        const k = scaledBy(unit, Math.sqrt(scale));
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
  // Taylor-2 aims at exp(q.k / sqrt(d)); its query is scaled so that it too aims at exp(q.k).
  const root = Math.sqrt(k.cols);
  const { weights } = await engine.call('attend', {
    q,
    k,
    v: k,
    options:
      map === null
        ? { mechanism: { kind: 'softmax' }, scale: 1, want: ['weights'] }
        : {
            mechanism: { kind: 'linear', featureMap: map },
            scale: map.kind === 'taylor2' ? root : 1,
            want: ['weights'],
          },
  });
  return weights!.data[0]!;
}

function scaledBy(matrix: Matrix, factor: number): Matrix {
  return { ...matrix, data: matrix.data.map((entry) => entry * factor) };
}
