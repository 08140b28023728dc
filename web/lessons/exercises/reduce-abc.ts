import { defineExercise, defineTable } from '../../lesson-kit/exercise.js';
import type { Recipe } from '../../lesson-kit/recipe.js';

import { add, divide, input, times, value } from './recipes.js';
import text from './reduce-abc.md';

const [n, r, d] = [input('n'), input('r'), input('d')];
const random = (rows: Recipe, cols: Recipe, seed: number): Recipe => ({
  call: 'random',
  args: { rows, cols, seed },
});
const product = (a: Recipe, b: Recipe, pick: 'product' | 'multiplyAdds'): Recipe => ({
  call: 'multiply',
  args: { a, b },
  pick: [pick],
});
const [a, b, c] = [random(n, r, 1), random(r, n, 2), random(n, d, 3)];
const pairs = product(a, b, 'multiplyAdds');
const pairsTimesC = product(product(a, b, 'product'), c, 'multiplyAdds');
const summary = product(b, c, 'multiplyAdds');
const readOut = product(a, product(b, c, 'product'), 'multiplyAdds');

export default defineExercise({
  id: 'reduce-abc',
  title: 'Two orders, two prices',
  summary: 'Count the multiplications of (AB)C and A(BC).',
  station: 1,
  minutes: 6,
  statements: [1, 8, 9],
  inputs: defineTable([
    { name: 'n', kind: 'integer', label: 'n', default: 100, min: 1, max: 256 },
    { name: 'r', kind: 'integer', label: 'r', default: 4, min: 1, max: 64 },
    { name: 'd', kind: 'integer', label: 'd', default: 8, min: 1, max: 64 },
  ]),
  text,
  values: {
    left: add(pairs, pairsTimesC),
    right: add(summary, readOut),
    pairs,
    'pairs-times-c': pairsTimesC,
    summary,
    'read-out': readOut,
    ratio: divide(value('left'), value('right')),
  },
  questions: [
    {
      id: 'left',
      kind: 'integer',
      answer: value('left'),
      mistakes: [
        { id: 'first-only', gives: value('pairs') },
        { id: 'second-only', gives: value('pairs-times-c') },
        { id: 'additions', gives: times(2, value('left')) },
        { id: 'all-at-once', gives: times(n, n, r, d) },
        { id: 'other-order', gives: value('right') },
      ],
    },
    {
      id: 'right',
      kind: 'integer',
      answer: value('right'),
      mistakes: [
        { id: 'once', gives: value('summary') },
        { id: 'square', gives: add(value('summary'), value('pairs-times-c')) },
        { id: 'additions', gives: times(2, value('right')) },
        { id: 'all-at-once', gives: times(n, n, r, d) },
        { id: 'other-order', gives: value('left') },
      ],
    },
    {
      id: 'ratio',
      kind: 'number',
      answer: value('ratio'),
      mistakes: [
        { id: 'inverse', gives: divide(value('right'), value('left')) },
        { id: 'n-over-r', gives: divide(n, r) },
        { id: 'difference', gives: { op: 'subtract', of: [value('left'), value('right')] } },
      ],
    },
  ],
  results: [
    { id: 'left', value: value('left'), show: 'integer' },
    { id: 'right', value: value('right'), show: 'integer' },
    {
      id: 'difference',
      value: {
        call: 'compare',
        args: {
          a: product(product(a, b, 'product'), c, 'product'),
          b: product(a, product(b, c, 'product'), 'product'),
        },
        pick: ['relative'],
      },
    },
  ],
});
