// Linear attention too large for a cache: its rows cross in blocks, and the core never holds a whole matrix.
import { describe, expect, test } from 'vitest';
import type { Instance } from '../../web/engine/instance.js';
import type { AttendOptions, Matrix } from '../../web/engine/types.js';
import { BUILDS, freshCore } from './builds.js';
import { expectSameBits } from './same-bits.js';

const N = 12_000;
const DIM = 64;
const linear = { kind: 'linear', featureMap: { kind: 'elu+1' } } as const;
/** q and k small enough for e^x to be 1 to 3: then every weight is near 1 / n. */
const inputs = (core: Instance) =>
  [1, 2, 3].map((seed) => core.random({ rows: N, cols: DIM, seed, scale: 0.5 })) as [Matrix, Matrix, Matrix];

describe('the SIMD build', () => {
  test.each([{ causal: false }, { causal: true }])(
    'gives what float64 gives, causal: $causal, and holds less than one of the matrices',
    async ({ causal }) => {
      const core = await freshCore('simd');
      const [q, k, v] = inputs(core);
      const before = core.memory().heapBytes;
      const options: AttendOptions = { mechanism: linear, causal, want: ['normaliser', 'state'] };
      const fast = core.attend(q, k, v, options);
      expect(core.memory().heapBytes).toBe(before);
      expect(fast.counts.peakBytes).toBeLessThan((4 * N * DIM) / 10);
      const truth = core.attend(q, k, v, { ...options, precision: 'float64' });

      const largest = v.data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      // Sums of at most 4096 tokens at a time, joined: 4096 + 3 additions, 64 products, two features of 8 roundings.
      const roundings = 4096 + 3 + DIM + 2 * 8 + 4;
      const tolerance = 2 * roundings * 2 ** -24 * largest;
      let furthest = 0;
      for (let i = 0; i < N * DIM; i++) {
        furthest = Math.max(furthest, Math.abs(fast.output.data[i]! - truth.output.data[i]!));
      }
      expect(furthest).toBeLessThanOrEqual(tolerance);
      expect(furthest).toBeGreaterThan(0);
      const near = (a: Float32Array, b: Float32Array) =>
        a.every((x, i) => Math.abs(x - b[i]!) <= 2 * roundings * 2 ** -24 * Math.abs(b[i]!));
      expect(near(fast.normaliser!, truth.normaliser!)).toBe(true);
      expect(near(fast.state!.z, truth.state!.z)).toBe(true);
      expect(fast.status).toEqual(truth.status);
      expect(fast.output.rows).toBe(N);
      expect(fast.output.data.buffer.byteLength).toBe(4 * N * DIM);
    },
  );
});

test('a few long rows take what they are, and no room for 512 of their kind', async () => {
  const core = await freshCore('simd');
  const [rows, cols] = [3, 100_000];
  const row = core.random({ rows, cols: 1, seed: 1 });
  const v = core.random({ rows, cols, seed: 2 });
  const fast = core.attend(row, row, v, { mechanism: linear });
  const heap = core.memory().heapBytes;
  const truth = core.attend(row, row, v, { mechanism: linear, precision: 'float64' });
  // Three products and sums of two features of 8 roundings each, and a division, in numerator and divisor.
  const tolerance =
    2 * (3 + 2 * 8 + 4) * 2 ** -24 * v.data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  expect(fast.output.data.every((x, i) => Math.abs(x - truth.output.data[i]!) <= tolerance)).toBe(true);
  // The matrix, its blocks, the output, S, and 68 numbers a column for the kernel; as much again for how a heap grows.
  expect(heap).toBeLessThan(2 * 4 * cols * (4 * rows + 1 + 68));
});

test.each(BUILDS)('a NaN far into one of them is refused with its place, in the %s build', async (build) => {
  const core = await freshCore(build);
  for (const [name, index] of [
    ['q', 0],
    ['k', 1],
    ['v', 2],
  ] as const) {
    const matrices = inputs(core);
    matrices[index].data[(N - 7) * DIM + 3] = Number.NaN;
    expect(() => core.attend(...matrices, { mechanism: linear })).toThrow(
      expect.objectContaining({
        code: 'not-finite',
        message: expect.stringMatching(new RegExp(`^${name} at row ${N - 7}, column 3 .*is NaN`)),
      }),
    );
  }
});

test('arrays that begin in the middle of their buffer are read from there', async () => {
  const core = await freshCore('simd');
  const whole = inputs(core);
  const shifted = whole.map(({ rows, cols, data }) => {
    const room = new Float32Array(data.length + 5).fill(Number.NaN);
    room.set(data, 5);
    return { rows, cols, data: room.subarray(5) };
  }) as [Matrix, Matrix, Matrix];
  const options: AttendOptions = { mechanism: linear, causal: true };
  const [actual, expected] = [shifted, whole].map((each) => core.attend(...each, options).output.data);
  expectSameBits(actual!, expected!);
});
