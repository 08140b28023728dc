// E7: how many pairs a state can hold.
import { load } from '../lib/bundle.mjs';
import { against, againstTheory } from './compare.mjs';

const { erfc } = await load('web/model/erfc.ts');

const DIM = 64;

const identity = (n) => {
  const data = new Float32Array(n * n);
  for (let i = 0; i < n; i++) data[i * (n + 1)] = 1;
  return { rows: n, cols: n, data };
};

// Random unit keys, the sum rule, values of +-1: what is read back is v plus noise of variance (N - 1) / d.
const BITS = [
  [16, '.0161'],
  [32, '.0748'],
  [64, '.155'],
  [128, '.239'],
  [256, '.307'],
];
const BIT_SEEDS = 20;

export function bitErrors(api) {
  const keys = (n, seed) => api.random({ rows: n, cols: DIM, seed, distribution: 'unit-rows' });
  const values = (n, seed) => api.random({ rows: n, cols: DIM, seed, distribution: 'sign' });
  const mechanism = { kind: 'linear', featureMap: { kind: 'identity' }, normalise: false };
  return {
    title: 'E7b. Wrong signs after the sum rule',
    note:
      `N random unit keys, d = ${DIM}, values ±1, read back with their own keys; ${BIT_SEEDS} seeds. For Gaussian ` +
      'noise the rate would be ½ erfc(√(d / (2(N − 1)))).',
    columns: ['N', 'measured, beside the reference’s', 'Gaussian noise'],
    rows: BITS.map(([n, printed]) => {
      const rates = Array.from({ length: BIT_SEEDS }, (_, seed) => {
        const k = keys(n, 2 * seed);
        const v = values(n, 2 * seed + 1);
        const { output } = api.attend(k, k, v, { mechanism });
        return api.compare(output, v).signErrors / (n * DIM);
      });
      return [
        String(n),
        against(rates, printed, BIT_SEEDS),
        (erfc(Math.sqrt(DIM / (2 * (n - 1)))) / 2).toPrecision(3),
      ];
    }),
  };
}

const RECALL = [
  ['relu', { kind: 'relu' }, '1.00', '.98'],
  ['elu+1', { kind: 'elu+1' }, '.92', '.79'],
  ['DPFP-1', { kind: 'dpfp', nu: 1 }, '.98', '.89'],
  ['DPFP-3', { kind: 'dpfp', nu: 3 }, '1.00', '1.00'],
  ['Hedgehog, softmax', { kind: 'hedgehog', activation: 'softmax' }, '.93', '.50'],
  ['FAVOR+, m = 64', { kind: 'favor', features: 64 }, '.33', '.09'],
  ['FAVOR+, m = 256', { kind: 'favor', features: 256 }, '.66', '.23'],
  ['softmax', null, '1.00', '1.00'],
];
const RECALL_SEEDS = 5;

export function recall(api) {
  const accuracy = (map, n, seed) => {
    const k = api.random({ rows: n, cols: DIM, seed });
    const featureMap = map?.kind === 'favor' ? { ...map, seed } : map;
    const mechanism = map ? { kind: 'linear', featureMap } : { kind: 'softmax' };
    const { argmax } = api.rowStatistics(api.attend(k, k, identity(n), { mechanism }).output);
    return argmax.reduce((sum, column, row) => sum + (column === row ? 1 : 0), 0) / n;
  };
  return {
    title: 'E7c. One-hot recall',
    note:
      `N keys ~ N(0, 1), d = ${DIM}, values one-hot: the share of keys that read their own value largest; ` +
      `${RECALL_SEEDS} seeds.`,
    columns: ['map', 'N = 64', 'N = 512'],
    rows: RECALL.map(([name, map, ...printed]) => [
      name,
      ...[64, 512].map((n, i) =>
        against(
          Array.from({ length: RECALL_SEEDS }, (_, seed) => accuracy(map, n, seed)),
          printed[i],
          RECALL_SEEDS,
        ),
      ),
    ]),
  };
}

const PASSES = 400;
const BOUND_SEEDS = 5;

/**
 * Half the mean squared error that is left after many passes of the delta rule with falling rates, which come to the
 * least squares solution: no state of rank r can do better.
 */
function leftOver(api, n, seed) {
  const k = api.random({ rows: n, cols: DIM, seed: 2 * seed, distribution: 'unit-rows' });
  const v = api.random({ rows: n, cols: DIM, seed: 2 * seed + 1, distribution: 'sign' });
  const beta = Float32Array.from({ length: PASSES * n }, (_, t) => 1 / (1 + Math.floor(t / n) / 4));
  const stream = api.stream({
    keyDim: DIM,
    valueDim: DIM,
    featureMap: { kind: 'identity' },
    normalise: false,
    update: { kind: 'delta', beta },
    accumulator: 'float64',
  });
  try {
    for (let pass = 0; pass < PASSES; pass++) stream.extend(k, k, v);
    const read = api.multiply(k, stream.state().S).product;
    return api.compare(read, v).meanSquared / 2;
  } finally {
    stream.dispose();
  }
}

export function rankBound(api) {
  return {
    title: 'E7a. The rank bound',
    note:
      `N random unit keys in d = ${DIM}, values ±1. A state of rank ${DIM} leaves at least (1 − ${DIM}/N)/2 of half ` +
      `the mean square; ${PASSES} passes of the delta rule reach it. ${BOUND_SEEDS} seeds.`,
    columns: ['N', 'left, beside the bound'],
    rows: [96, 128].map((n) => [
      String(n),
      againstTheory(
        Array.from({ length: BOUND_SEEDS }, (_, seed) => leftOver(api, n, seed)),
        (1 - DIM / n) / 2,
      ),
    ]),
  };
}
