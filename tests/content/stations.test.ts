// Every setting of a station reaches all that it is about: the models of the stations on the core, against the core asked
// directly, or against what their numbers have to be.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AttendOptions, Matrix } from '../../web/engine/types.js';
import { readSafetensors } from '../../web/model/formats/safetensors.js';
import { fromRows, identityMatrix, rowsOf, scaledBy } from '../../web/model/matrices.js';
import { carryFiles, provideTrainedHeads } from '../../web/pages/trained-heads.js';
import { runBench } from '../../web/widgets/bench/bench-model.js';
import { headLibrary } from '../../web/widgets/inputs/head-library.js';
import { HEAD_IDS, headInfo } from '../../web/widgets/inputs/input-parameters.js';
import { randomTokens, resolveInput, seedOf, tokensOf } from '../../web/widgets/inputs/resolve-input.js';
import { computeCost } from '../../web/widgets/stations/cost-model.js';
import { flashTrace, traffic } from '../../web/widgets/stations/flash-model.js';
import { needle, needleAmong } from '../../web/widgets/stations/needle-model.js';
import { sharpness } from '../../web/widgets/stations/softmax-model.js';
import { runPattern } from '../../web/widgets/stations/sparse-model.js';
import { SteppedStream } from '../../web/widgets/stations/state-model.js';
import { traceOutput } from '../../web/widgets/stations/summaries-model.js';
import { engineHere } from './engine.js';

const engine = engineHere();
const EPSILON = 2 ** -23;

const [N, D] = [6, 4];
const [q, k, v] = (await randomTokens(engine, { n: N, d: D, seed: 5 }, 3)) as [Matrix, Matrix, Matrix];
const attend = (options: AttendOptions, of = { q, k, v }) => engine.call('attend', { ...of, options });

const largest = ({ data }: Matrix) => data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
/** Of a mean of n values with weights from scores of d products: their roundings in float32, in units of the largest value. */
const NEAR = 2 * (N + D + 4) * EPSILON * largest(v);

describe('the random tokens of two seeds', () => {
  test('have no matrix in common', async () => {
    const drawn = await Promise.all([1, 2, 3].map((seed) => randomTokens(engine, { n: 2, d: 2, seed }, 3)));
    expect(new Set(drawn.flat().map(({ data }) => data.join())).size).toBe(9);
  });
});

describe('costs', () => {
  const bare = { n: 64, d: 8, r: 8, causal: false, normalise: false, projection: false };
  // Softmax: 2 d products for each pair, of which there are n² or n (n + 1) / 2. Linear: 2 n r d, with z 2 n r more, with
  // W x 2 n r d more. Break-even is where the first has grown to the second.
  test.each([
    ['n² d against n r d', {}, 2 * 64 * 64 * 8, 2 * 64 * 8 * 8, 8],
    ['causal', { causal: true }, 64 * 65 * 8, 2 * 64 * 8 * 8, 2 * 8 - 1],
    ['the normaliser', { normalise: true }, 2 * 64 * 64 * 8, 2 * 64 * 8 * (8 + 1), 9],
    ['the projection', { projection: true }, 2 * 64 * 64 * 8, 4 * 64 * 8 * 8, 2 * 8],
  ])('%s', async (_, more, standard, linear, breakEven) => {
    const view = await computeCost(engine, { ...bare, ...more });
    expect(view.standard.multiplyAdds).toBe(standard);
    expect(view.linearTotal).toBe(linear);
    expect(view.ratio).toBe(standard / linear);
    expect(view.breakEven).toBe(breakEven);
    expect(view.curve.find(({ n }) => n === 64)).toEqual({ n: 64, standard, linear });
  });
});

describe('shared summaries', () => {
  test.each([0, 3])('query %i, causal, reads the keys up to its own', async (query) => {
    const map = { kind: 'elu+1' } as const;
    const trace = await traceOutput(engine, { q, k, v }, { query, causal: true, map });
    const { output } = await attend({ mechanism: { kind: 'linear', featureMap: map }, causal: true });
    expect(trace.keys).toBe(query + 1);
    expect(trace.keyFeatures.rows).toBe(query + 1);
    const { maxAbs } = await engine.call('compare', { a: trace.output, b: rowsOf(output, query, query + 1) });
    expect(maxAbs).toBeLessThanOrEqual(NEAR);
  });
});

describe('flash', () => {
  test('has the scale and the mask of the exact weights beside it', async () => {
    const settings = { blockRows: 2, blockCols: 3, causal: true, scale: 2 };
    const view = await flashTrace(engine, { q, k, v }, settings);
    const exact = await attend({ mechanism: { kind: 'softmax' }, causal: true, scale: 2, want: ['weights'] });
    expect((await engine.call('compare', { a: view.weights, b: exact.weights! })).maxAbs).toBeLessThanOrEqual(
      NEAR,
    );
    expect(
      (await engine.call('compare', { a: view.attended.output, b: exact.output })).maxAbs,
    ).toBeLessThanOrEqual(NEAR);
    expect(view.error.maxAbs).toBeLessThanOrEqual(NEAR);
    expect(view.tiles).toBe(2);
  });

  test('fills its fast memory with ⌈M / 4d⌉ rows, and no more than there are', async () => {
    expect((await traffic(engine, 64, 8, 100)).block).toBe(4);
    expect((await traffic(engine, 3, 8, 100)).block).toBe(3);
  });
});

describe('softmax', () => {
  test('of random tokens divides by √d, and equal weights have the largest entropy', async () => {
    const view = await sharpness(engine, { n: N, d: D, seed: 5, factor: 3 });
    const { weights } = await attend({ mechanism: { kind: 'softmax' }, scale: 3 / 2, want: ['weights'] });
    expect(view.weights.data).toEqual(weights!.data);
    expect(Math.abs(view.equalWeight - 1 / N)).toBeLessThan(EPSILON);
    expect(Math.abs(view.largestEntropy - Math.log(N))).toBeLessThan(4 * EPSILON);
  });
});

describe('the needle', () => {
  test('is the mean of its weights over the sets of keys, at each scale', async () => {
    const settings = { n: N, d: D, seed: 2, scales: [1, 3] };
    const means = await needle(engine, { ...settings, draws: 3 });
    const weightOf = async (index: number, scale: number) => {
      const unit = await engine.call('random', {
        rows: N,
        cols: D,
        seed: 2000 + index,
        distribution: 'unit-rows',
      });
      const keys = scaledBy(unit, scale);
      const of = { q: rowsOf(keys, 0, 1), k: keys, v: keys };
      const { weights } = await attend({ mechanism: { kind: 'softmax' }, want: ['weights'] }, of);
      return weights!.data[0]!;
    };
    for (const [at, scale] of settings.scales.entries()) {
      const drawn = await Promise.all([0, 1, 2].map((index) => weightOf(index, scale)));
      expect(means.lines[0]!.weight[at]).toBeCloseTo((drawn[0]! + drawn[1]! + drawn[2]!) / 3, 12);
    }
  });

  test('is found whichever key it is', async () => {
    // Scores of 40² / √3 against 0: what is left for the others float32 does not hold.
    const { lines } = await needleAmong(engine, identityMatrix(3), [40]);
    expect(lines[0]!.weight[0]).toBeCloseTo(1, 12);
  });
});

describe('the bench', () => {
  const input = { q, k, v, queryNames: [], keyNames: [], scale: 0.5, title: '' };
  const sides: [AttendOptions, AttendOptions] = [
    { mechanism: { kind: 'softmax' } },
    { mechanism: { kind: 'linear', featureMap: { kind: 'elu+1' } } },
  ];

  test('multiplies queries and keys by its factor, and leaves the values', async () => {
    const view = await runBench(engine, input, 2, ...sides);
    expect(view.q).toEqual(scaledBy(q, 2));
    expect(view.k).toEqual(scaledBy(k, 2));
    expect(view.v).toEqual(v);
    const scaled = { q: scaledBy(q, 2), k: scaledBy(k, 2), v };
    expect(view.left.attended.output.data).toEqual((await attend(sides[0], scaled)).output.data);
    expect(view.right.attended.output.data).toEqual((await attend(sides[1], scaled)).output.data);
  });

  test('takes the left from the right, and measures the right by the left', async () => {
    const { left, right, difference, output, weights } = await runBench(engine, input, 1, ...sides);
    const [a, b] = [left.attended, right.attended];
    expect(difference.data).toEqual(b.output.data.map((x, i) => x - a.output.data[i]!));
    expect(output).toEqual(await engine.call('compare', { a: b.output, b: a.output }));
    const asked = { weights: b.weights!, reference: a.weights! };
    expect(weights).toEqual(await engine.call('compareWeights', asked));
    expect(left.rounding.maxAbs).toBeLessThanOrEqual(NEAR);
    expect(right.rounding.maxAbs).toBeLessThanOrEqual(NEAR);
  });
});

describe('sparse patterns', () => {
  test('that permit everything are full attention of the same scale', async () => {
    const view = await runPattern(engine, { q, k, v }, { kind: 'window', left: -1, right: -1 }, 3);
    expect(view.pairs).toBe(N * N);
    expect(view.error.maxAbs).toBeLessThanOrEqual(NEAR);
    expect(view.uniformError.maxAbs).toBeGreaterThan(NEAR);
    const { weights } = await attend({ mechanism: { kind: 'softmax' }, scale: 3, want: ['weights'] });
    expect(view.fullWeights.data).toEqual(weights!.data);
    expect(view.largestWeight).toBe(largest(weights!));
  });
});

describe('the running state', () => {
  test('has the rank of the keys so far, its own token, and a drift where the format is coarse', async () => {
    const settings = {
      featureMap: { kind: 'identity' } as const,
      update: { kind: 'sum' } as const,
      accumulator: 'bfloat16' as const,
    };
    const stream = await SteppedStream.open(engine, { q, k, v }, settings);
    const last = await stream.goTo(engine, N);
    const second = await stream.goTo(engine, 2);
    expect(second.written!.v).toEqual(rowsOf(v, 1, 2).data);
    expect(second.written!.features).toEqual(rowsOf(k, 1, 2).data);
    expect([second.drift.maxAbs > 0, last.drift.maxAbs > 0]).toEqual([true, true]);
    await stream.close(engine);
    const exact = await SteppedStream.open(engine, { q, k, v }, { ...settings, accumulator: 'float32' });
    expect((await exact.goTo(engine, 2)).rank).toBe(2);
    expect((await exact.goTo(engine, N)).rank).toBe(D);
    await exact.close(engine);
  });
});

describe('a text', () => {
  test('gives each word one row of numbers: its query, its key and its value', async () => {
    const text = 'the cat the';
    const input = await resolveInput(engine, { source: 'text', text, d: 2 }, null);
    expect(input.keyNames).toEqual(tokensOf(text));
    const rows = await Promise.all(
      tokensOf(text).map((word) => engine.call('random', { rows: 1, cols: 6, seed: seedOf(word) })),
    );
    const part = (from: number) => fromRows(rows.map(({ data }) => [...data.subarray(from, from + 2)]));
    expect([input.q, input.k, input.v]).toEqual([part(0), part(2), part(4)]);
  });
});

describe('a trained head', () => {
  const folder = new URL('../../web/lessons/data/attention-heads/', import.meta.url);
  const file = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
  const names = ['short', 'medium', 'long'].flatMap((text) => [`${text}.json`, `${text}.qkv.safetensors`]);
  carryFiles(new Map(names.map((name) => [name, () => file(name)])));
  provideTrainedHeads();

  test.each(HEAD_IDS)('%s is the one of that text, layer and number, with its scale', async (id) => {
    const [text, layer, number] = id.split('/') as [string, string, string];
    const head = await headLibrary().load(id);
    const about = JSON.parse(new TextDecoder().decode(file(`${text}.json`)));
    expect(head.scale).toBe(about.layers[Number(layer)].scale);
    expect(head.tokens).toHaveLength(head.q.rows);
    const arrays = readSafetensors(file(`${text}.qkv.safetensors`));
    for (const letter of ['q', 'k', 'v'] as const) {
      const { shape, data } = arrays.find(({ name }) => name === `layer${layer}.${letter}`)!;
      const size = shape[1]! * shape[2]!;
      expect(head[letter].data).toEqual(
        Float32Array.from(data.slice(Number(number) * size, (Number(number) + 1) * size)),
      );
    }
  });

  test('is named by numbers from 1', () => {
    expect(headInfo('medium/1/2')).toMatchObject({
      label: 'a paragraph, 64 tokens: layer 2, head 3',
      short: 'paragraph: layer 2, head 3',
    });
  });
});
