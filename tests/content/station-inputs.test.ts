// Stations on given inputs, against numbers worked out by hand.
import { expect, test } from 'vitest';
import { fromRows } from '../../web/model/matrices.js';
import type { State } from '../../web/model/parameters.js';
import { provideHeads } from '../../web/widgets/inputs/head-library.js';
import { resolveInput } from '../../web/widgets/inputs/resolve-input.js';
import { Lanes } from '../../web/widgets/lanes.js';
import { needleAmong } from '../../web/widgets/stations/needle-model.js';
import { ranksOf, sharpness, sharpnessOf } from '../../web/widgets/stations/softmax-model.js';
import { engineHere } from './engine.js';

const engine = engineHere();
/** Two float32 numbers of size 1, each within a few roundings. */
const NEAR = 4 * 2 ** -23;

test('softmax of two given keys: the weight is a logistic function of the scaled difference', async () => {
  const input = {
    q: fromRows([[1, 0]]),
    k: fromRows([
      [2, 0],
      [0, 5],
    ]),
  };
  const { weights, largestEntropy } = await sharpnessOf(engine, input, 0.5);
  expect(Math.abs(weights.data[0]! - 1 / (1 + Math.exp(-1)))).toBeLessThan(NEAR);
  expect(Math.abs(largestEntropy - Math.log(2))).toBeLessThan(NEAR);
});

test('the rank of q·k is that of the given keys', async () => {
  const k = fromRows([
    [1, 2, 0],
    [2, 4, 0],
    [0, 0, 1],
  ]);
  const rows = await ranksOf(engine, { q: k, k }, 1);
  expect(rows.find(({ name }) => name === 'q·k')!.spectrum.rank).toBe(2);
});

test('the needle among orthogonal keys of any length', async () => {
  const { lines, uniform } = await needleAmong(
    engine,
    fromRows([
      [3, 0, 0],
      [0, 0.5, 0],
      [0, 0, 7],
    ]),
    [2],
  );
  // Scores are 2² / √3 for the needle and 0 for the two others, whichever key is the needle.
  const expected = 1 / (1 + 2 * Math.exp(-4 / Math.sqrt(3)));
  expect(lines[0]!.name).toBe('softmax');
  expect(Math.abs(lines[0]!.weight[0]! - expected)).toBeLessThan(NEAR);
  expect(Math.abs(uniform - 1 / 3)).toBeLessThan(NEAR);
});

test('a key without a direction is named', async () => {
  await expect(
    needleAmong(
      engine,
      fromRows([
        [1, 0],
        [0, 0],
      ]),
      [1],
    ),
  ).rejects.toThrow('Key 2 is all zeros and has no direction.');
});

test('the same seed gives the same random tokens in station 2 as everywhere else', async () => {
  const settings = { n: 24, d: 16, seed: 1 };
  const elsewhere = await resolveInput(engine, { source: 'random', ...settings }, null);
  const here = await sharpness(engine, { ...settings, factor: 1 });
  expect(here.weights.data).toEqual((await sharpnessOf(engine, elsewhere, elsewhere.scale)).weights.data);
});

test('a trained head that never arrives does not keep the next input waiting', async () => {
  provideHeads({ heads: [], load: () => new Promise(() => {}) });
  const lanes = new Lanes();
  const ask = (state: State) => lanes.run('main', (signal) => resolveInput(engine, state, null, signal));
  const head = ask({ source: 'head', head: 'long/0/0' });
  const random = ask({ source: 'random', n: 2, d: 1, seed: 1 });
  expect((await random)?.q.rows).toBe(2);
  expect(await head).toBeUndefined();
});
