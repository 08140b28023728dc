// Streams, trainers and the smaller functions, wrong in every way; and what is used after it was disposed of.
import { expect, test } from 'vitest';
import { freshCore, matrix } from './builds.js';
import { bytes, floats, k, linear, q, refuses, spoilt, v } from './refusals.js';

refuses('streams', [
  [
    'a stream of no width',
    ({ core }) => core.stream({ keyDim: 0, valueDim: 1, featureMap: { kind: 'elu+1' } }),
    'bad-shape',
    /^keyDim is 0/,
  ],
  [
    'a stream without a map',
    ({ core }) => core.stream({ keyDim: 1, valueDim: 1 } as never),
    'bad-argument',
    /^featureMap is undefined/,
  ],
  [
    'an unknown accumulator',
    ({ core }) =>
      core.stream({
        keyDim: 1,
        valueDim: 1,
        featureMap: { kind: 'elu+1' },
        accumulator: 'float8' as never,
      }),
    'bad-option',
    /^accumulator is the text "float8"/,
  ],
  [
    'favor epsilon in a stream',
    ({ core }) =>
      core.stream({
        keyDim: 2,
        valueDim: 1,
        featureMap: { kind: 'favor', features: 2, seed: 1, epsilon: 1e-3 },
      }),
    'bad-option',
    /^featureMap\.epsilon is 0\.001; expected 0 in a stream/,
  ],
  [
    'cosformer without a length in a stream',
    ({ core }) => core.stream({ keyDim: 2, valueDim: 1, featureMap: { kind: 'cosformer' } }),
    'bad-option',
    /^featureMap\.length is undefined; expected a length/,
  ],
  [
    'a stream without gates',
    ({ core }) =>
      core.stream({
        keyDim: 2,
        valueDim: 1,
        featureMap: { kind: 'elu+1' },
        update: { kind: 'decay', logDecay: floats() },
      }),
    'bad-shape',
    /^update\.logDecay has 0 numbers/,
  ],
  [
    'a step of another width',
    ({ stream }) => stream.step(floats(1), floats(1, 2), floats(1)),
    'bad-shape',
    /^q has 1 numbers; expected 2/,
  ],
  [
    'a step of plain numbers',
    ({ stream }) => stream.step(floats(1, 2), [1, 2] as never, floats(1)),
    'bad-argument',
    /^k is an array of length 2/,
  ],
  [
    'a step with NaN',
    ({ stream }) => stream.step(floats(1, 2), floats(1, 2), floats(Number.NaN)),
    'not-finite',
    /^v.* is NaN/,
  ],
  [
    'a sum past float16',
    ({ core }) => {
      const half = core.stream({
        keyDim: 1,
        valueDim: 1,
        featureMap: { kind: 'identity' },
        accumulator: 'float16',
      });
      try {
        half.step(floats(1), floats(300), floats(300));
      } finally {
        half.dispose();
      }
    },
    'overflow',
    /^The state is too large for its accumulator, whatever the output is; expected a state that float16 can hold: at most 65504\.$/,
  ],
  [
    'a key whose features the delta rule cannot hold',
    ({ core }) => {
      const exponential = core.stream({
        keyDim: 1,
        valueDim: 1,
        featureMap: { kind: 'exp' },
        update: { kind: 'delta', beta: 1 },
      });
      try {
        exponential.step(floats(1), floats(1000), floats(1));
      } finally {
        exponential.dispose();
      }
    },
    'overflow',
    /^k gives numbers that are too large; expected features that float64 can hold: the delta rule needs them whole\.$/,
  ],
  ['unequal pieces', ({ stream }) => stream.extend(q, k, v), 'bad-shape', /^k has 2 rows; expected 1/],
  [
    'a NaN deep in a piece',
    ({ stream }) => stream.extend(k, spoilt(k, 3, Number.NaN), v),
    'not-finite',
    /^k at row 1, column 1/,
  ],
  ['a save that is none', ({ stream }) => stream.restore(bytes(1, 2, 3)), 'bad-option', /bytes|save/],
  ['an empty save', ({ stream }) => stream.restore(bytes()), 'bad-shape', /^bytes is empty/],
  [
    'a save as text',
    ({ stream }) => stream.restore('state' as never),
    'bad-argument',
    /^bytes is the text "state"/,
  ],
  [
    "another stream's save",
    ({ core, stream }) => {
      const other = core.stream({ keyDim: 3, valueDim: 1, featureMap: { kind: 'elu+1' } });
      try {
        stream.restore(other.save());
      } finally {
        other.dispose();
      }
    },
    'bad-option',
    /bytes|save/,
  ],
]);

refuses('everything else', [
  [
    'a random matrix without a seed',
    ({ core }) => core.random({ rows: 1, cols: 1 } as never),
    'bad-argument',
    /^seed is undefined/,
  ],
  [
    'an unknown distribution',
    ({ core }) => core.random({ rows: 1, cols: 1, seed: 1, distribution: 'cauchy' as never }),
    'bad-option',
    /^distribution is the text "cauchy"; expected one of "normal"/,
  ],
  [
    'a billion random rows',
    ({ core }) => core.random({ rows: 1e9, cols: 64, seed: 1 }),
    'too-large',
    /asks for 238 GiB of memory; the limit is 1\.50 GiB/,
  ],
  [
    'a pattern past the limit',
    ({ core }) => core.pattern(1e6, { kind: 'window', left: 1, right: 1 }),
    'too-large',
    /asks for 93\d GiB of memory/,
  ],
  [
    'a stream past the limit',
    ({ core }) => core.stream({ keyDim: 1e5, valueDim: 1e5, featureMap: { kind: 'taylor2' } }),
    'too-large',
    /of memory; the limit is 1\.50 GiB/,
  ],
  [
    'products that do not fit',
    ({ core }) => core.multiply(q, q),
    'bad-shape',
    /^the rows of b are 1; expected 2, as the columns of a/,
  ],
  [
    'products that do not fit, transposed',
    ({ core }) => core.multiply(q, k, { transposeA: true }),
    'bad-shape',
    /^the rows of b are 2; expected 1, as the rows of a/,
  ],
  [
    'a role that is none',
    ({ core }) => core.featureMap(q, { kind: 'elu+1' }, { role: 'value' as never }),
    'bad-option',
    /^role is the text "value"/,
  ],
  [
    'positions that are too few',
    ({ core }) => core.featureMap(k, { kind: 'cosformer' }, { positions: 1 }),
    'bad-option',
    /^map\.length is 1; expected/,
  ],
  [
    'a projection of a map without one',
    ({ core }) => core.projection({ kind: 'relu' } as never, 2),
    'bad-option',
    /^map\.kind is the text "relu"; expected one of "favor", "trigonometric"/,
  ],
  [
    'a projection of no width',
    ({ core }) => core.projection({ kind: 'favor', features: 2, seed: 1 }, 0),
    'bad-shape',
    /^dim is 0/,
  ],
  [
    'a kernel that is none',
    ({ analysis }) => analysis.kernelSpectrum(q, k, { kind: 'gauss' } as never),
    'bad-option',
    /^kernel\.kind is the text "gauss"; expected one of "softmax", "feature-map"/,
  ],
  [
    'NaN in a kernel',
    ({ analysis }) => analysis.kernelSpectrum(q, spoilt(k, 0, Number.NaN), { kind: 'softmax' }),
    'not-finite',
    /^k at row 0, column 0/,
  ],
  ['unequal matrices to compare', ({ core }) => core.compare(q, k), 'bad-shape', /^b has 2 rows; expected 1/],
  [
    'unequal weights to compare',
    ({ core }) => core.compareWeights(k, v),
    'bad-shape',
    /^reference has 1 columns; expected 2/,
  ],
  [
    'unequal pairs',
    ({ analysis }) => analysis.randomFeatureError(floats(1), floats(1, 2), 4),
    'bad-shape',
    /^y has 2 numbers; expected 1/,
  ],
  [
    'no random features',
    ({ analysis }) => analysis.randomFeatureError(floats(1), floats(1), 0),
    'bad-option',
    /^features is 0/,
  ],
  [
    'costs of half a query',
    ({ core }) =>
      core.cost({ mechanism: { kind: 'softmax' }, queries: 0.5, keys: 1, keyDim: 1, valueDim: 1 }),
    'bad-shape',
    /^queries is 0\.5/,
  ],
  [
    'costs of a pattern that cannot be',
    ({ core }) =>
      core.cost({
        mechanism: { kind: 'sparse', pattern: { kind: 'longformer', window: 3 } },
        queries: 4,
        keys: 4,
        keyDim: 1,
        valueDim: 1,
      }),
    'bad-option',
    /^mechanism\.pattern\.window is 3; expected an even number/,
  ],
  [
    'costs past what is exact',
    ({ core }) =>
      core.cost({
        mechanism: { kind: 'softmax' },
        queries: 2 ** 40,
        keys: 2 ** 40,
        keyDim: 1,
        valueDim: 1,
      }),
    'overflow',
    /^queries, keys give numbers that are too large; expected counts of at most 2\^53\.$/,
  ],
  [
    'a product past float32',
    ({ core }) => core.multiply(matrix([[1e30]]), matrix([[1e30]])),
    'overflow',
    /^product\[0\]\[0\] is too large for float32 \(more than 3\.4e38\); expected a product that float32 can hold\.$/,
  ],
  [
    'a similarity past float64',
    ({ analysis }) => analysis.kernelSpectrum(matrix([[1e30]]), matrix([[1e30]]), { kind: 'softmax' }),
    'overflow',
    /^kernel\[0\]\[0\] is too large; expected similarities that float64 can hold\.$/,
  ],
  [
    'features past float32',
    ({ core }) => core.featureMap(matrix([[1e30]]), { kind: 'squared-relu' }),
    'overflow',
    /^x\[0\] gives numbers that are too large; expected features that float32 can hold\.$/,
  ],
  [
    'more steps than losses fit',
    ({ trainer }) => trainer.run(2 ** 31 - 1),
    'too-large',
    /^steps asks for 16\.0 GiB of memory; the limit is 1\.50 GiB/,
  ],
  [
    'a trainer without a seed',
    ({ analysis }) => analysis.trainer({ q, k } as never),
    'bad-argument',
    /^seed is undefined/,
  ],
  [
    'a trainer that walks backwards',
    ({ analysis }) => analysis.trainer({ q, k, seed: 1, learningRate: -1 }),
    'bad-option',
    /^learningRate is -1/,
  ],
  ['training for half a step', ({ trainer }) => trainer.run(0.5), 'bad-option', /^steps is 0\.5/],
  [
    'a trainer fed a stream',
    ({ stream, trainer }) => trainer.restore(stream.save()),
    'bad-shape',
    /bytes|save/,
  ],
  [
    'a result past float32',
    (bench) =>
      bench.attend(matrix([[1]]), matrix([[1], [1]]), matrix([[3e38], [3e38]]), linear({ normalise: false })),
    'overflow',
    /too large for float32/,
  ],
]);

test('what is disposed of twice is fine, what is used afterwards is not', async () => {
  const core = await freshCore('scalar');
  const stream = core.stream({ keyDim: 1, valueDim: 1, featureMap: { kind: 'elu+1' } });
  const trainer = (await core.analysis()).trainer({ q: k, k, seed: 1 });
  for (const one of [stream, trainer]) {
    one.dispose();
    one.dispose();
    expect(() => one.save()).toThrow(/used after dispose\(\)/);
  }
  const x = floats(1);
  for (const use of [
    () => stream.step(x, x, x),
    () => stream.tokens,
    () => stream.state(),
    () => trainer.run(1),
    () => trainer.loss(),
    () => trainer.featureMap(),
  ])
    expect(use).toThrow(expect.objectContaining({ code: 'disposed' }));
});
