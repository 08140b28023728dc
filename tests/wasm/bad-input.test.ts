// Every argument wrong in every way: a code, a sentence that names it, what was found and what was expected; and the core
// as it was.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Instance } from '../../web/engine/instance.js';
import type { OpenStream } from '../../web/engine/stream.js';
import type { OpenTrainer } from '../../web/engine/trainer.js';
import type { Matrix } from '../../web/engine/types.js';
import { BUILDS, freshCore, matrix } from './builds.js';

type Bad = [what: string, call: () => unknown, code: string, message: RegExp];

const [q, k, v] = [
  matrix([[1, 2]]),
  matrix([
    [3, 4],
    [5, 6],
  ]),
  matrix([[7], [8]]),
]; // prettier-ignore
const softmax = { mechanism: { kind: 'softmax' } };
const elu = { kind: 'elu+1' };
const linear = (options: object = {}) => ({ mechanism: { kind: 'linear', featureMap: elu, ...options } });
const mapped = (featureMap: unknown) => ({ mechanism: { kind: 'linear', featureMap } });
const floats = (...numbers: number[]) => Float32Array.from(numbers);
const bytes = (...numbers: number[]) => Uint8Array.from(numbers);
const spoilt = ({ rows, cols, data }: Matrix, at: number, value: number): Matrix => {
  const copy = data.slice();
  copy[at] = value;
  return { rows, cols, data: copy };
};

describe.each(BUILDS)('the %s build refuses', (build) => {
  let core: Instance;
  let stream: OpenStream;
  let trainer: OpenTrainer;
  // Wrong types on purpose: this is what JavaScript callers can do.
  const attend = (a: unknown, b: unknown, c: unknown, options: unknown) =>
    core.attend(a as never, b as never, c as never, options as never);
  const sparse = (pattern: unknown) => () => core.pattern(6, pattern as never);

  beforeAll(async () => {
    core = await freshCore(build);
    stream = core.stream({ keyDim: 2, valueDim: 1, featureMap: { kind: 'elu+1' } });
    trainer = core.trainer({ q: k, k, seed: 1 });
  });
  const matrices: Bad[] = [
    ['no matrix', () => attend(null, k, v, softmax), 'bad-argument', /^q is null; expected a matrix/],
    [
      'an array',
      () => attend([[1, 2]], k, v, softmax),
      'bad-argument',
      /^q is an array of length 1; expected a matrix/,
    ],
    [
      'a bare Float32Array',
      () => attend(q.data, k, v, softmax),
      'bad-argument',
      /^q is a Float32Array of length 2/,
    ],
    [
      'text for rows',
      () => attend({ ...q, rows: '1' }, k, v, softmax),
      'bad-argument',
      /^q\.rows is the text "1"; expected a whole number/,
    ],
    [
      'half a row',
      () => attend({ ...q, rows: 0.5 }, k, v, softmax),
      'bad-shape',
      /^q\.rows is 0\.5; expected a whole number of at least 0/,
    ],
    ['rows below zero', () => attend({ ...q, rows: -1 }, k, v, softmax), 'bad-shape', /^q\.rows is -1/],
    ['NaN rows', () => attend({ ...q, rows: Number.NaN }, k, v, softmax), 'bad-shape', /^q\.rows is NaN/],
    [
      '2^31 rows',
      () => attend({ ...q, rows: 2 ** 31 }, k, v, softmax),
      'bad-shape',
      /^q\.rows is 2147483648/,
    ],
    [
      'no columns',
      () => attend({ rows: 0, cols: 0, data: floats() }, k, v, softmax),
      'bad-shape',
      /^q\.cols is 0; expected a whole number of at least 1/,
    ],
    [
      'plain numbers',
      () => attend({ ...q, data: [1, 2] }, k, v, softmax),
      'bad-argument',
      /^q\.data is an array of length 2; expected a Float32Array/,
    ],
    [
      'float64 numbers',
      () => attend({ ...q, data: Float64Array.of(1, 2) }, k, v, softmax),
      'bad-argument',
      /^q\.data is a Float64Array of length 2/,
    ],
    [
      'too few numbers',
      () => attend({ ...q, data: floats(1) }, k, v, softmax),
      'bad-shape',
      /^q\.data has 1 numbers; expected 2 for 1 x 2/,
    ],
    [
      'too many numbers',
      () => attend({ ...q, data: floats(1, 2, 3) }, k, v, softmax),
      'bad-shape',
      /^q\.data has 3 numbers; expected 2/,
    ],
    [
      'keys of another width',
      () => attend(q, matrix([[1], [2]]), v, softmax),
      'bad-shape',
      /^k has 1 columns; expected 2/,
    ],
    [
      'fewer values than keys',
      () => attend(q, k, matrix([[1]]), softmax),
      'bad-shape',
      /^v has 1 rows; expected 2/,
    ],
    [
      'NaN in q',
      () => attend(spoilt(q, 1, Number.NaN), k, v, softmax),
      'not-finite',
      /^q at row 0, column 1 \(counted from 0\) is NaN; expected a finite number/,
    ],
    [
      'infinity in k',
      () => attend(q, spoilt(k, 2, Infinity), v, softmax),
      'not-finite',
      /^k at row 1, column 0 .* is Infinity/,
    ],
    [
      '-infinity in v',
      () => attend(q, k, spoilt(v, 1, -Infinity), linear()),
      'not-finite',
      /^v at row 1, column 0 .* is -Infinity/,
    ],
  ];

  const options: Bad[] = [
    [
      'no options',
      () => attend(q, k, v, undefined),
      'bad-argument',
      /^options is undefined; expected options such as/,
    ],
    [
      'no mechanism',
      () => attend(q, k, v, {}),
      'bad-argument',
      /^mechanism is undefined; expected a mechanism such as/,
    ],
    [
      'a mechanism by name alone',
      () => attend(q, k, v, { mechanism: 'softmax' }),
      'bad-argument',
      /^mechanism is the text "softmax"/,
    ],
    [
      'an unknown mechanism',
      () => attend(q, k, v, { mechanism: { kind: 'sofmax' } }),
      'bad-option',
      /^mechanism\.kind is the text "sofmax"; expected one of "softmax", "flash", "sparse", "linear"/,
    ],
    [
      'a misspelt option',
      () => attend(q, k, v, { ...softmax, casual: true }),
      'bad-option',
      /^options\.casual is no option; expected one of mechanism, causal/,
    ],
    [
      'a misspelt setting',
      () => attend(q, k, v, linear({ normalize: false })),
      'bad-option',
      /^mechanism\.normalize is no option; .*normalise/,
    ],
    [
      'causal as text',
      () => attend(q, k, v, { ...softmax, causal: 'yes' }),
      'bad-option',
      /^causal is the text "yes"; expected one of false, true, "top-left"/,
    ],
    [
      'scale as text',
      () => attend(q, k, v, { ...softmax, scale: '1' }),
      'bad-argument',
      /^scale is the text "1"; expected a finite number/,
    ],
    [
      'an infinite scale',
      () => attend(q, k, v, { ...softmax, scale: Infinity }),
      'bad-option',
      /^scale is Infinity; expected a finite number/,
    ],
    [
      'an unknown precision',
      () => attend(q, k, v, { ...softmax, precision: 'float16' }),
      'bad-option',
      /^precision is the text "float16"; expected one of "float32", "float64"/,
    ],
    [
      'a mask of booleans',
      () => attend(q, k, v, { ...softmax, mask: [true, false] }),
      'bad-argument',
      /^mask is an array of length 2; expected a Uint8Array/,
    ],
    [
      'a mask too short',
      () => attend(q, k, v, { ...softmax, mask: bytes(1) }),
      'bad-shape',
      /^mask has 1 bytes; expected 2/,
    ],
    [
      'a mask with a 2',
      () => attend(q, k, v, { ...softmax, mask: bytes(1, 2) }),
      'bad-option',
      /^mask at row 0, column 1 is 2; expected 0 or 1/,
    ],
    [
      'a mask for linear attention',
      () => attend(q, k, v, { ...linear(), mask: bytes(1, 1) }),
      'bad-option',
      /^mask is not for linear attention.*keyMask/,
    ],
    [
      'a key mask too long',
      () => attend(q, k, v, { ...linear(), keyMask: bytes(1, 1, 1) }),
      'bad-shape',
      /^keyMask has 3 bytes; expected 2/,
    ],
    [
      'a key mask with 255',
      () => attend(q, k, v, { ...softmax, keyMask: bytes(255, 1) }),
      'bad-option',
      /^keyMask\[0\] is 255; expected 0 or 1/,
    ],
    [
      'a want that is no list',
      () => attend(q, k, v, { ...softmax, want: 'weights' }),
      'bad-argument',
      /^want is the text "weights"; expected an array/,
    ],
    [
      'an unknown want',
      () => attend(q, k, v, { ...softmax, want: ['scores'] }),
      'bad-option',
      /^want\[0\] is the text "scores"; expected one of "weights"/,
    ],
    [
      'the weights of flash',
      () => attend(q, k, v, { mechanism: { kind: 'flash' }, want: ['weights'] }),
      'bad-option',
      /^want names "weights", which flash attention cannot answer; expected logSumExp, trace/,
    ],
    [
      'the state of softmax',
      () => attend(q, k, v, { ...softmax, want: ['state'] }),
      'bad-option',
      /^want names "state", which softmax attention cannot answer/,
    ],
    [
      'the trace of linear',
      () => attend(q, k, v, { ...linear(), want: ['trace'] }),
      'bad-option',
      /^want names "trace", which linear/,
    ],
    [
      'tiles of no rows',
      () => attend(q, k, v, { mechanism: { kind: 'flash', blockRows: 0 } }),
      'bad-option',
      /^mechanism\.blockRows is 0; expected a whole number of at least 1/,
    ],
    [
      'half a tile',
      () => attend(q, k, v, { mechanism: { kind: 'flash', blockCols: 1.5 } }),
      'bad-option',
      /^mechanism\.blockCols is 1\.5/,
    ],
    [
      'an unknown form',
      () => attend(q, k, v, linear({ form: 'fast' })),
      'bad-option',
      /^mechanism\.form is the text "fast"; expected one of "auto", "parallel"/,
    ],
    [
      'a chunk below one',
      () => attend(q, k, v, linear({ chunk: -4 })),
      'bad-option',
      /^mechanism\.chunk is -4/,
    ],
    [
      'normalise as a number',
      () => attend(q, k, v, linear({ normalise: 1 })),
      'bad-argument',
      /^mechanism\.normalise is 1; expected true or false/,
    ],
    [
      'epsilon below zero',
      () => attend(q, k, v, linear({ epsilon: -1e-6 })),
      'bad-option',
      /^mechanism\.epsilon is -0\.000001; expected a finite number of at least 0/,
    ],
  ];

  const update = (given: object) => () => attend(q, k, v, linear({ update: given }));
  const maps = (given: unknown) => () => attend(q, k, v, mapped(given));
  const inside: Bad[] = [
    [
      'no feature map',
      maps(undefined),
      'bad-argument',
      /^mechanism\.featureMap is undefined; expected a feature map such as/,
    ],
    [
      'an unknown feature map',
      maps({ kind: 'elu' }),
      'bad-option',
      /^mechanism\.featureMap\.kind is the text "elu"; expected one of "identity", "elu\+1"/,
    ],
    [
      'a misspelt map option',
      maps({ kind: 'favor', feature: 4, seed: 1 }),
      'bad-option',
      /^mechanism\.featureMap\.feature is no option/,
    ],
    [
      'favor without features',
      maps({ kind: 'favor', seed: 1 }),
      'bad-argument',
      /^mechanism\.featureMap\.features is undefined; expected a whole number of at least 1/,
    ],
    ['no features', maps({ kind: 'trigonometric', features: 0, seed: 1 }), 'bad-option', /features is 0/],
    [
      'favor without a seed',
      maps({ kind: 'favor', features: 4 }),
      'bad-argument',
      /seed is undefined; expected a whole number from 0 to 4294967295/,
    ],
    ['a seed below zero', maps({ kind: 'favor', features: 4, seed: -1 }), 'bad-option', /seed is -1/],
    [
      'a seed past 32 bits',
      maps({ kind: 'favor', features: 4, seed: 2 ** 32 }),
      'bad-option',
      /seed is 4294967296/,
    ],
    [
      'a projection of another width',
      maps({ kind: 'favor', projection: v }),
      'bad-shape',
      /^mechanism\.featureMap\.projection has 1 columns; expected 2/,
    ],
    [
      'features that are not those of the projection',
      maps({ kind: 'favor', features: 3, projection: k }),
      'bad-option',
      /features is 3; expected 2, the rows of projection/,
    ],
    [
      'a projection with NaN',
      maps({ kind: 'favor', projection: spoilt(k, 3, Number.NaN) }),
      'not-finite',
      /projection.* at row 1, column 1 .* is NaN/,
    ],
    ['dpfp without nu', maps({ kind: 'dpfp' }), 'bad-argument', /nu is undefined/],
    [
      'cosformer shorter than its sequence',
      maps({ kind: 'cosformer', length: 1 }),
      'bad-option',
      /length is 1; expected at least the 2 positions in use/,
    ],
    [
      'an unknown activation',
      maps({ kind: 'hedgehog', activation: 'relu' }),
      'bad-option',
      /activation is the text "relu"; expected one of "exp", "softmax", "softmax-each"/,
    ],
    [
      'hedgehog weights of another width',
      maps({ kind: 'hedgehog', weights: v }),
      'bad-shape',
      /weights has 1 columns; expected 2/,
    ],
    [
      'an unknown update',
      update({ kind: 'add' }),
      'bad-option',
      /^mechanism\.update\.kind is the text "add"; expected one of "sum", "decay", "delta"/,
    ],
    [
      'decay without a rate',
      update({ kind: 'decay' }),
      'bad-option',
      /neither gamma nor logDecay; expected one of the two/,
    ],
    [
      'decay with two rates',
      update({ kind: 'decay', gamma: 1, logDecay: floats(0, 0) }),
      'bad-option',
      /both gamma and logDecay/,
    ],
    [
      'gamma above one',
      update({ kind: 'decay', gamma: 1.01 }),
      'bad-option',
      /gamma is 1\.01; expected a number from 0 to 1/,
    ],
    [
      'too few gates',
      update({ kind: 'decay', logDecay: floats(0) }),
      'bad-shape',
      /logDecay has 1 numbers; expected 2 gates, one for each key/,
    ],
    [
      'a gate above zero',
      update({ kind: 'decay', logDecay: floats(0, 0.5) }),
      'bad-option',
      /logDecay\[1\].* is 0\.5; expected .*0/,
    ],
    [
      'a gate that is NaN',
      update({ kind: 'decay', logDecay: floats(Number.NaN, 0) }),
      'not-finite',
      /logDecay.* is NaN/,
    ],
    [
      'delta without beta',
      update({ kind: 'delta' }),
      'bad-argument',
      /beta is undefined; expected a number or a Float32Array/,
    ],
    [
      'beta as an array',
      update({ kind: 'delta', beta: [1, 1] }),
      'bad-argument',
      /beta is an array of length 2/,
    ],
  ];

  const patterns: Bad[] = [
    [
      'no pattern',
      () => attend(k, k, v, { mechanism: { kind: 'sparse' } }),
      'bad-argument',
      /^mechanism\.pattern is undefined/,
    ],
    [
      'a pattern of no size',
      () => core.pattern(0, { kind: 'window', left: 1, right: 1 }),
      'bad-shape',
      /^n is 0/,
    ],
    [
      'an unknown pattern',
      sparse({ kind: 'strided' }),
      'bad-option',
      /^pattern\.kind is the text "strided"; expected one of "window", "longformer", "bigbird"/,
    ],
    [
      'a window without a right',
      sparse({ kind: 'window', left: 1 }),
      'bad-argument',
      /^pattern\.right is undefined/,
    ],
    [
      'a window of -2',
      sparse({ kind: 'window', left: -2, right: 0 }),
      'bad-option',
      /^pattern\.left is -2; expected a whole number of at least -1/,
    ],
    [
      'an odd longformer window',
      sparse({ kind: 'longformer', window: 3 }),
      'bad-option',
      /^pattern\.window is 3; expected an even number/,
    ],
    [
      'no dilation',
      sparse({ kind: 'longformer', window: 2, dilation: 0 }),
      'bad-option',
      /^pattern\.dilation is 0/,
    ],
    [
      'a global token past the end',
      sparse({ kind: 'longformer', window: 2, globalTokens: [0, 6] }),
      'bad-option',
      /^pattern\.globalTokens\[1\] is 6; expected a whole number from 0 to 5/,
    ],
    [
      'blocks of no size',
      sparse({ kind: 'bigbird', blockSize: 0, randomBlocks: 1, seed: 1 }),
      'bad-option',
      /^pattern\.blockSize is 0/,
    ],
    [
      'more random blocks than are legal',
      sparse({ kind: 'bigbird', blockSize: 1, randomBlocks: 6, seed: 1 }),
      'bad-option',
      /^pattern\.randomBlocks\[1\] is 6; expected no more than/,
    ],
    [
      'random lists for other rows',
      sparse({ kind: 'bigbird', blockSize: 2, randomBlocks: 1, seed: 1, random: [[1]] }),
      'bad-shape',
      /^pattern\.random has 1 lists; expected 3, one per block row/,
    ],
    [
      'a random block past the end',
      sparse({ kind: 'bigbird', blockSize: 2, randomBlocks: 1, seed: 1, random: [[], [3], []] }),
      'bad-option',
      /^pattern\.random\[1\]\[0\] is 3; expected a whole number from 0 to 2/,
    ],
    [
      'longformer over unequal lengths',
      () => attend(q, k, v, { mechanism: { kind: 'sparse', pattern: { kind: 'longformer', window: 2 } } }),
      'bad-shape',
      /1 queries and 2 keys; expected as many keys as queries/,
    ],
  ];

  const streams: Bad[] = [
    [
      'a stream of no width',
      () => core.stream({ keyDim: 0, valueDim: 1, featureMap: { kind: 'elu+1' } }),
      'bad-shape',
      /^keyDim is 0/,
    ],
    [
      'a stream without a map',
      () => core.stream({ keyDim: 1, valueDim: 1 } as never),
      'bad-argument',
      /^featureMap is undefined/,
    ],
    [
      'an unknown accumulator',
      () =>
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
      () =>
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
      () => core.stream({ keyDim: 2, valueDim: 1, featureMap: { kind: 'cosformer' } }),
      'bad-option',
      /^featureMap\.length is undefined; expected a length/,
    ],
    [
      'a stream without gates',
      () =>
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
      () => stream.step(floats(1), floats(1, 2), floats(1)),
      'bad-shape',
      /^q has 1 numbers; expected 2/,
    ],
    [
      'a step of plain numbers',
      () => stream.step(floats(1, 2), [1, 2] as never, floats(1)),
      'bad-argument',
      /^k is an array of length 2/,
    ],
    [
      'a step with NaN',
      () => stream.step(floats(1, 2), floats(1, 2), floats(Number.NaN)),
      'not-finite',
      /^v.* is NaN/,
    ],
    ['unequal pieces', () => stream.extend(q, k, v), 'bad-shape', /^k has 2 rows; expected 1/],
    [
      'a NaN deep in a piece',
      () => stream.extend(k, spoilt(k, 3, Number.NaN), v),
      'not-finite',
      /^k at row 1, column 1/,
    ],
    ['a save that is none', () => stream.restore(bytes(1, 2, 3)), 'bad-option', /bytes|save/],
    ['an empty save', () => stream.restore(bytes()), 'bad-shape', /^bytes is empty/],
    ['a save as text', () => stream.restore('state' as never), 'bad-argument', /^bytes is the text "state"/],
    [
      "another stream's save",
      () => {
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
  ];

  const rest: Bad[] = [
    [
      'a random matrix without a seed',
      () => core.random({ rows: 1, cols: 1 } as never),
      'bad-argument',
      /^seed is undefined/,
    ],
    [
      'an unknown distribution',
      () => core.random({ rows: 1, cols: 1, seed: 1, distribution: 'cauchy' as never }),
      'bad-option',
      /^distribution is the text "cauchy"; expected one of "normal"/,
    ],
    [
      'a billion random rows',
      () => core.random({ rows: 1e9, cols: 64, seed: 1 }),
      'too-large',
      /asks for 238 GiB of memory; the limit is 1\.50 GiB/,
    ],
    [
      'a pattern past the limit',
      () => core.pattern(1e6, { kind: 'window', left: 1, right: 1 }),
      'too-large',
      /asks for 93\d GiB of memory/,
    ],
    [
      'a stream past the limit',
      () => core.stream({ keyDim: 1e5, valueDim: 1e5, featureMap: { kind: 'taylor2' } }),
      'too-large',
      /of memory; the limit is 1\.50 GiB/,
    ],
    [
      'products that do not fit',
      () => core.multiply(q, q),
      'bad-shape',
      /^the rows of b are 1; expected 2, as the columns of a/,
    ],
    [
      'products that do not fit, transposed',
      () => core.multiply(q, k, { transposeA: true }),
      'bad-shape',
      /^the rows of b are 2; expected 1, as the rows of a/,
    ],
    [
      'a role that is none',
      () => core.featureMap(q, { kind: 'elu+1' }, { role: 'value' as never }),
      'bad-option',
      /^role is the text "value"/,
    ],
    [
      'positions that are too few',
      () => core.featureMap(k, { kind: 'cosformer' }, { positions: 1 }),
      'bad-option',
      /^map\.length is 1; expected/,
    ],
    [
      'a projection of a map without one',
      () => core.projection({ kind: 'relu' } as never, 2),
      'bad-option',
      /^map\.kind is the text "relu"; expected one of "favor", "trigonometric"/,
    ],
    [
      'a projection of no width',
      () => core.projection({ kind: 'favor', features: 2, seed: 1 }, 0),
      'bad-shape',
      /^dim is 0/,
    ],
    [
      'a kernel that is none',
      () => core.kernelSpectrum(q, k, { kind: 'gauss' } as never),
      'bad-option',
      /^kernel\.kind is the text "gauss"; expected one of "softmax", "feature-map"/,
    ],
    [
      'NaN in a kernel',
      () => core.kernelSpectrum(q, spoilt(k, 0, Number.NaN), { kind: 'softmax' }),
      'not-finite',
      /^k at row 0, column 0/,
    ],
    ['unequal matrices to compare', () => core.compare(q, k), 'bad-shape', /^b has 2 rows; expected 1/],
    [
      'unequal weights to compare',
      () => core.compareWeights(k, v),
      'bad-shape',
      /^reference has 1 columns; expected 2/,
    ],
    [
      'unequal pairs',
      () => core.randomFeatureError(floats(1), floats(1, 2), 4),
      'bad-shape',
      /^y has 2 numbers; expected 1/,
    ],
    [
      'no random features',
      () => core.randomFeatureError(floats(1), floats(1), 0),
      'bad-option',
      /^features is 0/,
    ],
    [
      'costs of half a query',
      () => core.cost({ mechanism: { kind: 'softmax' }, queries: 0.5, keys: 1, keyDim: 1, valueDim: 1 }),
      'bad-shape',
      /^queries is 0\.5/,
    ],
    [
      'costs past what is exact',
      () =>
        core.cost({
          mechanism: { kind: 'softmax' },
          queries: 2 ** 40,
          keys: 2 ** 40,
          keyDim: 1,
          valueDim: 1,
        }),
      'overflow',
      /./,
    ],
    ['a trainer without a seed', () => core.trainer({ q, k } as never), 'bad-argument', /^seed is undefined/],
    [
      'a trainer that walks backwards',
      () => core.trainer({ q, k, seed: 1, learningRate: -1 }),
      'bad-option',
      /^learningRate is -1/,
    ],
    ['training for half a step', () => trainer.run(0.5), 'bad-option', /^steps is 0\.5/],
    ['a trainer fed a stream', () => trainer.restore(stream.save()), 'bad-shape', /bytes|save/],
    [
      'a result past float32',
      () => attend(matrix([[1]]), matrix([[1], [1]]), matrix([[3e38], [3e38]]), linear({ normalise: false })),
      'overflow',
      /too large for float32/,
    ],
  ];

  const all = [...matrices, ...options, ...inside, ...patterns, ...streams, ...rest];
  test.each(all)('%s', (_, call, code, message) => {
    let error: unknown;
    try {
      call();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ name: 'AttentionError', code });
    const { message: sentence } = error as Error;
    expect(sentence).toMatch(message);
    // A whole sentence for a person, with no bare function name, status number or `undefined` at its end.
    expect(sentence).toMatch(/^\S.*[^\s]\.$/);
    expect(sentence).not.toMatch(/expected \.|expected undefined|\[object/);
  });

  test('all of it and stays as it was: memory, streams and trainers', () => {
    const everything = () => {
      for (const [, call] of all) expect(call).toThrow();
      return [core.memory(), stream.save(), trainer.save(), stream.tokens, trainer.steps];
    };
    // The allocator may round a block up when its neighbour is taken for the first time, and never again.
    const once = everything();
    expect(everything()).toEqual(once);
    expect([stream.tokens, trainer.steps]).toEqual([0, 0]);
  });
});

test('what is disposed of twice is fine, what is used afterwards is not', async () => {
  const core = await freshCore('scalar');
  const stream = core.stream({ keyDim: 1, valueDim: 1, featureMap: { kind: 'elu+1' } });
  const trainer = core.trainer({ q: k, k, seed: 1 });
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
