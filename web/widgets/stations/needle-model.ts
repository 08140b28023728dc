// How much weight falls on the one key that matches, as the target sharpens. No DOM.
import type { AttendRequest, Engine } from '../../engine/calls.js';
import type { FeatureMap, Matrix } from '../../engine/types.js';
import { rowOf, rowsOf, scaledBy } from '../../model/matrices.js';

const NEEDLE_MAPS: readonly (readonly [string, FeatureMap | null])[] = [
  ['softmax', null],
  ['Hedgehog', { kind: 'hedgehog', activation: 'softmax' }],
  ['Taylor-2', { kind: 'taylor2' }],
  ['DPFP-1', { kind: 'dpfp', nu: 1 }],
  ['ReLU', { kind: 'relu' }],
  ['elu+1', { kind: 'elu+1' }],
];

/** Sets of keys that a figure takes means over. */
export const DRAWS = 10;

export interface NeedleLine {
  readonly name: string;
  /** Weight on the needle at each scale. */
  readonly weight: readonly number[];
}

export interface NeedleView {
  readonly scales: readonly number[];
  readonly lines: readonly NeedleLine[];
  readonly keys: number;
  /** What equal weights put on each key, 1/n. */
  readonly uniform: number;
}

/**
 * n random keys of length `scale`, the query equal to the first of them: q.k of the needle is scale², and softmax
 * divides it by sqrt(d) as usual. Means over `draws` sets of keys.
 */
export async function needle(
  engine: Engine,
  {
    n,
    d,
    seed,
    draws,
    scales,
  }: { n: number; d: number; seed: number; draws: number; scales: readonly number[] },
): Promise<NeedleView> {
  const draw = (index: number) =>
    engine.call('random', { rows: n, cols: d, seed: seed * 1000 + index, distribution: 'unit-rows' });
  return means(engine, scales, n, draws, async (index) => ({ unit: await draw(index), place: 0 }));
}

/**
 * The same among given keys (n, d), each brought to length 1 first. Each of the first `LARGEST_CAST` is the needle in
 * turn, and the weights are their means. Rejects where a key is all zeros: it has no direction.
 */
export async function needleAmong(
  engine: Engine,
  keys: Matrix,
  scales: readonly number[],
): Promise<NeedleView> {
  const unit = unitRows(keys);
  const cast = Math.min(keys.rows, LARGEST_CAST);
  return means(engine, scales, keys.rows, cast, async (place) => ({ unit, place }));
}

/** Keys that take the part of the needle in turn. */
export const LARGEST_CAST = 10;

interface Haystack {
  /** (n, d), rows of length 1 */
  readonly unit: Matrix;
  /** Row of the needle. */
  readonly place: number;
}

/** Attentions asked for in one message: between two of them a cancel gets through. */
const REQUESTS_A_MESSAGE = 64;

async function means(
  engine: Engine,
  scales: readonly number[],
  n: number,
  draws: number,
  haystack: (draw: number) => Promise<Haystack>,
): Promise<NeedleView> {
  const haystacks = await Promise.all(Array.from({ length: draws }, (_, draw) => haystack(draw)));
  const { unit, place } = haystacks[0]!;
  // Scale 0 makes all scores equal.
  const equal = request(rowsOf(unit, place, place + 1), unit, null, 0);
  const asked = haystacks.flatMap((one) =>
    scales.flatMap((scale) => {
      const k = scaledBy(one.unit, scale);
      const q = rowsOf(k, one.place, one.place + 1);
      return NEEDLE_MAPS.map(([, map]) => ({ place: one.place, request: request(q, k, map) }));
    }),
  );
  const [uniform, ...weights] = await weightsOn(engine, [{ place, request: equal }, ...asked]);
  const meanAt = (scale: number, map: number) => {
    let mean = 0;
    for (let draw = 0; draw < draws; ++draw)
      mean += weights[(draw * scales.length + scale) * NEEDLE_MAPS.length + map]! / draws;
    return mean;
  };
  const lines = NEEDLE_MAPS.map(([name], map) => ({ name, weight: scales.map((_, s) => meanAt(s, map)) }));
  return { scales, lines, keys: n, uniform: uniform! };
}

function unitRows(keys: Matrix): Matrix {
  const unit = rowsOf(keys, 0, keys.rows);
  for (let row = 0; row < unit.rows; ++row) {
    const entries = rowOf(unit, row);
    const length = Math.hypot(...entries);
    if (length === 0) throw new Error(`Key ${row + 1} is all zeros and has no direction. Change it.`);
    for (let i = 0; i < entries.length; ++i) entries[i]! /= length;
  }
  return unit;
}

function request(q: Matrix, k: Matrix, map: FeatureMap | null, scale?: number): AttendRequest {
  return {
    q,
    k,
    v: k,
    options: {
      mechanism: map === null ? { kind: 'softmax' } : { kind: 'linear', featureMap: map },
      want: ['weights'],
      ...(scale === undefined ? {} : { scale }),
    },
  };
}

/** Of each request the weight on the key at its place. */
async function weightsOn(
  engine: Engine,
  asked: readonly { readonly place: number; readonly request: AttendRequest }[],
): Promise<number[]> {
  const found: number[] = [];
  for (let from = 0; from < asked.length; from += REQUESTS_A_MESSAGE) {
    const some = asked.slice(from, from + REQUESTS_A_MESSAGE);
    const answers = await engine.call(
      'attends',
      some.map((one) => one.request),
    );
    found.push(...answers.map(({ weights }, i) => weights!.data[some[i]!.place]!));
  }
  return found;
}
