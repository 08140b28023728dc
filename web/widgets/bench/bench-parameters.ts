// What a reader sets on the bench: the inputs once, and two mechanisms by the same rows.
import type { AttendOptions, Matrix, Mechanism, SparsePattern, Update } from '../../engine/types.js';
import { defineTable, type Parameter, type State } from '../../model/parameters.js';
import { inputParameters } from '../inputs/input-parameters.js';
import { mapControls, mapOf, mapParameters } from '../stations/map-parameters.js';
import { bigbirdOf, randomBlockParameters } from '../stations/pattern-parameters.js';

export type Side = 'left' | 'right';
export const SIDES: readonly Side[] = ['left', 'right'];

/** Here a learned map can be one that was trained: what stands in the list is said of both. */
const LEARNED = 'Hedgehog, a learned map';

const mapRows = mapParameters.map((row) =>
  row.kind === 'choice'
    ? {
        ...row,
        choices: row.choices.map((choice) =>
          choice.value === 'hedgehog' ? { ...choice, label: LEARNED } : choice,
        ),
      }
    : row,
);

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
  ...mapRows,
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
  ...randomBlockParameters,
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
    ? bigbirdOf(side)
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

function mechanismOf(side: Readonly<State>, weights: Matrix | null): Mechanism {
  switch (side.kind) {
    case 'linear':
      return {
        kind: 'linear',
        featureMap: takesWeights(side) && weights !== null ? { kind: 'hedgehog', weights } : mapOf(side),
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

/** Whether a side's map is one that a file of weights can be opened for. */
export function takesWeights(side: Readonly<State>): boolean {
  return side.kind === 'linear' && side.map === 'hedgehog';
}

/**
 * What the core is asked; `scale` is the input's own factor of q.k, `d` the size of its keys. `weights`, (h, d): of a learned
 * map, for a side that takes them; null leaves it not trained.
 */
export function optionsOf(
  side: Readonly<State>,
  causal: boolean,
  scale: number,
  d: number,
  weights: Matrix | null = null,
): AttendOptions {
  const mechanism = mechanismOf(side, weights);
  // Maps that aim at softmax aim at exp(q.k / sqrt(d)); what the input's scale differs from that goes into q.
  const factor = mechanism.kind === 'linear' ? scale * Math.sqrt(d) : scale;
  return { mechanism, scale: factor, ...(causal ? { causal: true } : {}) };
}
