// FlashAttention as numbers: what it holds after each tile, and what it moves. No DOM.
import type { Engine } from '../../engine/calls.js';
import type { Attended, Comparison, Cost } from '../../engine/types.js';
import type { Inputs } from './feature-maps-model.js';

export interface FlashView {
  readonly attended: Attended;
  readonly weights: NonNullable<Attended['weights']>;
  readonly tiles: number;
  /** Against exact softmax in float64. */
  readonly error: Comparison;
}

export async function flashTrace(
  engine: Engine,
  { q, k, v }: Inputs,
  {
    blockRows,
    blockCols,
    causal,
    scale,
  }: { blockRows: number; blockCols: number; causal: boolean; scale?: number },
): Promise<FlashView> {
  // 1/sqrt(d) unless the input has a scale of its own.
  const scaled = scale === undefined ? {} : { scale };
  const [attended, exact] = await Promise.all([
    engine.call('attend', {
      q,
      k,
      v,
      options: {
        mechanism: { kind: 'flash', blockRows, blockCols },
        causal,
        ...scaled,
        want: ['trace', 'logSumExp'],
      },
    }),
    engine.call('attend', {
      q,
      k,
      v,
      options: { mechanism: { kind: 'softmax' }, causal, ...scaled, precision: 'float64', want: ['weights'] },
    }),
  ]);
  return {
    attended,
    weights: exact.weights!,
    tiles: Math.ceil(k.rows / blockCols),
    error: await engine.call('compare', { a: attended.output, b: exact.output }),
  };
}

export interface Traffic {
  /** Keys (FlashAttention) and queries (FlashAttention-2) that fit into fast memory at a time. */
  readonly block: number;
  readonly elements: NonNullable<Cost['hbmElements']>;
}

/**
 * Four blocks of d columns (of q, k, v and the output) fill M numbers of fast memory, so a block has ⌈M/4d⌉ rows
 * (Dao et al. 2022, algorithm 1). FlashAttention's traffic depends on the blocks of keys, FlashAttention-2's on those
 * of queries.
 */
export async function traffic(engine: Engine, n: number, d: number, fastMemory: number): Promise<Traffic> {
  const block = Math.min(n, Math.ceil(fastMemory / (4 * d)));
  const { hbmElements } = await engine.call('cost', {
    mechanism: { kind: 'flash', blockRows: block, blockCols: block },
    queries: n,
    keys: n,
    keyDim: d,
    valueDim: d,
  });
  if (hbmElements === undefined) throw new Error('The core counted no traffic for these sizes.');
  return { block, elements: hbmElements };
}
