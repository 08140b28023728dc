// E5 and E6: how sharp the weights of each map can be, and whether they keep the order of q.k.
import { against, mean, within } from './compare.mjs';

const N = 64;
const DIM = 16;
const SEEDS = 10;

// Entropy and mean largest weight at each scale of q and k.
const SHARPNESS = [
  ['softmax', null, '4.13/.027', '3.69/.107', '1.37/.582', '.07/.971'],
  ['elu+1', { kind: 'elu+1' }, '4.15/.020', '4.14/.023', '4.10/.029', '4.00/.040'],
  ['relu', { kind: 'relu' }, '3.94/.045', '3.94/.045', '3.94/.045', '3.94/.045'],
  ['relu²', { kind: 'squared-relu' }, '3.60/.092', '3.60/.092', '3.60/.092', '3.60/.092'],
  ['DPFP-1', { kind: 'dpfp', nu: 1 }, '3.30/.123', '3.30/.123', '3.30/.123', '3.30/.123'],
  ['Taylor-2', { kind: 'taylor2' }, '4.13/.027', '3.91/.063', '3.55/.101', '3.44/.108'],
  [
    'Hedgehog, softmax',
    { kind: 'hedgehog', activation: 'softmax' },
    '4.13/.029',
    '3.79/.092',
    '2.70/.246',
    '1.14/.505',
  ],
  [
    'FAVOR+, m = 64',
    { kind: 'favor', features: 64, seed: 0 },
    '4.10/.036',
    '3.47/.166',
    '1.89/.466',
    '.16/.935',
  ],
];
const SCALES = [0.5, 1, 2, 8];

// Share of key pairs in the order of q.k, at scales 1 and 2. The band is what a few dozen queries leave to chance.
const ORDER_BAND = 0.03;
const ORDER = [
  ['identity', { kind: 'identity' }, '1', '1'],
  ['Taylor-2', { kind: 'taylor2' }, '.916', '.649'],
  ['Hedgehog, softmax', { kind: 'hedgehog', activation: 'softmax' }, '.80', '.74'],
  ['DPFP-3', { kind: 'dpfp', nu: 3 }, '.775', '.775'],
  ['relu', { kind: 'relu' }, '.713', '.713'],
  ['elu+1', { kind: 'elu+1' }, '.673', '.711'],
];

const seeds = Array.from({ length: SEEDS }, (_, seed) => seed);
const draw = (api, seed, scale) => api.random({ rows: N, cols: DIM, seed, scale });
const seeded = (map, seed) => (map.kind === 'favor' ? { ...map, seed } : map);

export function sharpness(api) {
  const v = api.random({ rows: N, cols: 1, seed: 0 });
  const statistics = (map, scale) =>
    seeds.map((seed) => {
      const mechanism = map ? { kind: 'linear', featureMap: seeded(map, seed) } : { kind: 'softmax' };
      const q = draw(api, 2 * seed, scale);
      const k = draw(api, 2 * seed + 1, scale);
      const { weights } = api.attend(q, k, v, { mechanism, want: ['weights'] });
      const { entropy, max } = api.rowStatistics(weights);
      return { entropy: mean(Array.from(entropy)), max: mean(Array.from(max)) };
    });
  return {
    title: 'E5. Entropy and largest weight of the rows',
    note:
      `n = ${N}, d = ${DIM}, ${SEEDS} seeds; q and k ~ N(0, s²). Entropy in nats (ln ${N} = 4.159) and mean largest ` +
      'weight. Homogeneous maps (relu, relu², DPFP) do not see the scale at all.',
    columns: ['map', ...SCALES.flatMap((s) => [`s = ${s}: entropy`, 'largest'])],
    rows: SHARPNESS.map(([name, map, ...printed]) => [
      name,
      ...SCALES.flatMap((scale, i) => {
        const measured = statistics(map, scale);
        const [entropy, max] = printed[i].split('/');
        return [
          against(
            measured.map((row) => row.entropy),
            entropy,
            SEEDS,
          ),
          against(
            measured.map((row) => row.max),
            max,
            SEEDS,
          ),
        ];
      }),
    ]),
  };
}

/** The share of (query, key, key) triples in which phi(q).phi(k) and q.k put the two keys in the same order. */
function sameOrder(api, map, seed, scale) {
  const q = draw(api, 2 * seed, scale);
  const k = draw(api, 2 * seed + 1, scale);
  const scores = (a, b) => api.multiply(a, b, { transposeB: true, precision: 'float64' }).product.data;
  const truth = scores(q, k);
  const mapped = scores(api.featureMap(q, map, { role: 'query' }), api.featureMap(k, map, { role: 'key' }));
  let same = 0;
  for (let row = 0; row < N * N; row += N)
    for (let j = 1; j < N; j++)
      for (let l = 0; l < j; l++)
        if ((truth[row + j] - truth[row + l]) * (mapped[row + j] - mapped[row + l]) > 0) same++;
  return same / ((N * N * (N - 1)) / 2);
}

export function monotonicity(api) {
  return {
    title: 'E6. Order of keys',
    note:
      `The share of pairs of keys that φ(q)·φ(k) puts in the order of q·k, n = ${N}, d = ${DIM}, ${SEEDS} seeds. The ` +
      `reference does not say how many it drew, so that no error can be given: a cell passes within ${ORDER_BAND}. ` +
      'Its column for x², a map the module does not have, is left out.',
    columns: ['map', 's = 1', 's = 2'],
    rows: ORDER.map(([name, map, ...printed]) => [
      name,
      ...[1, 2].map((scale, i) =>
        within(
          seeds.map((seed) => sameOrder(api, map, seed, scale)),
          printed[i],
          ORDER_BAND,
        ),
      ),
    ]),
  };
}
