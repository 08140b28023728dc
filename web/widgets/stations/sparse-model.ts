// Sparse patterns as numbers: which pairs they keep, and what leaving out the others does to the output. No DOM.
import type { Engine } from '../../engine/calls.js';
import type { Comparison, Counts, Matrix, SparsePattern } from '../../engine/types.js';
import type { Inputs } from './feature-maps-model.js';

export interface SparseView {
  /** n*n, 1 = permitted */
  readonly mask: Uint8Array;
  readonly pairs: number;
  readonly weights: Matrix;
  /** Of full attention, for comparison. */
  readonly fullWeights: Matrix;
  /** Of both, so that two maps can share one scale. */
  readonly largestWeight: number;
  readonly counts: Counts;
  readonly fullCounts: Counts;
  /** Of the output, against full attention. */
  readonly error: Comparison;
  /** The same for the output in which every key has equal weight. */
  readonly uniformError: Comparison;
}

export async function runPattern(
  engine: Engine,
  { q, k, v }: Inputs,
  pattern: SparsePattern,
  scale: number,
): Promise<SparseView> {
  const [mask, sparse, full, uniform] = await Promise.all([
    engine.call('pattern', { n: q.rows, pattern }),
    engine.call('attend', {
      q,
      k,
      v,
      options: { mechanism: { kind: 'sparse', pattern }, scale, want: ['weights'] },
    }),
    engine.call('attend', {
      q,
      k,
      v,
      options: { mechanism: { kind: 'softmax' }, scale, want: ['weights'] },
    }),
    engine.call('attend', { q, k, v, options: { mechanism: { kind: 'softmax' }, scale: 0 } }),
  ]);
  const [error, uniformError] = await Promise.all([
    engine.call('compare', { a: sparse.output, b: full.output }),
    engine.call('compare', { a: uniform.output, b: full.output }),
  ]);
  const [weights, fullWeights] = [sparse.weights!, full.weights!];
  return {
    mask,
    pairs: mask.reduce((sum, allowed) => sum + allowed, 0),
    weights,
    fullWeights,
    largestWeight: [...weights.data, ...fullWeights.data].reduce((a, b) => Math.max(a, b), 0),
    counts: sparse.counts,
    fullCounts: full.counts,
    error,
    uniformError,
  };
}
