import { defineExercise, defineTable } from '../../lesson-kit/exercise.js';
import type { Recipe } from '../../lesson-kit/recipe.js';

import text from './break-even.md';
import { add, divide, input, subtract, times, value } from './recipes.js';

const [d, r] = [input('d'), input('r')];
type CostPart = 'multiplyAdds' | 'projectionMultiplyAdds';

/** One query and one key: softmax grows from there with n², linear attention with n. */
const costOfOne = (
  mechanism: { readonly [key: string]: Recipe | { readonly [key: string]: Recipe } },
  pick: CostPart,
): Recipe => ({
  call: 'cost',
  args: { mechanism, queries: 1, keys: 1, keyDim: d, valueDim: d },
  pick: [pick],
});
const linear = (normalise: boolean, pick: CostPart): Recipe =>
  costOfOne({ kind: 'linear', featureMap: { kind: 'favor', features: r, seed: 1 }, normalise }, pick);
const softmax = costOfOne({ kind: 'softmax' }, 'multiplyAdds');

const products = linear(false, 'multiplyAdds');
const normalised = linear(true, 'multiplyAdds');
const projection = linear(true, 'projectionMultiplyAdds');
/** n with n² softmax = n linear */
const meets = (perToken: Recipe): Recipe => divide(perToken, softmax);

/** Both costs at n = 1024, to see on which side of the break-even it lies. */
const atThousand = (mechanism: {
  readonly [key: string]: Recipe | { readonly [key: string]: Recipe };
}): Recipe => ({
  call: 'cost',
  args: { mechanism, queries: 1024, keys: 1024, keyDim: d, valueDim: d },
  pick: ['multiplyAdds'],
});

export default defineExercise({
  id: 'break-even',
  title: 'Where the two costs meet',
  summary: 'Find the length n at which linear attention starts to be cheaper, for a given d and r.',
  station: 5,
  minutes: 8,
  statements: [9, 10, 11, 12, 21],
  inputs: defineTable([
    { name: 'd', kind: 'integer', label: 'd', default: 64, min: 8, max: 128 },
    { name: 'r', kind: 'integer', label: 'r', default: 256, min: 4, max: 1024 },
  ]),
  text,
  values: {
    products: meets(products),
    normalised: meets(normalised),
    projected: meets(add(normalised, projection)),
    d,
    r,
  },
  questions: [
    {
      id: 'products',
      kind: 'number',
      answer: value('products'),
      mistakes: [
        { id: 'dim', gives: d },
        { id: 'one-product', gives: divide(value('products'), 2) },
        { id: 'one-softmax-product', gives: times(2, value('products')) },
      ],
    },
    {
      id: 'normalised',
      kind: 'number',
      within: { absolute: 0.01 },
      answer: value('normalised'),
      mistakes: [
        { id: 'forgotten', gives: value('products') },
        { id: 'one-side', gives: divide(add(value('products'), value('normalised')), 2) },
        { id: 'twice', gives: times(2, value('normalised')) },
        { id: 'halved', gives: subtract(times(2, value('normalised')), value('products')) },
      ],
    },
    {
      id: 'projected',
      kind: 'number',
      within: { absolute: 0.01 },
      answer: value('projected'),
      mistakes: [
        { id: 'forgotten', gives: value('normalised') },
        { id: 'one-side', gives: meets(add(normalised, divide(projection, 2))) },
        { id: 'no-normaliser', gives: meets(add(products, projection)) },
        { id: 'doubled', gives: times(2, value('normalised')) },
      ],
    },
  ],
  results: [
    { id: 'softmax', value: atThousand({ kind: 'softmax' }), show: 'integer', object: 'softmax' },
    {
      id: 'linear',
      value: atThousand({ kind: 'linear', featureMap: { kind: 'favor', features: r, seed: 1 } }),
      show: 'integer',
      object: 'linear',
    },
  ],
});
