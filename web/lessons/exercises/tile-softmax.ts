import { defineExercise, defineTable } from '../../lesson-kit/exercise.js';
import type { Recipe } from '../../lesson-kit/recipe.js';

import { add, attend, divide, features, input, softmax, subtract, times, value } from './recipes.js';
import text from './tile-softmax.md';

// A query of 1 and a scale of 1: the scores are the keys.
const given = { q: [[1]], k: input('scores'), v: input('values') };
const trace = (tile: number, part: 'max' | 'sum'): Recipe =>
  attend({ kind: 'flash', blockRows: 1, blockCols: 2 }, given, ['trace', tile, part, 0], {
    scale: 1,
    want: ['trace'],
  });
const exponential = (x: Recipe): Recipe => ({ op: 'entry', of: [features('exp', [[x]]), 0, 0] });
const score = (index: number): Recipe => ({ op: 'entry', of: [input('scores'), index, 0] });
const factor = exponential(subtract(trace(0, 'max'), trace(1, 'max')));
/** What the second tile adds to the sum. */
const secondTile = subtract(trace(1, 'sum'), times(factor, trace(0, 'sum')));

export default defineExercise({
  id: 'tile-softmax',
  title: 'A softmax in two tiles',
  summary: 'Do by hand what FlashAttention does: carry a maximum and a sum, and rescale.',
  station: 8,
  minutes: 8,
  statements: [5, 20],
  inputs: defineTable([
    {
      name: 'scores',
      kind: 'matrix',
      label: 'scores',
      default: [[1], [3], [2], [5]],
      rows: [4, 4],
      cols: [1, 1],
      min: -9,
      max: 9,
      integer: true,
    },
    {
      name: 'values',
      kind: 'matrix',
      label: 'v',
      default: [[10], [20], [30], [40]],
      rows: [4, 4],
      cols: [1, 1],
      min: -99,
      max: 99,
      integer: true,
    },
  ]),
  text,
  values: {
    'max-1': trace(0, 'max'),
    'sum-1': trace(0, 'sum'),
    'max-2': trace(1, 'max'),
    'sum-2': trace(1, 'sum'),
    factor,
  },
  questions: [
    {
      id: 'sum-1',
      kind: 'number',
      answer: value('sum-1'),
      mistakes: [
        { id: 'no-maximum', gives: add(exponential(score(0)), exponential(score(1))) },
        {
          id: 'final-maximum',
          gives: times(factor, value('sum-1')),
        },
        { id: 'scores', gives: add(score(0), score(1)) },
        { id: 'other-only', gives: subtract(value('sum-1'), 1) },
      ],
    },
    {
      id: 'factor',
      kind: 'number',
      answer: value('factor'),
      mistakes: [
        { id: 'inverse', gives: divide(1, value('factor')) },
        { id: 'exponent', gives: subtract(value('max-1'), value('max-2')) },
        { id: 'ratio', gives: divide(value('max-1'), value('max-2')) },
        { id: 'nothing', gives: 1 },
      ],
    },
    {
      id: 'sum-2',
      kind: 'number',
      answer: value('sum-2'),
      mistakes: [
        { id: 'no-rescale', gives: add(value('sum-1'), secondTile) },
        { id: 'second-only', gives: secondTile },
        { id: 'wrong-side', gives: add(value('sum-1'), times(factor, secondTile)) },
        { id: 'inverse', gives: add(divide(value('sum-1'), factor), secondTile) },
        { id: 'no-maximum', gives: add(...[0, 1, 2, 3].map((index) => exponential(score(index)))) },
        { id: 'rescaled-only', gives: times(factor, value('sum-1')) },
      ],
    },
  ],
  results: [
    { id: 'max-1', value: value('max-1') },
    { id: 'sum-1', value: value('sum-1') },
    { id: 'max-2', value: value('max-2') },
    { id: 'sum-2', value: value('sum-2') },
    {
      id: 'tiled',
      value: attend({ kind: 'flash', blockRows: 1, blockCols: 2 }, given, ['output', 0, 0], { scale: 1 }),
      object: 'softmax',
    },
    { id: 'whole', value: softmax(given, ['output', 0, 0], { scale: 1 }), object: 'softmax' },
  ],
});
