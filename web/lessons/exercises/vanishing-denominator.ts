import { defineExercise, defineTable } from '../../lesson-kit/exercise.js';

import { both, equal, input, less, linear, softmax, value } from './recipes.js';
import text from './vanishing-denominator.md';

const given = {
  q: input('query'),
  k: [
    [2, -1],
    [-1, 0],
  ],
  v: [[1], [3]],
};
const status = linear('identity', given, ['status', 0]);

export default defineExercise({
  id: 'vanishing-denominator',
  title: 'Make a denominator vanish',
  summary: 'Find a query for which the identity map has nothing to divide by.',
  station: 4,
  minutes: 5,
  statements: [6, 24],
  inputs: defineTable([
    {
      name: 'query',
      kind: 'matrix',
      label: 'q',
      default: [[1, 0]],
      rows: [1, 1],
      cols: [2, 2],
      min: -9,
      max: 9,
      integer: true,
    },
  ]),
  text,
  values: {
    numerator: linear('identity', given, ['output', 0, 0], { normalise: false }),
    denominator: linear('identity', given, ['normaliser', 0], {}, { want: ['normaliser'] }),
    // The squared length of q.
    length: {
      call: 'multiply',
      args: { a: input('query'), b: input('query'), transposeB: true },
      pick: ['product', 0, 0],
    },
    status,
  },
  given: [
    { id: 'keys', value: given.k, show: 'matrix', object: 'k' },
    { id: 'values', value: given.v, show: 'matrix', object: 'v' },
  ],
  questions: [
    {
      id: 'query',
      kind: 'build',
      goal: both(equal(status, 2), less(0, value('length'))),
      example: { query: [[1, 1]] },
      mistakes: [
        { id: 'zero-query', when: equal(value('length'), 0), example: { query: [[0, 0]] } },
        { id: 'numerator', when: equal(value('numerator'), 0), example: { query: [[1, -1]] } },
        { id: 'negative', when: equal(status, 3), example: { query: [[0, 2]] } },
        { id: 'positive', when: less(0, value('denominator')), example: { query: [[3, 1]] } },
      ],
    },
    {
      id: 'elu',
      kind: 'choice',
      options: ['same', 'large', 'negative', 'never'],
      answer: 'never',
      mistakes: [
        { id: 'same', gives: 'same' },
        { id: 'large', gives: 'large' },
        { id: 'negative', gives: 'negative' },
      ],
    },
  ],
  results: [
    { id: 'numerator', value: value('numerator') },
    { id: 'denominator', value: value('denominator'), object: 'normaliser' },
    {
      id: 'elu',
      value: linear('elu+1', given, ['normaliser', 0], {}, { want: ['normaliser'] }),
      object: 'normaliser',
    },
    { id: 'softmax', value: softmax(given, ['output', 0, 0]), object: 'softmax' },
  ],
  demonstrations: [
    {
      id: 'near',
      values: {
        ten: linear('identity', { ...given, q: [[1, 0.9]] }, ['output', 0, 0]),
        hundred: linear('identity', { ...given, q: [[1, 0.99]] }, ['output', 0, 0]),
        other: linear('identity', { ...given, q: [[1, 1.01]] }, ['output', 0, 0]),
      },
    },
  ],
});
