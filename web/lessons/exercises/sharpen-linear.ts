import { defineExercise, defineTable } from '../../lesson-kit/exercise.js';
import type { Recipe } from '../../lesson-kit/recipe.js';

import { divide, input, less, linear, scaled, softmax, times, value } from './recipes.js';
import text from './sharpen-linear.md';

const given = { q: input('query'), k: input('keys'), v: input('keys') };
const weights = (map: string, scale: Recipe): Recipe =>
  linear(map, given, ['weights'], {}, { scale, want: ['weights'] });
const softmaxWeights = (scale: Recipe): Recipe => softmax(given, ['weights'], { scale, want: ['weights'] });
const largest = (rows: Recipe): Recipe => ({
  call: 'rowStatistics',
  args: { weights: rows },
  pick: ['max', 0],
});
/** 1, or no number where every similarity is 0, and nothing is left to divide by. */
const normaliser = linear('relu', given, ['normaliser', 0], {}, { want: ['normaliser'] });
const divided = divide(normaliser, normaliser);
const scale = input('scale');
const count: Recipe = { op: 'rows', of: [input('keys')] };

export default defineExercise({
  id: 'sharpen-linear',
  title: 'Try to sharpen it',
  summary: 'Multiply the query by 100 and predict the largest weight, with ReLU and with softmax.',
  station: 7,
  minutes: 6,
  statements: [3, 22, 23],
  inputs: defineTable([
    {
      name: 'query',
      kind: 'matrix',
      label: 'q',
      default: [[1, 2]],
      rows: [1, 1],
      cols: [2, 2],
      min: 0,
      max: 9,
    },
    {
      name: 'keys',
      kind: 'matrix',
      label: 'K',
      default: [
        [1, 1],
        [0, 1],
        [1, 0],
        [1, 2],
      ],
      rows: [4, 4],
      cols: [2, 2],
      min: 0,
      max: 9,
    },
    { name: 'scale', kind: 'number', label: 'factor', default: 100, min: 1, max: 1000, logarithmic: true },
  ]),
  text,
  values: {
    factor: scale,
    before: times(divided, largest(weights('relu', 1))),
    after: times(divided, largest(weights('relu', scale))),
    softmax: largest(softmaxWeights(scale)),
    'elu-before': largest(weights('elu+1', 1)),
    elu: largest(weights('elu+1', scale)),
  },
  given: [{ id: 'before', value: weights('relu', 1), show: 'weights', object: 'linear' }],
  questions: [
    {
      id: 'relu',
      kind: 'number',
      answer: value('after'),
      mistakes: [
        { id: 'softmax', gives: value('softmax') },
        { id: 'times', gives: times(scale, value('before')) },
        { id: 'uniform', gives: divide(1, count) },
        { id: 'divided', gives: divide(value('before'), scale) },
      ],
    },
    {
      id: 'reach',
      kind: 'choice',
      options: ['yes', 'both', 'no'],
      // elu+1 adds a constant to each feature, which fades as the factor grows; what is left is ReLU.
      answer: { op: 'choose', of: [less(0.9, largest(weights('relu', 1000))), 'yes', 'no'] },
      mistakes: [
        { id: 'yes', gives: 'yes' },
        { id: 'both', gives: 'both' },
        {
          id: 'no',
          gives: 'no',
          example: {
            keys: [
              [9, 9],
              [0, 0],
              [0, 0],
              [0, 0],
            ],
          },
        },
      ],
    },
    {
      id: 'reason',
      stage: 'explain',
      kind: 'choice',
      options: ['cancels', 'clips', 'rounding', 'rank'],
      answer: 'cancels',
      mistakes: [
        { id: 'clips', gives: 'clips' },
        { id: 'rounding', gives: 'rounding' },
        { id: 'rank', gives: 'rank' },
      ],
    },
  ],
  results: [
    { id: 'relu', value: weights('relu', scale), show: 'weights', object: 'linear' },
    { id: 'elu', value: weights('elu+1', scale), show: 'weights', object: 'linear' },
    { id: 'softmax', value: softmaxWeights(scale), show: 'weights', object: 'softmax' },
  ],
  demonstrations: [
    {
      id: 'exp',
      values: {
        one: largest(
          linear('exp', { ...given, k: scaled(input('keys'), 1) }, ['weights'], {}, { want: ['weights'] }),
        ),
        eight: largest(
          linear(
            'exp',
            { ...given, k: scaled(input('keys'), 8) },
            ['weights'],
            {},
            { scale: 8, want: ['weights'] },
          ),
        ),
      },
    },
  ],
});
