// The 25 statements of the lesson, each number computed anew. The title of a test is what /about/ calls it.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../web/engine/calls.js';
import type { AttendOptions, CostOptions, FeatureMap, Matrix } from '../../web/engine/types.js';
import { statements } from '../../web/lessons/statements.js';
import { formatNumber } from '../../web/model/format-number.js';
import { fromRows, rowsOf } from '../../web/model/matrices.js';
import { logLogSlope } from '../../web/model/statistics.js';
import { studyAccumulators } from '../../web/widgets/stations/accumulators-model.js';
import { computeCost } from '../../web/widgets/stations/cost-model.js';
import { flashTrace, traffic } from '../../web/widgets/stations/flash-model.js';
import { needle } from '../../web/widgets/stations/needle-model.js';
import { countAt, multiplyBothWays } from '../../web/widgets/stations/orders-model.js';
import { ranks, sharpness } from '../../web/widgets/stations/softmax-model.js';
import { rankOf } from '../../web/widgets/stations/state-model.js';
import { traceOutput } from '../../web/widgets/stations/summaries-model.js';
import { engineHere } from './engine.js';

const engine: Engine = engineHere();
const identity: FeatureMap = { kind: 'identity' };
const elu: FeatureMap = { kind: 'elu+1' };

/** Whether the statement's text names the number, grouped as the page groups it. */
function says(id: number, ...numbers: readonly (number | string)[]): void {
  const { exact } = statements.find((statement) => statement.id === id)!;
  const plain = exact.replaceAll('{,}', ',');
  for (const number of numbers) {
    expect(plain).toContain(typeof number === 'number' ? number.toLocaleString('en') : number);
  }
}

function costOf(mechanism: CostOptions['mechanism'], n: number, options: Partial<CostOptions> = {}) {
  return engine.call('cost', { mechanism, queries: n, keys: n, keyDim: 64, valueDim: 64, ...options });
}

const linear = (map: FeatureMap, normalise: boolean) =>
  ({ kind: 'linear', featureMap: map, normalise }) as const;

function random(rows: number, cols: number, seed: number): Promise<Matrix> {
  return engine.call('random', { rows, cols, seed });
}

function attend(q: Matrix, k: Matrix, v: Matrix, options: AttendOptions) {
  return engine.call('attend', { q, k, v, options });
}

describe('every statement', () => {
  test('is there once, in order', () => {
    expect(statements.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  });

  test('has a test of its own in this file', () => {
    const source = readFileSync(new URL(import.meta.url), 'utf8');
    for (const { id } of statements) expect(source).toMatch(new RegExp(`test\\('statement ${id}[:']`));
  });
});

describe('computed', () => {
  test('statement 1', async () => {
    const one = fromRows([[2]]);
    const scalars = await multiplyBothWays(engine, one, fromRows([[3]]), fromRows([[4]]));
    expect(scalars.tableFirst.total.data[0]).toBe(24);
    expect(scalars.summaryFirst.total.data[0]).toBe(24);
    expect(scalars.tableFirst.multiplications).toBe(2);
    expect(scalars.summaryFirst.multiplications).toBe(2);
    const [n, r, d] = [20, 3, 5];
    const counted = await countAt(engine, n, r, d);
    expect(counted.tableFirst.multiplications).toBe(n * n * r + n * n * d);
    expect(counted.summaryFirst.multiplications).toBe(2 * n * r * d);
  });

  test('statement 2', async () => {
    // With the identity the kernel is q.k itself, so the sum over keys can be made once: no softmax is involved.
    const [q, k, v] = await Promise.all([random(5, 3, 1), random(7, 3, 2), random(7, 2, 3)]);
    const [scores, mapped] = await Promise.all([
      engine.call('multiply', { a: q, b: k, transposeB: true }),
      attend(q, k, v, { mechanism: { ...linear(identity, false), form: 'quadratic' }, want: ['weights'] }),
    ]);
    const { maxAbs } = await engine.call('compare', { a: mapped.weights!, b: scores.product });
    // Both round the same three products and two sums; |entries| stay below 8 here.
    expect(maxAbs).toBeLessThanOrEqual(3 * 2 ** -23 * 8);
  });

  test('statement 3', async () => {
    const at = (factor: number) => sharpness(engine, { n: 24, d: 16, seed: 1, factor });
    const [flat, usual, unscaled] = await Promise.all([at(0), at(1), at(4)]);
    // Each weight is one quotient, rounded to float32.
    expect(Math.abs(flat.meanLargestWeight - 1 / 24)).toBeLessThanOrEqual(2 ** -23 / 24);
    expect(usual.meanLargestWeight).toBeGreaterThan(flat.meanLargestWeight);
    // Leaving out 1/sqrt(16) is the factor 4.
    expect(unscaled.meanLargestWeight).toBeGreaterThan(2 * usual.meanLargestWeight);
  });

  test('statement 4', async () => {
    const rows = await ranks(engine, { n: 200, d: 4, seed: 1 });
    expect(rows.map(({ spectrum }) => spectrum.rank)).toEqual([200, 4, 4, 15, 8, 8]);
    expect(rows.slice(1).every(({ features, spectrum }) => spectrum.rank <= features!)).toBe(true);
    says(4, 'rank 200');
  });

  test('statement 5', async () => {
    const inputs = { q: await random(48, 8, 1), k: await random(48, 8, 2), v: await random(48, 8, 3) };
    const { error, attended } = await flashTrace(engine, inputs, {
      blockRows: 6,
      blockCols: 6,
      causal: false,
    });
    // Sums of 48 terms of size at most max |v| < 8, in float32.
    expect(error.maxAbs).toBeLessThanOrEqual(48 * 2 ** -23 * 8);
    expect(attended.weights).toBeUndefined();
  });

  test('statement 6', async () => {
    const k = fromRows([
      [2, -1],
      [-1, 0],
    ]);
    const v = fromRows([[1], [3]]);
    const trace = (q: number[]) =>
      traceOutput(engine, { q: fromRows([q]), k, v }, { query: 0, causal: false, map: identity });
    const zero = await trace([1, 1]);
    expect(zero.denominator).toBe(0);
    expect(zero.numerator.data[0]).toBe(-2);
    expect(zero.status).toBe(2);
    expect((await trace([1, 0])).output.data[0]).toBe(-1);
    expect((await trace([-1, 0])).output.data[0]).toBe(-1);
  });

  test('statement 7', async () => {
    const inputs = { q: await random(6, 4, 1), k: await random(6, 4, 2), v: await random(6, 3, 3) };
    const all = await traceOutput(engine, inputs, { query: 2, causal: false, map: elu });
    const past = await traceOutput(engine, inputs, { query: 2, causal: true, map: elu });
    expect([all.S.rows, all.S.cols, all.z.cols]).toEqual([4, 3, 4]);
    expect([all.keys, past.keys]).toEqual([6, 3]);
    const { maxAbs } = await engine.call('compare', { a: all.S, b: past.S });
    expect(maxAbs).toBeGreaterThan(0.1);
  });

  test('statement 8', async () => {
    const n = 128;
    const cost = await costOf({ kind: 'softmax' }, n);
    expect(cost.multiplyAdds).toBe(2 * n * n * 64);
    expect(cost.exponentials).toBe(n * n);
    const inputs = await Promise.all([1, 2, 3].map((seed) => random(n, 64, seed)));
    const { counts } = await attend(inputs[0]!, inputs[1]!, inputs[2]!, { mechanism: { kind: 'softmax' } });
    expect(counts.multiplyAdds).toBe(cost.multiplyAdds);
  });

  test('statement 9', async () => {
    const [n, r, d] = [1000, 64, 64];
    const bare = await costOf(linear(elu, false), n);
    const normalised = await costOf(linear(elu, true), n);
    expect(bare.multiplyAdds).toBe(2 * n * r * d);
    expect(normalised.multiplyAdds - bare.multiplyAdds).toBe(2 * n * r);
    const favor = await costOf(linear({ kind: 'favor', features: r, seed: 1 }, false), n);
    expect(favor.projectionMultiplyAdds).toBe(2 * n * r * d);
  });

  test('statement 10', async () => {
    const softmax = await costOf({ kind: 'softmax' }, 8192);
    const mapped = await costOf(linear(elu, false), 8192);
    expect(softmax.multiplyAdds).toBe(8_589_934_592);
    expect(mapped.multiplyAdds).toBe(67_108_864);
    says(10, softmax.multiplyAdds, mapped.multiplyAdds, softmax.multiplyAdds / 2, mapped.multiplyAdds / 2);
  });

  test('statement 11', async () => {
    const softmax = await costOf({ kind: 'softmax' }, 8192);
    const causal = await costOf({ kind: 'softmax' }, 8192, { causal: true });
    const bare = await costOf(linear(elu, false), 8192);
    const normalised = await costOf(linear(elu, true), 8192);
    expect(softmax.multiplyAdds / bare.multiplyAdds).toBe(128);
    expect((softmax.multiplyAdds / normalised.multiplyAdds).toFixed(2)).toBe('126.03');
    expect((causal.multiplyAdds / normalised.multiplyAdds).toFixed(1)).toBe('63.0');
    says(11, 128, '126.03', '63.0', normalised.multiplyAdds, causal.multiplyAdds);
  });

  test('statement 12', async () => {
    const settings = { d: 64, r: 64, causal: false, normalise: false, projection: false };
    for (const [n, ratio] of [
      [32, 0.5],
      [64, 1],
      [1024, 16],
      [16_384, 256],
      [131_072, 2048],
    ] as const) {
      expect((await computeCost(engine, { ...settings, n })).ratio).toBe(ratio);
      says(12, ratio, n);
    }
    const { breakEven } = await computeCost(engine, { ...settings, n: 8192 });
    expect(breakEven).toBe(64);
    const favor = await computeCost(engine, {
      ...settings,
      n: 8192,
      r: 256,
      normalise: true,
      projection: true,
    });
    expect(favor.breakEven).toBe(516);
    says(12, 'n=516');
  });

  test('statement 13', async () => {
    const { scoreNumbers } = await costOf({ kind: 'softmax' }, 8192);
    const { stateNumbers } = await costOf(linear(elu, true), 8192);
    expect(scoreNumbers).toBe(67_108_864);
    expect((scoreNumbers * 4) / 2 ** 20).toBe(256);
    expect(stateNumbers).toBe(4096 + 64);
    expect(stateNumbers * 4).toBe(16_640);
    says(13, scoreNumbers, 4096, 16_640, '256 MiB');
  });

  test('statement 14', async () => {
    const [q, k, v] = await Promise.all([random(5, 4, 1), random(5, 4, 2), random(5, 4, 3)]);
    const causal = (normalise: boolean) =>
      attend(q, k, v, { mechanism: linear(elu, normalise), causal: true });
    const [whole, bare] = await Promise.all([causal(true), causal(false)]);
    // Row 0 sees one key: normalised, it is that key's value; without, it is phi(q).phi(k) times it.
    const first = await engine.call('compare', { a: rowsOf(whole.output, 0, 1), b: rowsOf(v, 0, 1) });
    expect(first.maxAbs).toBeLessThanOrEqual(8 * 2 ** -23 * 4);
    expect((await engine.call('compare', { a: bare.output, b: whole.output })).maxAbs).toBeGreaterThan(0.1);
  });

  test('statement 15', async () => {
    const [k, v] = await Promise.all([random(100, 64, 1), random(100, 64, 2)]);
    const rankAfter = async (tokens: number) => {
      const [keys, values] = [rowsOf(k, 0, tokens), rowsOf(v, 0, tokens)];
      const { state } = await attend(keys, keys, values, { mechanism: linear(elu, true), want: ['state'] });
      return rankOf(engine, state!.S);
    };
    expect(await rankAfter(3)).toBe(3);
    expect(await rankAfter(100)).toBe(64);
  });

  test('statement 16', async () => {
    // Every entry of z is a sum of its own, so a small head shows what a large one would.
    const studies = await studyAccumulators(engine, 1, {}, 4);
    const at = (accumulator: string, tokens: number) =>
      studies
        .find((study) => study.accumulator === accumulator)!
        .points.find((point) => point.tokens === tokens)!;
    expect(at('float16', 256).relative).toBeLessThan(at('float16', 4096).relative);
    expect(at('float16', 4096).relative).toBeLessThan(at('float16', 65_536).relative);
    // A term is elu(x) + 1 with x below √3. From 2^13 on, neighbours in float16 are 8 apart, and half of that is more
    // than any term: no sum gets past it.
    const { z0, exactZ0 } = at('float16', 65_536);
    expect(z0).toBeLessThanOrEqual(2 ** 13);
    expect(exactZ0).toBeGreaterThan(2 ** 14);
    // Each of the 65,536 additions rounds by 2^-24 of the sum at most.
    expect(at('float32', 65_536).relative).toBeLessThan(65_536 * 2 ** -24);
    says(16, '65,536');
  });

  test('statement 17', async () => {
    const state = await costOf(linear(elu, true), 10);
    expect(state.perTokenMultiplyAdds).toBe(8320);
    const at = (keys: number) => costOf({ kind: 'softmax' }, keys, { queries: 1 });
    expect((await at(10)).perTokenMultiplyAdds).toBe(1280);
    expect((await at(10_000)).perTokenMultiplyAdds).toBe(1_280_000);
    says(17, 8320, 1280, 1_280_000);
  });

  test('statement 18', () => says(18, 'Transformers are RNNs', '2006.16236'));

  test('statement 19', async () => {
    const { slopes } = await computeCost(engine, {
      n: 8192,
      d: 64,
      r: 64,
      causal: false,
      normalise: true,
      projection: true,
    });
    expect(slopes.standard).toBeCloseTo(2, 10);
    expect(slopes.linear).toBeCloseTo(1, 10);
    expect(
      logLogSlope([
        [1, 3],
        [10, 300],
        [100, 30_000],
      ]),
    ).toBeCloseTo(2, 12);
  });

  test('statement 20', async () => {
    const n = 512;
    const [flash, softmax] = await Promise.all([
      costOf({ kind: 'flash', blockRows: 64, blockCols: 64 }, n),
      costOf({ kind: 'softmax' }, n),
    ]);
    expect(flash.multiplyAdds).toBe(softmax.multiplyAdds);
    const moved = await traffic(engine, 1024, 64, 51_200);
    expect(moved.elements.standard).toBe(4_456_448);
    expect(moved.elements.flash1).toBe(1_335_296);
    expect((await traffic(engine, 1024, 64, 8192)).elements.flash1).toBe(6_553_600);
  });

  test('statement 21', async () => {
    // More features, later break-even: with r growing as n the advantage is gone.
    const at = async (r: number) =>
      (await computeCost(engine, { n: 1024, d: 64, r, causal: false, normalise: false, projection: false }))
        .breakEven;
    expect(await at(1024)).toBe(1024);
    says(21, '#83', '#130');
  });

  test('statement 22', async () => {
    const view = await needle(engine, { n: 64, d: 16, seed: 1, draws: 10, scales: [8] });
    const weight = (name: string) => view.lines.find((line) => line.name === name)!.weight[0]!;
    const { exact } = statements.find(({ id }) => id === 22)!;
    for (const name of ['softmax', 'elu+1']) expect(exact).toContain(` ${formatNumber(weight(name))}`);
    const table = readFileSync(new URL('../../web/lessons/stations/7-loss.md', import.meta.url), 'utf8');
    for (const line of view.lines) expect(table).toContain(` ${formatNumber(line.weight[0]!)} `);
  });

  test('statement 23', async () => {
    // One-hot rows for n > r: the best rank-r approximation of the n x n identity is off by sqrt(n - r).
    const [n, r] = [12, 4];
    const one = fromRows(
      Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : 0))),
    );
    const { singularValues } = await engine.call('kernelSpectrum', {
      q: one,
      k: one,
      kernel: { kind: 'feature-map', featureMap: identity },
    });
    const left = Math.sqrt(singularValues.slice(r).reduce((sum, value) => sum + value * value, 0));
    expect(left).toBeCloseTo(Math.sqrt(n - r), 10);
  });

  test('statement 24', async () => {
    const [k, v] = await Promise.all([random(6, 3, 1), random(6, 2, 2)]);
    const q = fromRows([[0.5, 1, -2]]);
    const [once, negative] = await Promise.all(
      [q, fromRows([[-0.5, -1, 2]])].map((query) =>
        attend(query, k, v, { mechanism: linear(identity, true) }),
      ),
    );
    // q and -q: both numerator and denominator change their sign, exactly.
    expect(Array.from(negative!.output.data)).toEqual(Array.from(once!.output.data));
  });

  test('statement 25', async () => {
    const state = (await costOf(linear(elu, true), 10)).stateNumbers;
    const cache = async (keys: number) => (await costOf({ kind: 'softmax' }, keys)).cacheNumbers;
    expect(state).toBe(4160);
    expect([await cache(10), await cache(10_000)]).toEqual([1280, 1_280_000]);
    expect(await cache(32)).toBe(4096);
    expect(await cache(33)).toBeGreaterThan(state);
    says(25, 4096, 4160, 1280, 1_280_000);
  });
});
