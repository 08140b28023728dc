import { defineExercise, defineTable } from '../../lesson-kit/exercise.js';
import type { Recipe } from '../../lesson-kit/recipe.js';

import text from './positive-or-trigonometric.md';
import { add, divide, input, less, subtract, times, value } from './recipes.js';

const [length, rho, m] = [input('length'), input('rho'), input('features')];
/** Two vectors of that length whose angle has the cosine rho. */
const x: Recipe = [length, 0];
const y: Recipe = [
  times(length, rho),
  times(length, { op: 'power', of: [{ op: 'subtract', of: [1, times(rho, rho)] }, 0.5] }),
];
/** |x + sign y|² of two vectors of that length. */
const squaredLength = (sign: 1 | -1): Recipe => times(2, length, length, add(1, times(sign, rho)));
type Part = 'kernel' | 'positive' | 'trigonometric' | 'hyperbolic';
const error = (part: Part, features: Recipe = m): Recipe => ({
  call: 'randomFeatureError',
  args: { x, y, features },
  pick: [part],
});

const estimate: Recipe = {
  call: 'multiply',
  args: { a: featureRow(x), b: featureRow(y), transposeB: true },
  pick: ['product', 0, 0],
};

export default defineExercise({
  id: 'positive-or-trigonometric',
  title: 'Positive or trigonometric features',
  summary: 'Say which random features are nearer to the exponential for two vectors at a given angle.',
  station: 7,
  minutes: 8,
  statements: [4, 6, 21],
  inputs: defineTable([
    { name: 'rho', kind: 'number', label: 'ρ', default: -0.9, min: -0.99, max: 0.99, step: 0.01 },
    {
      name: 'length',
      kind: 'number',
      label: 'length of x and y',
      default: 0.5,
      min: 0.1,
      max: 1,
      step: 0.05,
    },
    { name: 'features', kind: 'integer', label: 'm', default: 16, min: 1, max: 1024 },
  ]),
  text,
  values: {
    m,
    kernel: error('kernel'),
    positive: error('positive'),
    trigonometric: error('trigonometric'),
    hyperbolic: error('hyperbolic'),
    four: error('positive', times(4, m)),
    rho,
    s: squaredLength(1),
    t: squaredLength(-1),
  },
  questions: [
    {
      id: 'which',
      kind: 'choice',
      options: ['positive', 'trigonometric', 'equal'],
      answer: {
        op: 'choose',
        of: [less(error('positive'), error('trigonometric')), 'positive', 'trigonometric'],
      },
      mistakes: [
        { id: 'equal', gives: 'equal' },
        { id: 'trigonometric', gives: 'trigonometric' },
        { id: 'positive', gives: 'positive', example: { rho: 0.9 } },
      ],
    },
    {
      id: 'error',
      kind: 'number',
      answer: value('positive'),
      mistakes: [
        { id: 'one-feature', gives: times(m, value('positive')) },
        { id: 'trigonometric', gives: value('trigonometric') },
        { id: 'root', gives: { op: 'power', of: [value('positive'), 0.5] } },
        { id: 'hyperbolic', gives: value('hyperbolic') },
      ],
    },
    {
      id: 'four',
      kind: 'number',
      answer: divide(value('four'), value('positive')),
      mistakes: [
        { id: 'root', gives: { op: 'power', of: [divide(value('four'), value('positive')), 0.5] } },
        { id: 'inverse', gives: divide(value('positive'), value('four')) },
        {
          id: 'square',
          gives: times(divide(value('four'), value('positive')), divide(value('four'), value('positive'))),
        },
        { id: 'same', gives: 1 },
      ],
    },
  ],
  results: [
    { id: 'kernel', value: value('kernel'), object: 'softmax' },
    { id: 'positive', value: value('positive'), object: 'linear' },
    { id: 'trigonometric', value: value('trigonometric'), object: 'linear' },
    { id: 'hyperbolic', value: value('hyperbolic'), object: 'linear' },
  ],
  demonstrations: [
    {
      id: 'measured',
      values: {
        estimate,
        square: times(subtract(estimate, value('kernel')), subtract(estimate, value('kernel'))),
      },
    },
  ],
});

/** FAVOR+ of one vector. Its inputs are divided by d^(1/4) inside, so they are multiplied by that first. */
function featureRow(vector: Recipe): Recipe {
  return {
    call: 'featureMap',
    args: {
      x: { op: 'scaled', of: [vector, 2 ** 0.25] },
      map: { kind: 'favor', features: m, seed: 5, orthogonal: false },
    },
  };
}
