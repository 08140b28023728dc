// What a reader sets on the bench: the inputs once, and two mechanisms by the same rows.
import type { AttendOptions, Mechanism, SparsePattern, Update } from '../../engine/types.js';
import { defineTable, type Parameter, type State } from '../../model/parameters.js';
import { inputParameters } from '../inputs/input-parameters.js';
import { mapControls, mapOf, mapParameters } from '../stations/map-parameters.js';

export type Side = 'left' | 'right';
export const SIDES: readonly Side[] = ['left', 'right'];

const sideParameters = [
  {
    name: 'kind',
    kind: 'choice',
    label: 'mechanism',
    default: 'linear',
    choices: [
      { value: 'softmax', label: 'softmax, exact' },
      { value: 'flash', label: 'FlashAttention, exact' },
      { value: 'linear', label: 'linear attention' },
      { value: 'longformer', label: 'Longformer' },
      { value: 'bigbird', label: 'BigBird' },
    ],
  },
  ...mapParameters,
  {
    name: 'update',
    kind: 'choice',
    label: 'how a token is written',
    default: 'sum',
    choices: [
      { value: 'sum', label: 'sum' },
      { value: 'decay', label: 'decay' },
      { value: 'delta', label: 'delta rule' },
    ],
  },
  { name: 'gamma', kind: 'number', label: 'γ, kept of the past', default: 0.9, min: 0, max: 1, step: 0.01 },
  {
    name: 'beta',
    kind: 'number',
    label: 'β, strength of the write',
    default: 0.05,
    min: 0,
    max: 1,
    step: 0.01,
  },
  { name: 'normalise', kind: 'flag', label: 'divide by the normaliser', default: true },
  { name: 'window', kind: 'integer', label: 'w, window, even', default: 6, min: 0, max: 128, step: 2 },
  { name: 'globals', kind: 'integer', label: 'global tokens, the first', default: 1, min: 0, max: 16 },
  { name: 'blockSize', kind: 'integer', label: 'block size', default: 4, min: 1, max: 64 },
  { name: 'randomBlocks', kind: 'integer', label: 'random blocks a row', default: 1, min: 0, max: 3 },
  {
    name: 'patternSeed',
    kind: 'integer',
    label: 'seed of the blocks',
    default: 1,
    min: 0,
    max: 1_000_000,
    next: 'Next',
  },
] as const satisfies readonly Parameter[];

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The name of one side's row: 'leftKind'. */
export function sideName(side: Side, name: string): string {
  return `${side}${capital(name)}`;
}

/** One side's values under their plain names. */
export function sideState(state: Readonly<State>, side: Side): State {
  return Object.fromEntries(sideParameters.map(({ name }) => [name, state[sideName(side, name)]!]));
}

const sideTable = (side: Side): Parameter[] =>
  sideParameters.map((row) => {
    const renamed = { ...row, name: sideName(side, row.name) } as Parameter;
    return side === 'left' && row.name === 'kind'
      ? ({ ...renamed, default: 'softmax' } as Parameter)
      : renamed;
  });

export const table = defineTable([
  ...inputParameters,
  {
    name: 'factor',
    kind: 'number',
    label: 'scale of q and k',
    default: 1,
    min: 0.1,
    max: 4,
    step: 0.05,
    about: 'Multiplies both before anything else.',
  },
  { name: 'causal', kind: 'flag', label: 'causal', default: false },
  ...sideTable('left'),
  ...sideTable('right'),
]) as readonly Parameter[];

/** The plain names of the rows that a side's choice uses. */
export function sideControls(side: Readonly<State>): string[] {
  switch (side.kind) {
    case 'linear': {
      const written = side.update === 'decay' ? ['gamma'] : side.update === 'delta' ? ['beta'] : [];
      return ['kind', ...mapControls(side.map as string), 'update', ...written, 'normalise'];
    }
    case 'longformer':
      return ['kind', 'window', 'globals'];
    case 'bigbird':
      return ['kind', 'blockSize', 'randomBlocks', 'patternSeed'];
    default:
      return ['kind'];
  }
}

function patternOf(side: Readonly<State>): SparsePattern {
  return side.kind === 'bigbird'
    ? {
        kind: 'bigbird',
        blockSize: side.blockSize as number,
        randomBlocks: side.randomBlocks as number,
        seed: side.patternSeed as number,
      }
    : {
        kind: 'longformer',
        window: side.window as number,
        globalTokens: Array.from({ length: side.globals as number }, (_, i) => i),
      };
}

function updateOf(side: Readonly<State>): Update {
  if (side.update === 'decay') return { kind: 'decay', gamma: side.gamma as number };
  return side.update === 'delta' ? { kind: 'delta', beta: side.beta as number } : { kind: 'sum' };
}

function mechanismOf(side: Readonly<State>): Mechanism {
  switch (side.kind) {
    case 'linear':
      return {
        kind: 'linear',
        featureMap: mapOf(side),
        normalise: side.normalise as boolean,
        update: updateOf(side),
      };
    case 'softmax':
    case 'flash':
      return { kind: side.kind };
    default:
      return { kind: 'sparse', pattern: patternOf(side) };
  }
}

/** What the core is asked; `scale` is the input's own factor of q.k, `d` the size of its keys. */
export function optionsOf(side: Readonly<State>, causal: boolean, scale: number, d: number): AttendOptions {
  const mechanism = mechanismOf(side);
  // Maps that aim at softmax aim at exp(q.k / sqrt(d)); what the input's scale differs from that goes into q.
  const factor = mechanism.kind === 'linear' ? scale * Math.sqrt(d) : scale;
  return { mechanism, scale: factor, ...(causal ? { causal: true } : {}) };
}
