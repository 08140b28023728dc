// What a reader can set at station 6, and how each choice is said to the core.
import type { FeatureMap, Update } from '../../engine/types.js';
import { defineTable, type Table } from '../../model/parameters.js';
import { inputRows } from '../inputs/input-parameters.js';

/** Tokens of the stepped text; of a longer input the first ones are taken. */
export const LENGTH = 24;

export const table = defineTable([
  { name: 'tokens', kind: 'integer', label: 't, tokens so far', default: 3, min: 0, max: LENGTH },
  ...inputRows({ d: { default: 4, max: 8 }, seed: { default: 7, about: 'Of the tokens.' } }, ['n']),
  {
    name: 'map',
    kind: 'choice',
    label: 'φ, feature map',
    default: 'elu+1',
    choices: [
      { value: 'elu+1', label: 'elu+1' },
      { value: 'identity', label: 'identity' },
      { value: 'relu', label: 'ReLU' },
      { value: 'squared-relu', label: 'ReLU squared' },
      { value: 'exp', label: 'exp' },
    ],
  },
  {
    name: 'update',
    kind: 'choice',
    label: 'how a token is written',
    default: 'sum',
    choices: [
      { value: 'sum', label: 'sum: add it' },
      { value: 'decay', label: 'decay: fade the past, add it' },
      { value: 'delta', label: 'delta rule: overwrite its key' },
      { value: 'gated-delta', label: 'gated delta: fade, then overwrite' },
    ],
  },
  {
    name: 'gamma',
    kind: 'number',
    label: 'γ, kept of the past',
    default: 0.9,
    min: 0.01,
    max: 1,
    step: 0.01,
  },
  {
    name: 'beta',
    kind: 'number',
    label: 'β, strength of the write',
    default: 0.2,
    min: 0,
    max: 1,
    step: 0.01,
  },
  {
    name: 'accumulator',
    kind: 'choice',
    label: 'accumulator',
    default: 'float32',
    choices: [
      { value: 'float32', label: 'float32' },
      { value: 'float64', label: 'float64' },
      { value: 'float16', label: 'fp16' },
      { value: 'bfloat16', label: 'bf16' },
    ],
    about: 'What S and z are rounded to after each write.',
  },
]) as Table;

/** Of the maps without settings that the table offers. */
export function featureMapOf(kind: string): FeatureMap {
  return { kind: kind as 'elu+1' | 'identity' | 'relu' | 'squared-relu' | 'exp' };
}

export function updateOf(kind: string, gamma: number, beta: number): Update {
  switch (kind) {
    case 'decay':
      return { kind: 'decay', gamma };
    case 'delta':
      return { kind: 'delta', beta };
    case 'gated-delta':
      return { kind: 'delta', beta, logDecay: new Float32Array(LENGTH).fill(Math.log(gamma)) };
    default:
      return { kind: 'sum' };
  }
}
