import { defineExercise, defineTable } from '../../lesson-kit/exercise.js';

import text from './missing-normaliser.md';
import { add, divide, input, linear, scaled, value } from './recipes.js';

// Not the reader's: a column of equal values is what shows who divides.
const VALUES = [
  [5, 1],
  [5, 4],
  [5, 7],
];
const given = { q: input('query'), k: input('keys'), v: VALUES };
const normaliser = linear('elu+1', given, ['normaliser', 0], {}, { want: ['normaliser'] });
const unnormalised = linear('elu+1', given, ['output'], { normalise: false });
const count = { op: 'rows', of: [input('keys')] } as const;

export default defineExercise({
  id: 'missing-normaliser',
  title: 'Spot the missing normaliser',
  summary: 'Four programs claim to compute linear attention. Find the one that forgot to divide.',
  station: 4,
  minutes: 6,
  statements: [7, 14],
  inputs: defineTable([
    {
      name: 'keys',
      kind: 'matrix',
      label: 'K',
      default: [
        [1, 0],
        [0, 2],
        [1, 1],
      ],
      rows: [3, 3],
      cols: [2, 2],
      min: 0,
      max: 9,
      integer: true,
    },
    {
      name: 'query',
      kind: 'matrix',
      label: 'q',
      default: [[1, 0]],
      rows: [1, 1],
      cols: [2, 2],
      min: 0,
      max: 9,
      integer: true,
    },
  ]),
  text,
  values: {
    right: linear('elu+1', given, ['output']),
    unnormalised,
    mean: scaled(unnormalised, divide(1, count)),
    guarded: linear('elu+1', given, ['output'], { epsilon: 1 }),
    normaliser,
  },
  given: [
    { id: 'values', value: VALUES, show: 'matrix', object: 'v' },
    { id: 'a', value: value('mean'), show: 'matrix' },
    { id: 'b', value: value('right'), show: 'matrix' },
    { id: 'c', value: value('guarded'), show: 'matrix' },
    { id: 'd', value: value('unnormalised'), show: 'matrix' },
  ],
  questions: [
    {
      id: 'which',
      kind: 'choice',
      options: ['a', 'b', 'c', 'd'],
      answer: 'd',
      mistakes: [
        { id: 'a', gives: 'a' },
        { id: 'b', gives: 'b' },
        { id: 'c', gives: 'c' },
      ],
    },
    {
      id: 'factor',
      kind: 'number',
      answer: normaliser,
      mistakes: [
        { id: 'inverse', gives: divide(1, normaliser) },
        { id: 'count', gives: count },
        {
          id: 'no-map',
          gives: linear('identity', given, ['normaliser', 0], {}, { want: ['normaliser'] }),
        },
        {
          id: 'no-query',
          gives: { op: 'sum', of: [linear('elu+1', given, ['state', 'z'], {}, { want: ['state'] })] },
        },
        { id: 'output', gives: { op: 'entry', of: [unnormalised, 0, 0] } },
        { id: 'guarded', gives: add(normaliser, 1) },
      ],
    },
  ],
  results: [
    { id: 'normaliser', value: normaliser, object: 'normaliser' },
    {
      id: 'weights',
      value: linear('elu+1', given, ['weights'], {}, { want: ['weights'] }),
      show: 'weights',
      object: 'linear',
    },
    {
      id: 'unnormalised-weights',
      value: linear('elu+1', given, ['weights'], { normalise: false }, { want: ['weights'] }),
      show: 'weights',
      object: 'linear',
    },
  ],
});
