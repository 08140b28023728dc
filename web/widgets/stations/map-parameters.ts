// The rows by which a reader chooses a feature map, and the map they stand for.
import type { FeatureMap } from '../../engine/types.js';
import { defineTable, type State } from '../../model/parameters.js';

export const MAP_NAMES: Readonly<Record<string, string>> = {
  identity: 'identity',
  'elu+1': 'elu+1',
  relu: 'ReLU',
  'squared-relu': 'ReLU squared',
  exp: 'exp',
  favor: 'FAVOR+, positive random features',
  trigonometric: 'trigonometric random features',
  taylor2: 'Taylor-2',
  dpfp: 'DPFP',
  cosformer: 'cosFormer',
  efficient: 'efficient attention',
  hedgehog: 'Hedgehog, not trained',
} satisfies Record<FeatureMap['kind'], string>;

/** What each map does to a vector x, in words. */
export const MAP_SAYS: Readonly<Record<string, string>> = {
  identity: 'φ(x) = x. The weights can be negative.',
  'elu+1': 'Each entry x becomes x + 1 from 0 upward and eˣ below. So all features are positive.',
  relu: 'Negative entries become 0, the others stay.',
  'squared-relu': 'Negative entries become 0, the others are squared.',
  exp: 'Each entry x becomes eˣ.',
  favor:
    'With x / d^¼ in the place of x, each random direction w gives exp(w·x − |x|²/2). Over many directions the products average to softmax’s own exponential. None is negative.',
  trigonometric:
    'Each random direction gives a cosine and a sine. Over many directions the products average to softmax’s own exponential, but some are negative.',
  taylor2: 'The start of the series of the exponential: 1 + s + s²/2, where s = q·k/√d. Never negative.',
  dpfp: 'The positive and the negative part of each entry, multiplied with a neighbour’s.',
  cosformer: 'ReLU, times the cosine and the sine of the position: near keys count for more.',
  efficient: 'Softmax over the entries of each query, and for each entry over all keys.',
  hedgehog: 'Each entry x becomes eˣ and e⁻ˣ. This is where its training begins.',
} satisfies Record<FeatureMap['kind'], string>;

export const mapParameters = defineTable([
  {
    name: 'map',
    kind: 'choice',
    label: 'φ, feature map',
    default: 'elu+1',
    choices: Object.entries(MAP_NAMES).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'm',
    kind: 'integer',
    label: 'm, random directions',
    default: 64,
    min: 1,
    max: 1024,
    logarithmic: true,
  },
  {
    name: 'mapSeed',
    kind: 'integer',
    label: 'seed of the directions',
    default: 1,
    min: 0,
    max: 1_000_000,
    next: 'Next',
  },
  { name: 'orthogonal', kind: 'flag', label: 'orthogonal directions', default: true },
  { name: 'nu', kind: 'integer', label: 'ν', default: 1, min: 1, max: 3, about: 'Shifts of DPFP.' },
]);

/** The names of the rows that the chosen map uses. */
export function mapControls(kind: string): string[] {
  if (kind === 'favor' || kind === 'trigonometric') return ['map', 'm', 'mapSeed', 'orthogonal'];
  return kind === 'dpfp' ? ['map', 'nu'] : ['map'];
}

export function mapOf(state: Readonly<State>): FeatureMap {
  const kind = state.map as string;
  const random = {
    features: state.m as number,
    seed: state.mapSeed as number,
    orthogonal: state.orthogonal as boolean,
  };
  switch (kind) {
    case 'favor':
    case 'trigonometric':
      return { kind, ...random };
    case 'dpfp':
      return { kind, nu: state.nu as number };
    default:
      return { kind: kind as 'identity' };
  }
}
