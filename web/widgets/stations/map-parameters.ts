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
};

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
