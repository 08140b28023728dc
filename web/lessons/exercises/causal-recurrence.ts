import { defineExercise, defineTable } from '../../lesson-kit/exercise.js';
import type { Recipe } from '../../lesson-kit/recipe.js';

import text from './causal-recurrence.md';
import { add, divide, input, linear, subtract, value } from './recipes.js';

const query = [[0], [0], [0]];
const given = { q: query, k: input('keys'), v: input('values') };
const causal = { causal: true };
const [firstValue, secondValue]: readonly [Recipe, Recipe] = [
  { op: 'entry', of: [input('values'), 0, 0] },
  { op: 'entry', of: [input('values'), 1, 0] },
];
const output = (form: string): Recipe => linear('elu+1', given, ['output'], { form }, causal);
/** S and z after the first `tokens` tokens; a key of weight 0 in the mask is as if it had not come yet. */
const state = (tokens: number, part: 'S' | 'z'): Recipe =>
  linear(
    'elu+1',
    given,
    part === 'S' ? ['state', 'S', 0, 0] : ['state', 'z', 0],
    {},
    {
      want: ['state'],
      keyMask: [1, 2, 3].map((t) => Number(t <= tokens)),
    },
  );

const column = (name: string, defaults: readonly (readonly [number])[], label: string) =>
  ({
    name,
    kind: 'matrix',
    label,
    default: defaults,
    rows: [3, 3],
    cols: [1, 1],
    min: 0,
    max: 9,
    integer: true,
  }) as const;

export default defineExercise({
  id: 'causal-recurrence',
  title: 'The causal mask is a running sum',
  summary: 'Compute the second output of three, when a token sees only itself and what came before.',
  station: 6,
  minutes: 7,
  statements: [7, 14, 15],
  inputs: defineTable([column('keys', [[0], [1], [2]], 'k'), column('values', [[6], [4], [9]], 'v')]),
  text,
  values: {
    S: state(2, 'S'),
    z: state(2, 'z'),
    output: linear('elu+1', given, ['output', 1, 0], {}, causal),
    'S-1': state(1, 'S'),
    'z-1': state(1, 'z'),
  },
  questions: [
    {
      id: 'S',
      kind: 'integer',
      answer: value('S'),
      mistakes: [
        { id: 'total', gives: state(3, 'S') },
        { id: 'last-only', gives: subtract(value('S'), value('S-1')) },
        {
          id: 'no-map',
          gives: linear('identity', given, ['state', 'S', 0, 0], {}, { want: ['state'], keyMask: [1, 1, 0] }),
        },
        { id: 'previous', gives: value('S-1') },
        { id: 'values-only', gives: add(firstValue, secondValue) },
      ],
    },
    {
      id: 'z',
      kind: 'integer',
      answer: value('z'),
      mistakes: [
        { id: 'total', gives: state(3, 'z') },
        { id: 'last-only', gives: subtract(value('z'), value('z-1')) },
        {
          id: 'no-map',
          gives: linear('identity', given, ['state', 'z', 0], {}, { want: ['state'], keyMask: [1, 1, 0] }),
        },
        { id: 'count', gives: 2, example: { keys: [[3], [4], [5]] } },
      ],
    },
    {
      id: 'output',
      kind: 'number',
      answer: value('output'),
      mistakes: [
        { id: 'bidirectional', gives: linear('elu+1', given, ['output', 1, 0]) },
        { id: 'exclusive', gives: divide(value('S-1'), value('z-1')) },
        { id: 'no-normaliser', gives: value('S') },
        { id: 'mean', gives: divide(value('S'), 2) },
        { id: 'plain-mean', gives: divide(add(firstValue, secondValue), 2) },
      ],
    },
  ],
  results: [
    { id: 'quadratic', value: output('quadratic'), show: 'matrix', object: 'linear' },
    { id: 'recurrent', value: output('recurrent'), show: 'matrix', object: 'linear' },
    {
      id: 'weights',
      value: linear('elu+1', given, ['weights'], {}, { ...causal, want: ['weights'] }),
      show: 'weights',
      object: 'linear',
    },
  ],
  demonstrations: [
    {
      id: 'difference',
      values: {
        difference: {
          call: 'compare',
          args: { a: output('recurrent'), b: output('quadratic') },
          pick: ['maxAbs'],
        },
      },
    },
  ],
});
