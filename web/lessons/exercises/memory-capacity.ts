import { defineExercise, defineTable } from '../../lesson-kit/exercise.js';
import type { Recipe } from '../../lesson-kit/recipe.js';

import text from './memory-capacity.md';
import { add, divide, input, linear, value } from './recipes.js';

// Keys at right angles: the four unit vectors, and then the first of them again.
const UNIT = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
];
const [FIRST] = UNIT as [number[], number[], number[], number[]];
const KEYS = [...UNIT, FIRST];
const DIM = 4;

const firstKeys = (count: number): Recipe => KEYS.slice(0, count);
/** Random values in the place of the reader's, so that no accident lowers the rank. */
const randomValues = (count: number): Recipe => ({ call: 'random', args: { rows: count, cols: 6, seed: 3 } });
const stateOf = (keys: Recipe, values: Recipe): Recipe =>
  linear(
    'identity',
    { q: [FIRST], k: keys, v: values },
    ['state', 'S'],
    { normalise: false },
    { want: ['state'] },
  );
/** The rank of S: that of S Iᵀ, which is a similarity matrix of the identity map. */
const rankOf = (state: Recipe): Recipe => ({
  call: 'kernelSpectrum',
  args: {
    q: state,
    k: Array.from({ length: 6 }, (_, i) => Array.from({ length: 6 }, (_, j) => Number(i === j))),
    kernel: { kind: 'feature-map', featureMap: { kind: 'identity' } },
  },
  pick: ['rank'],
});
const rankAfter = (count: number): Recipe => rankOf(stateOf(firstKeys(count), randomValues(count)));
const read = (query: readonly number[], mechanism = {}): Recipe =>
  linear('identity', { q: [query], k: KEYS, v: input('values') }, ['output', 0, 0], {
    normalise: false,
    ...mechanism,
  });
const written = (index: number): Recipe => ({ op: 'entry', of: [input('values'), index, 0] });

export default defineExercise({
  id: 'memory-capacity',
  title: 'How many pairs fit',
  summary: 'Fill a state with pairs of keys and values until reading one back goes wrong.',
  station: 7,
  minutes: 7,
  statements: [15, 16, 23],
  inputs: defineTable([
    {
      name: 'values',
      kind: 'matrix',
      label: 'v',
      default: [[7], [2], [4], [1], [3]],
      rows: [5, 5],
      cols: [1, 1],
      min: 1,
      max: 99,
      integer: true,
    },
  ]),
  text,
  values: {
    'rank-3': rankAfter(3),
    'rank-5': rankAfter(5),
    five: read(FIRST),
    first: written(0),
    fifth: written(4),
  },
  questions: [
    {
      id: 'rank-3',
      kind: 'integer',
      answer: value('rank-3'),
      mistakes: [
        { id: 'features', gives: DIM },
        { id: 'one', gives: 1 },
        { id: 'columns', gives: 6 },
        { id: 'entries', gives: { op: 'times', of: [DIM, 6] } },
      ],
    },
    {
      id: 'rank-5',
      kind: 'integer',
      answer: value('rank-5'),
      mistakes: [
        { id: 'tokens', gives: KEYS.length },
        { id: 'columns', gives: 6 },
        { id: 'entries', gives: { op: 'times', of: [DIM, 6] } },
      ],
    },
    {
      id: 'five',
      kind: 'integer',
      answer: value('five'),
      mistakes: [
        { id: 'first', gives: value('first') },
        { id: 'fifth', gives: value('fifth') },
        { id: 'mean', gives: divide(add(value('first'), value('fifth')), 2) },
        { id: 'all', gives: { op: 'sum', of: [input('values')] } },
      ],
    },
  ],
  results: [
    { id: 'state', value: stateOf(firstKeys(5), input('values')), show: 'matrix', object: 'state' },
    { id: 'rank-3', value: value('rank-3'), show: 'integer' },
    { id: 'rank-5', value: value('rank-5'), show: 'integer' },
  ],
  demonstrations: [
    {
      id: 'delta',
      values: {
        delta: read(FIRST, { update: { kind: 'delta', beta: 1 } }),
        second: read(UNIT[1]!, { update: { kind: 'delta', beta: 1 } }),
      },
    },
  ],
});
