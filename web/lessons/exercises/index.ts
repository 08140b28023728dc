// All exercises in the order of the stations they belong to; the two of the lesson come first.
import type { Exercise } from '../../lesson-kit/exercise.js';

type Load = () => Promise<{ default: Exercise }>;

/** What a list of exercises shows before any of them is loaded; a test holds it equal to the exercises themselves. */
export interface Listed extends Pick<Exercise, 'id' | 'title' | 'summary' | 'station' | 'minutes'> {
  readonly load: Load;
}

export const exercises: readonly Listed[] = [
  {
    id: 'identity-map',
    title: 'The identity map',
    summary: 'Work out what linear attention is when φ does nothing, then see why it is no softmax.',
    station: 9,
    minutes: 15,
    load: () => import('./identity-map.js'),
  },
  {
    id: 'constant-memory',
    title: 'The same memory at token 10 and token 10,000',
    summary:
      'Predict the bytes of a running state and of a key–value cache, run both, and say why one stays.',
    station: 9,
    minutes: 15,
    load: () => import('./constant-memory.js'),
  },
  {
    id: 'reduce-abc',
    title: 'Two orders, two prices',
    summary: 'Count the multiplications of (AB)C and A(BC).',
    station: 1,
    minutes: 6,
    load: () => import('./reduce-abc.js'),
  },
  {
    id: 'missing-normaliser',
    title: 'Spot the missing normaliser',
    summary: 'Four programs claim to compute linear attention. Find the one that forgot to divide.',
    station: 4,
    minutes: 6,
    load: () => import('./missing-normaliser.js'),
  },
  {
    id: 'vanishing-denominator',
    title: 'Make a denominator vanish',
    summary: 'Find a query for which the identity map has nothing to divide by.',
    station: 4,
    minutes: 5,
    load: () => import('./vanishing-denominator.js'),
  },
  {
    id: 'break-even',
    title: 'Where the two costs meet',
    summary: 'Find the length n at which linear attention starts to be cheaper, for a given d and r.',
    station: 5,
    minutes: 8,
    load: () => import('./break-even.js'),
  },
  {
    id: 'causal-recurrence',
    title: 'The causal mask is a running sum',
    summary: 'Compute the second output of three, when a token sees only itself and what came before.',
    station: 6,
    minutes: 7,
    load: () => import('./causal-recurrence.js'),
  },
  {
    id: 'delta-overwrite',
    title: 'Overwrite a key',
    summary: 'Write twice under the same key with the delta rule, and compare it with the plain sum.',
    station: 6,
    minutes: 6,
    load: () => import('./delta-overwrite.js'),
  },
  {
    id: 'sharpen-linear',
    title: 'Try to sharpen it',
    summary: 'Multiply the query by 100 and predict the largest weight, with ReLU and with softmax.',
    station: 7,
    minutes: 6,
    load: () => import('./sharpen-linear.js'),
  },
  {
    id: 'memory-capacity',
    title: 'How many pairs fit',
    summary: 'Fill a state with pairs of keys and values until reading one back goes wrong.',
    station: 7,
    minutes: 7,
    load: () => import('./memory-capacity.js'),
  },
  {
    id: 'positive-or-trigonometric',
    title: 'Positive or trigonometric features',
    summary: 'Say which random features are nearer to the exponential for two vectors at a given angle.',
    station: 7,
    minutes: 8,
    load: () => import('./positive-or-trigonometric.js'),
  },
  {
    id: 'tile-softmax',
    title: 'A softmax in two tiles',
    summary: 'Do by hand what FlashAttention does: carry a maximum and a sum, and rescale.',
    station: 8,
    minutes: 8,
    load: () => import('./tile-softmax.js'),
  },
  {
    id: 'longformer-edges',
    title: 'Count pairs at the edges',
    summary: 'Count what a sliding window really computes, where it runs over the ends of the text.',
    station: 8,
    minutes: 6,
    load: () => import('./longformer-edges.js'),
  },
];
