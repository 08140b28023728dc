import { defineExercise, defineTable } from '../../lesson-kit/exercise.js';
import type { Recipe } from '../../lesson-kit/recipe.js';

import practiceHead from '../data/practice-head.json';
import text from './identity-map.md';
import { divide, features, input, linear, scaled, softmax, value } from './recipes.js';

const given = { q: input('query'), k: input('keys'), v: input('values') };
const unnormalised = { normalise: false };
/** elu+1 applied to the keys and forgotten on the query. */
const keysOnly = { ...given, k: features('elu+1', input('keys')) };
const transposed: Recipe = {
  call: 'multiply',
  args: {
    a: input('query'),
    b: {
      call: 'multiply',
      args: { a: input('values'), b: input('keys'), transposeA: true },
      pick: ['product'],
    },
  },
  pick: ['product'],
};

/** As if each value had the weight 1. */
const sumOfValues: Recipe = {
  call: 'multiply',
  args: { a: [[1, 1, 1]], b: input('values') },
  pick: ['product'],
};

// The case of the lesson: no number here is large, and everything goes wrong.
const trap = {
  k: [
    [2, -1],
    [-1, 0],
  ],
  v: [[1], [3]],
};
/** Queries and keys whose similarities have a rank, and their entries. */
const RANKED = { rows: 200, cols: 4 } as const;
const random = (seed: number, scale = 1): Recipe => ({
  call: 'random',
  args: { ...RANKED, seed, scale },
});
const rank = (kernel: { readonly [key: string]: Recipe | { readonly kind: string } }): Recipe => ({
  call: 'kernelSpectrum',
  args: { q: random(1), k: random(2), kernel },
  pick: ['rank'],
});
const sharpest = (weights: Recipe): Recipe => ({
  call: 'rowStatistics',
  args: { weights },
  pick: ['max', 0],
});
/** The query itself grows: softmax keeps its 1/√d, as in the weights that are shown before. */
const atFactor = (factor: number) => {
  const longer = { ...given, q: scaled(input('query'), factor) };
  return {
    [`linear-${factor}`]: sharpest(linear('identity', longer, ['weights'], {}, { want: ['weights'] })),
    [`softmax-${factor}`]: sharpest(softmax(longer, ['weights'], { want: ['weights'] })),
  };
};
const head = (part: string): Recipe => ({ call: 'sample', args: { name: 'trained-head' }, pick: [part] });
// Only weights are looked at, so any values do.
const trained = { q: head('q'), k: head('k'), v: head('k') };
const trainedLinear = linear('identity', trained, ['weights'], {}, { want: ['weights'] });
const trainedSoftmax = softmax(trained, ['weights'], { scale: head('scale'), want: ['weights'] });

export default defineExercise({
  id: 'identity-map',
  title: 'The identity map',
  summary: 'Work out what linear attention is when φ does nothing, then see why it is no softmax.',
  station: 9,
  minutes: 15,
  statements: [2, 4, 6, 7, 23, 24],
  inputs: defineTable([
    {
      name: 'keys',
      kind: 'matrix',
      label: 'K',
      default: [
        [1, 2],
        [2, 0],
        [1, 1],
      ],
      rows: [3, 3],
      cols: [2, 2],
      min: -9,
      max: 9,
      integer: true,
    },
    {
      name: 'values',
      kind: 'matrix',
      label: 'V',
      default: [
        [4, 0],
        [1, 3],
        [2, 5],
      ],
      rows: [3, 3],
      cols: [2, 2],
      min: -9,
      max: 9,
      integer: true,
    },
    {
      name: 'query',
      kind: 'matrix',
      label: 'q',
      default: [[1, 2]],
      rows: [1, 1],
      cols: [2, 2],
      min: -9,
      max: 9,
      integer: true,
    },
  ]),
  text,
  samples: { 'trained-head': practiceHead },
  values: {
    numerator: linear('identity', given, ['output'], unnormalised),
    denominator: linear('identity', given, ['normaliser', 0], {}, { want: ['normaliser'] }),
    // No number where there is nothing to divide by.
    output: scaled(linear('identity', given, ['output']), divide(value('denominator'), value('denominator'))),
    softmax: softmax(given, ['output']),
  },
  questions: [
    {
      id: 'numerator',
      kind: 'matrix',
      size: [1, 2],
      answer: value('numerator'),
      mistakes: [
        { id: 'transposed', gives: transposed },
        { id: 'divided', gives: value('output') },
        { id: 'keys-only', gives: linear('identity', keysOnly, ['output'], unnormalised) },
        { id: 'elu', gives: linear('elu+1', given, ['output'], unnormalised) },
        { id: 'softmax', gives: value('softmax') },
        { id: 'values-only', gives: sumOfValues },
      ],
    },
    {
      id: 'denominator',
      kind: 'integer',
      answer: value('denominator'),
      mistakes: [
        { id: 'no-query', gives: { op: 'sum', of: [input('keys')] } },
        { id: 'count', gives: { op: 'rows', of: [input('keys')] } },
        {
          id: 'keys-only',
          gives: linear('identity', keysOnly, ['normaliser', 0], {}, { want: ['normaliser'] }),
        },
        { id: 'elu', gives: linear('elu+1', given, ['normaliser', 0], {}, { want: ['normaliser'] }) },
      ],
    },
    {
      id: 'output',
      kind: 'matrix',
      size: [1, 2],
      answer: value('output'),
      mistakes: [
        { id: 'no-normaliser', gives: value('numerator') },
        { id: 'transposed', gives: scaled(transposed, divide(1, value('denominator'))) },
        { id: 'mean', gives: scaled(value('numerator'), divide(1, { op: 'rows', of: [input('keys')] })) },
        { id: 'keys-only', gives: linear('identity', keysOnly, ['output']) },
        { id: 'elu', gives: linear('elu+1', given, ['output']) },
        { id: 'softmax', gives: value('softmax') },
        { id: 'softmax-unscaled', gives: softmax(given, ['output'], { scale: 1 }) },
        { id: 'plain-mean', gives: scaled(sumOfValues, divide(1, { op: 'rows', of: [input('keys')] })) },
      ],
    },
    {
      id: 'form',
      kind: 'choice',
      options: ['average', 'linear', 'ratio', 'softmax'],
      answer: 'ratio',
      mistakes: [
        { id: 'average', gives: 'average' },
        { id: 'linear', gives: 'linear' },
        { id: 'softmax', gives: 'softmax' },
      ],
    },
    {
      id: 'why',
      stage: 'explain',
      kind: 'choices',
      options: ['signed', 'slow', 'zero', 'order', 'scale', 'rank'],
      answer: ['signed', 'zero', 'scale', 'rank'],
      mistakes: [
        { id: 'slow', includes: 'slow' },
        { id: 'order', includes: 'order' },
        { id: 'no-signed', lacks: 'signed' },
        { id: 'no-zero', lacks: 'zero' },
        { id: 'no-scale', lacks: 'scale' },
        { id: 'no-rank', lacks: 'rank' },
      ],
    },
  ],
  results: [
    {
      id: 'state',
      value: linear('identity', given, ['state', 'S'], {}, { want: ['state'] }),
      show: 'matrix',
      object: 'state',
    },
    {
      id: 'z',
      value: linear('identity', given, ['state', 'z'], {}, { want: ['state'] }),
      show: 'matrix',
      object: 'normaliser',
    },
    {
      id: 'weights',
      value: linear('identity', given, ['weights'], {}, { want: ['weights'] }),
      show: 'signed',
      object: 'linear',
    },
    {
      id: 'softmax',
      value: softmax(given, ['weights'], { want: ['weights'] }),
      show: 'weights',
      object: 'softmax',
    },
  ],
  demonstrations: [
    {
      id: 'opposite',
      values: {
        plus: linear('identity', given, ['output', 0, 0]),
        minus: linear('identity', { ...given, q: scaled(input('query'), -1) }, ['output', 0, 0]),
        'softmax-plus': softmax(given, ['output', 0, 0]),
        'softmax-minus': softmax({ ...given, q: scaled(input('query'), -1) }, ['output', 0, 0]),
      },
    },
    {
      id: 'zero',
      values: {
        numerator: linear('identity', { ...trap, q: [[1, 1]] }, ['output', 0, 0], unnormalised),
        denominator: linear(
          'identity',
          { ...trap, q: [[1, 1]] },
          ['normaliser', 0],
          {},
          { want: ['normaliser'] },
        ),
        softmax: softmax({ ...trap, q: [[1, 1]] }, ['output', 0, 0]),
      },
    },
    {
      id: 'outside',
      values: { output: linear('identity', { ...trap, q: [[1, 0]] }, ['output', 0, 0]) },
      results: [
        {
          id: 'outside-weights',
          value: linear('identity', { ...trap, q: [[1, 0]] }, ['weights'], {}, { want: ['weights'] }),
          show: 'signed',
          object: 'linear',
        },
      ],
    },
    { id: 'temperature', values: { ...atFactor(1), ...atFactor(10), ...atFactor(100) } },
    {
      id: 'rank',
      values: {
        queries: RANKED.rows,
        entries: RANKED.cols,
        identity: rank({ kind: 'feature-map', featureMap: { kind: 'identity' } }),
        softmax: rank({ kind: 'softmax' }),
      },
    },
    {
      id: 'trained',
      values: {
        negative: {
          op: 'sum',
          of: [{ call: 'rowStatistics', args: { weights: trainedLinear }, pick: ['negatives'] }],
        },
        pairs: {
          op: 'times',
          of: [
            { op: 'rows', of: [trainedLinear] },
            { op: 'cols', of: [trainedLinear] },
          ],
        },
        credit: head('credit'),
      },
      results: [
        {
          id: 'trained-softmax',
          value: trainedSoftmax,
          show: 'weights',
          object: 'softmax',
          rowLabels: head('tokens'),
          colLabels: head('tokens'),
        },
        {
          id: 'trained-linear',
          value: trainedLinear,
          show: 'signed',
          object: 'linear',
          rowLabels: head('tokens'),
          colLabels: head('tokens'),
        },
      ],
    },
  ],
});
