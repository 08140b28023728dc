import { defineExercise, defineTable } from '../../lesson-kit/exercise.js';
import type { Recipe } from '../../lesson-kit/recipe.js';

import text from './longformer-edges.md';
import { add, divide, input, subtract, times, value } from './recipes.js';

const [n, half] = [input('n'), input('half')];
const window = times(2, half);
const mask = (width: Recipe, globalTokens: readonly number[] = []): Recipe => ({
  call: 'pattern',
  args: { n, pattern: { kind: 'longformer', window: width, globalTokens } },
});
const pairs = (width: Recipe, globalTokens: readonly number[] = []): Recipe => ({
  op: 'sum',
  of: [mask(width, globalTokens)],
});
const unclipped = times(n, add(window, 1));
const added = subtract(value('global'), value('pairs'));

export default defineExercise({
  id: 'longformer-edges',
  title: 'Count pairs at the edges',
  summary: 'Count what a sliding window really computes, where it runs over the ends of the text.',
  station: 8,
  minutes: 6,
  statements: [8, 21],
  inputs: defineTable([
    { name: 'n', kind: 'integer', label: 'n', unit: 'tokens', default: 16, min: 8, max: 64 },
    {
      name: 'half',
      kind: 'integer',
      label: 'w/2',
      default: 2,
      min: 1,
      max: 3,
      about: 'Keys on each side of a token.',
    },
  ]),
  text,
  values: {
    pairs: pairs(window),
    global: pairs(window, [0]),
    first: { op: 'sum', of: [{ op: 'row', of: [{ op: 'reshape', of: [mask(window), n] }, 0] }] },
    window,
    unclipped,
    cut: subtract(unclipped, value('pairs')),
    added,
    n,
  },
  questions: [
    {
      id: 'first',
      kind: 'integer',
      answer: value('first'),
      mistakes: [
        { id: 'unclipped', gives: add(window, 1) },
        { id: 'no-self', gives: half },
        { id: 'full', gives: n },
      ],
    },
    {
      id: 'pairs',
      kind: 'integer',
      answer: value('pairs'),
      mistakes: [
        { id: 'unclipped', gives: unclipped },
        { id: 'one-edge', gives: divide(add(unclipped, value('pairs')), 2) },
        { id: 'no-self', gives: subtract(value('pairs'), n) },
        { id: 'wide', gives: pairs(times(2, window)) },
        {
          id: 'end-tokens',
          gives: subtract(unclipped, window),
        },
        { id: 'one-side', gives: times(n, add(half, 1)) },
        { id: 'full', gives: times(n, n) },
      ],
    },
    {
      id: 'global',
      kind: 'integer',
      answer: value('global'),
      mistakes: [
        { id: 'one-way', gives: add(value('pairs'), divide(added, 2)) },
        { id: 'twice-counted', gives: add(value('pairs'), times(2, n)) },
        { id: 'corner', gives: add(value('pairs'), subtract(times(2, n), 1)) },
        { id: 'whole-row', gives: add(value('pairs'), n) },
        { id: 'none', gives: value('pairs') },
      ],
    },
  ],
  results: [
    { id: 'pairs', value: value('pairs'), show: 'integer' },
    { id: 'global', value: value('global'), show: 'integer' },
    {
      id: 'pattern',
      value: { op: 'reshape', of: [mask(window, [0]), n] },
      show: 'weights',
    },
  ],
});
