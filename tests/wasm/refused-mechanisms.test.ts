// Feature maps, updates and patterns wrong in every way.
import { type Bench, floats, k, linear, q, refuses, spoilt, v } from './refusals.js';

const update = (given: object) => (bench: Bench) => bench.attend(q, k, v, linear({ update: given }));
const maps = (featureMap: unknown) => (bench: Bench) =>
  bench.attend(q, k, v, { mechanism: { kind: 'linear', featureMap } });
const sparse =
  (pattern: unknown) =>
  ({ core }: Bench) =>
    core.pattern(6, pattern as never);

refuses('feature maps and updates', [
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
  [
    'orthogonal directions that would take hours to make',
    ({ core }) =>
      core.featureMap(
        { rows: 1, cols: 8192, data: new Float32Array(8192) },
        { kind: 'favor', features: 8192, seed: 1 },
      ),
    'too-large',
    /^map\.features comes to 549,755,813,888; expected at most 10000000000 for features x d x/,
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
]);

refuses('patterns', [
  [
    'no pattern',
    (bench) => bench.attend(k, k, v, { mechanism: { kind: 'sparse' } }),
    'bad-argument',
    /^mechanism\.pattern is undefined/,
  ],
  [
    'a pattern of no size',
    ({ core }) => core.pattern(0, { kind: 'window', left: 1, right: 1 }),
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
    (bench) =>
      bench.attend(q, k, v, { mechanism: { kind: 'sparse', pattern: { kind: 'longformer', window: 2 } } }),
    'bad-shape',
    /1 queries and 2 keys; expected as many keys as queries/,
  ],
]);
