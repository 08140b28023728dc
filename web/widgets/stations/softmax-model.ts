// Station 2 as numbers: how the weights of softmax sharpen with the scale, and the rank of kernels. No DOM.
import type { Engine } from '../../engine/calls.js';
import type { FeatureMap, Kernel, Matrix, RowStatistics, Spectrum } from '../../engine/types.js';
import { rowsOf } from '../../model/matrices.js';
import { meanOf } from '../../model/statistics.js';
import { randomTokens } from '../inputs/resolve-input.js';

export interface Pair {
  readonly q: Matrix;
  readonly k: Matrix;
}

async function randomPair(engine: Engine, n: number, d: number, seed: number): Promise<Pair> {
  const [q, k] = await randomTokens(engine, { n, d, seed }, 2);
  return { q: q!, k: k! };
}

export interface SharpnessView {
  /** q.k of every query with every key, before any scale. */
  readonly scores: Matrix;
  readonly weights: Matrix;
  readonly rows: RowStatistics;
  /** 1/n and ln n: each of equal weights, and their entropy, which is the largest there is. */
  readonly equalWeight: number;
  readonly largestEntropy: number;
  readonly meanEntropy: number;
  readonly meanLargestWeight: number;
}

/** Softmax weights of random queries and keys; `factor` multiplies q.k / sqrt(d). */
export async function sharpness(
  engine: Engine,
  { n, d, seed, factor }: { n: number; d: number; seed: number; factor: number },
): Promise<SharpnessView> {
  const pair = await randomPair(engine, n, d, seed);
  return sharpnessOf(engine, pair, factor / Math.sqrt(d));
}

/** Of given queries (n_q, d) and keys (n_k, d); softmax multiplies q.k by `scale`. */
export async function sharpnessOf(engine: Engine, { q, k }: Pair, scale: number): Promise<SharpnessView> {
  const [{ product: scores }, { weights }] = await Promise.all([
    engine.call('multiply', { a: q, b: k, transposeB: true }),
    engine.call('attend', {
      q,
      k,
      v: k,
      options: { mechanism: { kind: 'softmax' }, scale, want: ['weights'] },
    }),
  ]);
  // Scale 0 makes all scores of a row equal; one row shows it.
  const equal = await engine.call('attend', {
    q: rowsOf(q, 0, 1),
    k,
    v: k,
    options: { mechanism: { kind: 'softmax' }, scale: 0, want: ['weights'] },
  });
  const [rows, flat] = await Promise.all([
    engine.call('rowStatistics', { weights: weights! }),
    engine.call('rowStatistics', { weights: equal.weights! }),
  ]);
  return {
    scores,
    weights: weights!,
    rows,
    equalWeight: flat.max[0]!,
    largestEntropy: flat.entropy[0]!,
    meanEntropy: meanOf(rows.entropy),
    meanLargestWeight: meanOf(rows.max),
  };
}

export interface RankRow {
  readonly name: string;
  /** Features of the map; null for the exponential, which has none finite. */
  readonly features: number | null;
  readonly spectrum: Spectrum;
}

/** The similarities whose rank is taken, softmax's own first. */
export const RANKED: readonly (readonly [string, FeatureMap | null])[] = [
  ['exp(q·k/√d)', null],
  ['q·k', { kind: 'identity' }],
  ['elu+1', { kind: 'elu+1' }],
  ['Taylor-2', { kind: 'taylor2' }],
  ['DPFP-1', { kind: 'dpfp', nu: 1 }],
  ['Hedgehog', { kind: 'hedgehog' }],
];

/** `ranksOf` random queries and keys. */
export async function ranks(
  engine: Engine,
  { n, d, seed }: { n: number; d: number; seed: number },
  onRow?: (rows: readonly RankRow[]) => void,
): Promise<readonly RankRow[]> {
  return ranksOf(engine, await randomPair(engine, n, d, seed), 1 / Math.sqrt(d), onRow);
}

/** Numerical rank, by singular values in float64, of the similarity matrix of each kernel over the same inputs; softmax's multiplies q.k by `scale`. */
export async function ranksOf(
  engine: Engine,
  { q, k }: Pair,
  scale: number,
  onRow?: (rows: readonly RankRow[]) => void,
): Promise<readonly RankRow[]> {
  const rows: RankRow[] = [];
  for (const [name, map] of RANKED) {
    const kernel: Kernel =
      map === null ? { kind: 'softmax', scale } : { kind: 'feature-map', featureMap: map };
    const spectrum = await engine.call('kernelSpectrum', { q, k, kernel });
    const features =
      map === null
        ? null
        : (
            await engine.call('featureMap', {
              x: { rows: 1, cols: q.cols, data: new Float32Array(q.cols) },
              map,
            })
          ).cols;
    rows.push({ name, features, spectrum });
    onRow?.([...rows]);
  }
  return rows;
}
