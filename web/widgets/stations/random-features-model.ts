// The error of random features against their number, measured over seeds and by the closed forms. No DOM.
import type { Engine } from '../../engine/calls.js';
import type { FeatureMap, Matrix } from '../../engine/types.js';
import { asRow, scaledBy } from '../../model/matrices.js';
import { meanOf } from '../../model/statistics.js';

export interface RandomFeaturePoint {
  readonly m: number;
  /** Mean squared error of the estimate of exp(x.y) over the seeds, with its standard error each way. */
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** Lemma 2 of Choromanski et al. 2021, for independent directions. */
  readonly theory: number;
}

export interface RandomFeatureView {
  readonly kernel: number;
  readonly positive: readonly RandomFeaturePoint[];
  readonly trigonometric: readonly RandomFeaturePoint[];
}

export const FEATURE_COUNTS: readonly number[] = [4, 8, 16, 32, 64, 128, 256];

export interface RandomFeatureSettings {
  /** Length of both vectors. */
  readonly length: number;
  /** Cosine of the angle between them. */
  readonly rho: number;
  readonly d: number;
  readonly seed: number;
  readonly seeds: number;
  readonly orthogonal: boolean;
}

/** x = c e1, y = c (rho e1 + sqrt(1 - rho²) e2), so that x.y = c² rho; the core is given d^(1/4) times each. */
export async function randomFeatureErrors(
  engine: Engine,
  { length, rho, d, seed, seeds, orthogonal }: RandomFeatureSettings,
  onProgress?: (view: RandomFeatureView) => void,
): Promise<RandomFeatureView> {
  const x = new Float32Array(d);
  const y = new Float32Array(d);
  x[0] = length;
  y[0] = length * rho;
  y[1] = length * Math.sqrt(1 - rho * rho);
  // The maps multiply by d^(-1/4); these rows cancel it.
  const q = scaledBy(asRow(x), d ** 0.25);
  const k = scaledBy(asRow(y), d ** 0.25);
  const positive: RandomFeaturePoint[] = [];
  const trigonometric: RandomFeaturePoint[] = [];
  let kernel = 0;
  for (const features of FEATURE_COUNTS) {
    const theory = await engine.call('randomFeatureError', { x, y, features });
    kernel = theory.kernel;
    for (const [kind, points, expected] of [
      ['favor', positive, theory.positive],
      ['trigonometric', trigonometric, theory.trigonometric],
    ] as const) {
      const squares: number[] = [];
      for (let draw = 0; draw < seeds; ++draw) {
        const estimate = await similarity(engine, q, k, {
          kind,
          features,
          seed: seed * 10_000 + draw,
          orthogonal,
        });
        squares.push((estimate - kernel) ** 2);
      }
      points.push({ m: features, theory: expected, ...spread(squares) });
    }
    onProgress?.({ kernel, positive: [...positive], trigonometric: [...trigonometric] });
  }
  return { kernel, positive, trigonometric };
}

async function similarity(engine: Engine, q: Matrix, k: Matrix, map: FeatureMap): Promise<number> {
  const [a, b] = await Promise.all([
    engine.call('featureMap', { x: q, map, role: 'query' }),
    engine.call('featureMap', { x: k, map, role: 'key' }),
  ]);
  const { product } = await engine.call('multiply', { a, b, transposeB: true, precision: 'float64' });
  return product.data[0]!;
}

function spread(squares: readonly number[]): { mean: number; low: number; high: number } {
  const mean = meanOf(squares);
  const variance = squares.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (squares.length - 1);
  const error = Math.sqrt(variance / squares.length);
  return { mean, low: Math.max(mean - error, mean / 100), high: mean + error };
}
