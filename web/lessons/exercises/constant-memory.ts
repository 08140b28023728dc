import { defineExercise, defineTable } from '../../lesson-kit/exercise.js';
import type { Args, Recipe } from '../../lesson-kit/recipe.js';

import text from './constant-memory.md';
import { add, divide, input, subtract, times, value } from './recipes.js';

const d = input('dim');
const SHORT = 10;
const LONG = 10_000;
const VERY_LONG = 3_000_000;
/** float32 */
const BYTES = 4;

/** Numbers held after `tokens` tokens. */
const stateNumbers = (tokens: number, normalise = true): Recipe =>
  held({ kind: 'linear', featureMap: { kind: 'elu+1' }, normalise }, tokens, 'stateNumbers');
const cacheNumbers = (tokens: number): Recipe => held({ kind: 'softmax' }, tokens, 'cacheNumbers');

function held(mechanism: Args, tokens: number, pick: string): Recipe {
  return {
    call: 'cost',
    args: { mechanism, queries: 1, keys: tokens, keyDim: d, valueDim: d },
    pick: [pick],
  };
}

const inBytes = (count: Recipe): Recipe => times(BYTES, count);
const state = (tokens: number): Recipe => inBytes(stateNumbers(tokens));
const cache = (tokens: number): Recipe => inBytes(cacheNumbers(tokens));
const crossover = (cacheNumbersOfOne: Recipe): Recipe =>
  add(1, { op: 'floor', of: [divide(stateNumbers(1), cacheNumbersOfOne)] });

const streamed = (tokens: number, pick: string): Recipe => ({
  call: 'streamRun',
  args: {
    options: { keyDim: d, valueDim: d, featureMap: { kind: 'elu+1' } },
    tokens,
    seed: 1,
  },
  pick: [pick],
});
const cached = (tokens: number, pick: string): Recipe => ({
  call: 'growCache',
  args: { tokens, keyDim: d, valueDim: d, seed: 1 },
  pick: [pick],
});
const grown = (tokens: number): Recipe =>
  subtract(streamed(tokens, 'usedBytesAfter'), streamed(tokens, 'usedBytesBefore'));

const stateMistakes = (tokens: number) => [
  { id: 'no-normaliser', gives: inBytes(stateNumbers(tokens, false)) },
  { id: 'numbers', gives: stateNumbers(tokens) },
  { id: 'grows', gives: times(tokens, state(tokens)) },
  { id: 'cache', gives: cache(tokens) },
  { id: 'half', gives: divide(state(tokens), 2) },
  { id: 'double', gives: times(2, state(tokens)) },
];
const cacheMistakes = (tokens: number) => [
  { id: 'numbers', gives: cacheNumbers(tokens) },
  { id: 'half', gives: divide(cache(tokens), 2) },
  { id: 'double', gives: times(2, cache(tokens)) },
  { id: 'scores', gives: inBytes(tokens * tokens) },
  { id: 'state', gives: state(tokens) },
];

export default defineExercise({
  id: 'constant-memory',
  title: 'The same memory at token 10 and token 10,000',
  summary: 'Predict the bytes of a running state and of a key–value cache, run both, and say why one stays.',
  station: 9,
  minutes: 15,
  statements: [13, 14, 15, 16, 17, 18, 25],
  inputs: defineTable([
    {
      name: 'dim',
      kind: 'integer',
      label: 'd',
      default: 64,
      min: 8,
      max: 128,
      about: 'Size of a key, of a value and, with elu+1, of the features.',
    },
  ]),
  text,
  values: {
    'state-numbers': stateNumbers(LONG),
    'cache-numbers-short': cacheNumbers(SHORT),
    'cache-numbers-long': cacheNumbers(LONG),
    'state-bytes': state(LONG),
    'cache-short': cache(SHORT),
    'cache-long': cache(LONG),
    crossover: crossover(cacheNumbers(1)),
    dim: d,
    twice: times(2, d),
  },
  questions: [
    {
      id: 'state-short',
      kind: 'integer',
      unit: 'bytes',
      answer: state(SHORT),
      mistakes: stateMistakes(SHORT),
    },
    { id: 'state-long', kind: 'integer', unit: 'bytes', answer: state(LONG), mistakes: stateMistakes(LONG) },
    {
      id: 'cache-short',
      kind: 'integer',
      unit: 'bytes',
      answer: cache(SHORT),
      mistakes: cacheMistakes(SHORT),
    },
    { id: 'cache-long', kind: 'integer', unit: 'bytes', answer: cache(LONG), mistakes: cacheMistakes(LONG) },
    {
      id: 'crossover',
      kind: 'integer',
      answer: value('crossover'),
      mistakes: [
        { id: 'last', gives: subtract(value('crossover'), 1) },
        { id: 'meet', gives: divide(stateNumbers(1), cacheNumbers(1)) },
        { id: 'keys-only', gives: crossover(divide(cacheNumbers(1), 2)) },
        { id: 'dim', gives: d },
      ],
    },
    {
      id: 'why',
      stage: 'explain',
      kind: 'choices',
      options: ['bytes', 'time', 'sum', 'rank', 'next', 'early'],
      answer: ['bytes', 'sum', 'next'],
      mistakes: [
        { id: 'time', includes: 'time' },
        { id: 'rank', includes: 'rank' },
        { id: 'early', includes: 'early' },
        { id: 'no-bytes', lacks: 'bytes' },
        { id: 'no-sum', lacks: 'sum' },
        { id: 'no-next', lacks: 'next' },
      ],
    },
  ],
  results: [
    { id: 'state-short', value: streamed(SHORT, 'stateBytes'), show: 'bytes', object: 'state' },
    { id: 'state-long', value: streamed(LONG, 'stateBytes'), show: 'bytes', object: 'state' },
    { id: 'cache-short', value: cached(SHORT, 'cacheBytes'), show: 'bytes', object: 'k' },
    { id: 'cache-long', value: cached(LONG, 'cacheBytes'), show: 'bytes', object: 'k' },
  ],
  demonstrations: [
    {
      id: 'heap',
      values: {
        grown: grown(LONG),
        cache: subtract(cached(LONG, 'usedBytesAfter'), cached(LONG, 'usedBytesBefore')),
      },
    },
    {
      id: 'millions',
      long: true,
      values: {
        tokens: VERY_LONG,
        bytes: streamed(VERY_LONG, 'stateBytes'),
        grown: grown(VERY_LONG),
        cache: cache(VERY_LONG),
      },
    },
    {
      id: 'half',
      values: { state: divide(state(LONG), 2), short: divide(cache(SHORT), 2), long: divide(cache(LONG), 2) },
    },
  ],
});
