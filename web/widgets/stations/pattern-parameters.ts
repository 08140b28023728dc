// The rows of BigBird's random blocks, and the pattern they stand for; how large a block is, each figure bounds by itself.
import type { SparsePattern } from '../../engine/types.js';
import { defineTable, type State } from '../../model/parameters.js';

export const randomBlockParameters = defineTable([
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
]);

/** Of a state that has these rows and a `blockSize`. */
export function bigbirdOf(state: Readonly<State>): SparsePattern {
  return {
    kind: 'bigbird',
    blockSize: state.blockSize as number,
    randomBlocks: state.randomBlocks as number,
    seed: state.patternSeed as number,
  };
}
