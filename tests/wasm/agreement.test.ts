// The two builds give the same numbers within what rounding explains, and each gives the same bits every time.
import { describe, expect, test } from 'vitest';
import type { Instance } from '../../web/engine/instance.js';
import type { FeatureMap, Matrix, Mechanism, StreamOptions } from '../../web/engine/types.js';
import { BUILDS, freshCore } from './builds.js';

const EPSILON = 2 ** -23; // float32
// Around the width of a vector, of a tile and of a chunk.
const SIZES = [1, 3, 4, 5, 7, 8, 9, 63, 64, 65, 130];
const POSITIVE: FeatureMap[] = [
  { kind: 'elu+1' },
  { kind: 'exp' },
  { kind: 'favor', features: 16, seed: 3 },
  { kind: 'hedgehog', activation: 'softmax' },
];
const MECHANISMS: Mechanism[] = [
  { kind: 'softmax' },
  { kind: 'flash', blockRows: 8, blockCols: 16 },
  { kind: 'flash' },
  { kind: 'sparse', pattern: { kind: 'window', left: 7, right: 3 } },
  ...POSITIVE.flatMap((featureMap) =>
    (['parallel', 'recurrent', 'chunked', 'quadratic'] as const).map((form) => ({
      kind: 'linear' as const,
      featureMap,
      form,
    })),
  ),
];

const [simd, scalar] = (await Promise.all(BUILDS.map(freshCore))) as [Instance, Instance];

const largest = ({ data }: Matrix) => data.reduce((max, value) => Math.max(max, Math.abs(value)), 0);

/**
 * Weights of positive kernels sum to 1, so an output is a mean of values: at most max|v|. Its numerator and normaliser
 * are sums of n terms, each off by the rounding of a dot product of dim terms and of an exponential whose argument is
 * of size `score`; relative errors of both add. Two builds may each be that far from the truth.
 */
function bound(n: number, dim: number, score: number, v: Matrix): number {
  return 2 * 2 * (n + dim + dim * score + 8) * EPSILON * largest(v);
}

describe('simd and scalar agree', () => {
  test.each(SIZES)('on sequences of %i', (n) => {
    const dim = 5;
    const [q, k, v] = [1, 2, 3].map((seed) => scalar.random({ rows: n, cols: dim, seed: seed + n })) as [
      Matrix,
      Matrix,
      Matrix,
    ];
    const score = dim * largest(q) * largest(k);
    for (const mechanism of MECHANISMS) {
      for (const causal of [false, true]) {
        const [a, b] = [simd, scalar].map((core) => core.attend(q, k, v, { mechanism, causal }));
        const where = JSON.stringify({ ...mechanism, causal, n });
        expect(a!.status, where).toEqual(b!.status);
        expect(scalar.compare(a!.output, b!.output).maxAbs, where).toBeLessThanOrEqual(
          bound(n, dim, score, v),
        );
      }
    }
  });

  // Features below 1e-38, or whose products are: kernels in float32 would divide 0 by 0.
  test.each([
    [-17, -17],
    [-60, -60],
    [-95, 0],
    [0, -95],
    [-120, -120],
  ])('far below 0, where features of elu+1 leave float32: q about %i, k about %i', (low, lower) => {
    const featureMap = { kind: 'elu+1' } as const;
    const [n, dim] = [64, 32];
    const about = (seed: number, mean: number): Matrix => {
      const { rows, cols, data } = scalar.random({ rows: n, cols: dim, seed });
      return { rows, cols, data: data.map((number) => number + mean) };
    };
    const [q, k, v] = [about(1, low), about(2, lower), about(3, 0)];
    for (const causal of [false, true]) {
      for (const scale of [1, 0.5]) {
        const mechanism = { kind: 'linear', featureMap } as const;
        const exact = scalar.attend(q, k, v, { mechanism, causal, scale, precision: 'float64' });
        const fast = simd.attend(q, k, v, { mechanism, causal, scale });
        expect(fast.status).toEqual(exact.status);
        expect(fast.status.every((status) => status === 0)).toBe(true);
        expect(scalar.compare(fast.output, exact.output).maxAbs).toBeLessThanOrEqual(bound(n, dim, 0, v));
      }
    }
  });

  /** Tokens (n, dim) one at a time, and all at once. */
  const streamed = (core: Instance, options: StreamOptions, q: Matrix, k: Matrix, v: Matrix) => {
    const [stepping, extending] = [core.stream(options), core.stream(options)];
    const row = ({ data, cols }: Matrix, t: number) => data.slice(t * cols, (t + 1) * cols);
    const data = new Float32Array(v.data.length);
    for (let t = 0; t < q.rows; t++) {
      data.set(stepping.step(row(q, t), row(k, t), row(v, t)).output, t * v.cols);
    }
    const results = [{ ...v, data }, extending.extend(q, k, v)];
    expect(stepping.save()).toEqual(extending.save());
    stepping.dispose();
    extending.dispose();
    return results;
  };

  // phi(q) phi(k) is about e^-28 here: float32 has no room for products of that and the values.
  test.each([
    ['1e-20', 1e-20],
    ['1e-30', 1e-30],
    ['1e-33', 1e-33],
  ])('on values of %s beside small features of elu+1, whatever comes later', (_, size) => {
    const featureMap = { kind: 'elu+1' } as const;
    const [n, dim] = [64, 16];
    const half = (n * dim) / 2;
    const drawn = (seed: number, of: (number: number, at: number) => number): Matrix => {
      const { rows, cols, data } = scalar.random({ rows: n, cols: dim, seed });
      return { rows, cols, data: data.map(of) };
    };
    const near = (number: number) => number / 2 - 14;
    const [q, k] = [drawn(1, near), drawn(2, near)];
    const v = drawn(3, (number, at) => (at < half ? number * size : number));
    const firstHalf = ({ cols, data }: Matrix): Matrix => ({
      rows: n / 2,
      cols,
      data: data.slice(0, half),
    });
    for (const normalise of [true, false]) {
      const mechanism = { kind: 'linear', featureMap, normalise } as const;
      const exact = scalar.attend(q, k, v, { mechanism, causal: true, precision: 'float64' });
      const answers = [
        simd.attend(q, k, v, { mechanism, causal: true }).output,
        ...streamed(simd, { keyDim: dim, valueDim: dim, featureMap, normalise }, q, k, v),
      ];
      for (const answer of answers) {
        const [got, truth] = [firstHalf(answer), firstHalf(exact.output)];
        // Not normalised, an output is a sum of values times weights that are as large as the normaliser.
        const unit = normalise ? 1 : n * dim * Math.exp(-2 * 14 + largest(q) - 14 + largest(k) - 14);
        expect(scalar.compare(got, truth).maxAbs).toBeLessThanOrEqual(
          unit * bound(n, dim, 0, firstHalf(v)) + 2 ** -149,
        );
      }
    }
  });

  // The products of keys and values would be 0 in float32, and the output too.
  test('on keys and values of 1e-25 that large queries read without a map', () => {
    const [n, dim] = [64, 16];
    const [q, k, v] = [1e10, 1e-25, 1e-25].map((scale, i) =>
      scalar.random({ rows: n, cols: dim, seed: i + 1, scale }),
    ) as [Matrix, Matrix, Matrix];
    const mechanism = { kind: 'linear', featureMap: { kind: 'identity' }, normalise: false } as const;
    for (const causal of [false, true]) {
      const exact = scalar.attend(q, k, v, { mechanism, causal, precision: 'float64' });
      const { output } = simd.attend(q, k, v, { mechanism, causal });
      const unit = n * dim * largest(q) * largest(k);
      expect(scalar.compare(output, exact.output).maxAbs).toBeLessThanOrEqual(
        unit * bound(n, dim, 0, v) + 2 ** -149,
      );
      expect(largest(output)).toBeGreaterThan(0);
    }
  });

  test('on a scale below what float32 holds in full, of scores that are not small', () => {
    const dim = 64;
    const [q, k, v] = [1e25, 1e25, 1].map((scale, i) =>
      scalar.random({ rows: 32, cols: dim, seed: i + 1, scale }),
    ) as [Matrix, Matrix, Matrix];
    const scale = 1e-51;
    const score = dim * scale * largest(q) * largest(k);
    for (const kind of ['softmax', 'flash'] as const) {
      const exact = scalar.attend(q, k, v, { mechanism: { kind }, scale, precision: 'float64' });
      const { output } = simd.attend(q, k, v, { mechanism: { kind }, scale });
      expect(scalar.compare(output, exact.output).maxAbs).toBeLessThanOrEqual(bound(32, dim, score, v));
    }
  });

  test('on queries far below 0 in a stream, which holds z in float32', () => {
    const dim = 16;
    const low = new Float32Array(dim).fill(-120);
    const near = scalar.random({ rows: 1, cols: dim, seed: 2 }).data;
    const outputs = [simd, scalar].map((core) => {
      const stream = core.stream({ keyDim: dim, valueDim: dim, featureMap: { kind: 'elu+1' } });
      const { output, status } = stream.step(low, near, near);
      expect(status).toBe(0);
      stream.dispose();
      return output;
    });
    expect(outputs[0]).toEqual(outputs[1]);
  });

  test('on an epsilon past what float32 holds', () => {
    const x = scalar.random({ rows: 64, cols: 32, seed: 1 });
    const mechanism = { kind: 'linear', featureMap: { kind: 'elu+1' }, epsilon: 1e40 } as const;
    const [a, b] = [simd, scalar].map((core) => core.attend(x, x, x, { mechanism }));
    expect(b!.output.data.some((number) => number !== 0)).toBe(true);
    expect(a!.output.data).toEqual(b!.output.data);
  });

  test('on random numbers, projections and patterns, to the bit', () => {
    for (const distribution of ['normal', 'uniform', 'sign', 'unit-rows'] as const) {
      const options = { rows: 33, cols: 7, seed: 9, distribution };
      expect(simd.random(options)).toEqual(scalar.random(options));
    }
    const map = { kind: 'favor', features: 24, seed: 5 } as const;
    expect(simd.projection(map, 10)).toEqual(scalar.projection(map, 10));
    const pattern = { kind: 'bigbird', blockSize: 4, randomBlocks: 2, seed: 4 } as const;
    expect(simd.pattern(64, pattern)).toEqual(scalar.pattern(64, pattern));
  });

  test('on operation counts and costs, exactly', () => {
    const x = scalar.random({ rows: 40, cols: 6, seed: 1 });
    for (const mechanism of [
      { kind: 'softmax' },
      { kind: 'linear', featureMap: { kind: 'elu+1' } },
    ] as Mechanism[]) {
      const [a, b] = [simd, scalar].map((core) => core.attend(x, x, x, { mechanism }).counts);
      expect([a!.multiplyAdds, a!.exponentials, a!.divisions]).toEqual([
        b!.multiplyAdds,
        b!.exponentials,
        b!.divisions,
      ]);
      const options = { mechanism, queries: 40, keys: 40, keyDim: 6, valueDim: 6 };
      expect(simd.cost(options)).toEqual(scalar.cost(options));
      expect(a!.multiplyAdds).toBe(scalar.cost(options).multiplyAdds);
    }
  });
});

describe.each(BUILDS)('the %s build gives the same bits', (build) => {
  test('on every call and in every instance, whatever was computed before', async () => {
    const [fresh, used] = [await freshCore(build), await freshCore(build)];
    const x = fresh.random({ rows: 70, cols: 9, seed: 2 });
    used.attend(
      used.random({ rows: 500, cols: 33, seed: 1 }),
      used.random({ rows: 500, cols: 33, seed: 2 }),
      used.random({ rows: 500, cols: 3, seed: 3 }),
      { mechanism: { kind: 'softmax' } },
    );
    for (const mechanism of MECHANISMS) {
      const all = [fresh, used, used].map((core) => core.attend(x, x, x, { mechanism, causal: true }));
      expect(all[1], JSON.stringify(mechanism)).toEqual(all[0]);
      expect(all[2], JSON.stringify(mechanism)).toEqual(all[0]);
    }
  });
});
