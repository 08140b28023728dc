import { defineExercise, defineTable } from '../../lesson-kit/exercise.js';
import type { Recipe } from '../../lesson-kit/recipe.js';

import text from './delta-overwrite.md';
import { add, divide, input, linear, scaled, subtract, times, value } from './recipes.js';

const KEY = [1, 0];
const given = { q: [KEY, KEY], k: [KEY, KEY], v: input('values') };
const beta = input('beta');
const [first, second]: readonly [Recipe, Recipe] = [
  { op: 'entry', of: [input('values'), 0, 0] },
  { op: 'entry', of: [input('values'), 1, 0] },
];
/** What the key reads after write 1 or 2. */
const read = (update: { readonly [key: string]: Recipe }, write: 1 | 2, k: Recipe = given.k): Recipe =>
  linear(
    'identity',
    { ...given, k },
    ['output', write - 1, 0],
    { normalise: false, update },
    { causal: true },
  );
const delta = { kind: 'delta', beta };

export default defineExercise({
  id: 'delta-overwrite',
  title: 'Overwrite a key',
  summary: 'Write twice under the same key with the delta rule, and compare it with the plain sum.',
  station: 6,
  minutes: 6,
  statements: [14, 15],
  inputs: defineTable([
    {
      name: 'values',
      kind: 'matrix',
      label: 'v',
      default: [[8], [16]],
      rows: [2, 2],
      cols: [1, 1],
      min: -99,
      max: 99,
      integer: true,
    },
    { name: 'beta', kind: 'number', label: 'β', default: 0.25, min: 0, max: 1, step: 0.05 },
  ]),
  text,
  values: {
    first,
    second,
    beta,
    once: read(delta, 1),
    delta: read(delta, 2),
    sum: read({ kind: 'sum' }, 2),
    full: read({ kind: 'delta', beta: 1 }, 2),
  },
  questions: [
    {
      id: 'sum',
      kind: 'integer',
      answer: value('sum'),
      mistakes: [
        { id: 'last', gives: second },
        { id: 'first', gives: first },
        { id: 'mean', gives: divide(value('sum'), 2) },
      ],
    },
    {
      id: 'delta',
      kind: 'number',
      answer: value('delta'),
      mistakes: [
        { id: 'sum', gives: value('sum') },
        { id: 'overwritten', gives: second },
        { id: 'first-whole', gives: add(first, times(beta, subtract(second, first))) },
        { id: 'no-reading', gives: times(beta, value('sum')) },
        { id: 'second-only', gives: times(beta, second) },
        { id: 'once', gives: value('once') },
      ],
    },
    {
      id: 'full',
      kind: 'integer',
      answer: value('full'),
      mistakes: [
        { id: 'sum', gives: value('sum') },
        { id: 'same', gives: value('delta'), example: { beta: 0.5 } },
        { id: 'first', gives: first },
        { id: 'mean', gives: divide(value('sum'), 2) },
      ],
    },
  ],
  results: [
    { id: 'sum', value: value('sum'), object: 'state' },
    { id: 'once', value: value('once'), object: 'state' },
    { id: 'delta', value: value('delta'), object: 'state' },
    { id: 'full', value: value('full'), object: 'state' },
  ],
  demonstrations: [
    {
      id: 'long-key',
      values: {
        two: read({ kind: 'delta', beta: 1 }, 2, scaled([KEY, KEY], 2)),
        one: read({ kind: 'delta', beta: 1 }, 2),
      },
    },
  ],
});
