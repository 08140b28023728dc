// What the precision of a sum does to it: the same tokens summed in every format beside float64. No DOM.
import type { CallOptions, Engine } from '../../engine/calls.js';
import type { StreamOptions } from '../../engine/types.js';
import { asRow } from '../../model/matrices.js';
import { closeStreams, openStreams } from './open-streams.js';

export type Accumulator = NonNullable<StreamOptions['accumulator']>;

export const ACCUMULATORS = ['float32', 'bfloat16', 'float16'] as const;

export interface AccumulatorPoint {
  readonly tokens: number;
  /** Of z, against float64: the size of the difference over that of z. */
  readonly relative: number;
  /** The first entry of z, and what it is in float64. With positive features it has to keep growing. */
  readonly z0: number;
  readonly exactZ0: number;
}

export interface AccumulatorStudy {
  readonly accumulator: Accumulator;
  readonly points: readonly AccumulatorPoint[];
}

/** Of the study: d and r. */
export const STUDY_HEAD = 32;
/** Tokens: powers of four. */
export const STUDY_MILESTONES = Array.from({ length: 9 }, (_, i) => 4 ** i);

/** The same tokens summed in each format beside float64, compared at powers of four; `head` is d and r. */
export async function studyAccumulators(
  engine: Engine,
  seed: number,
  { onProgress, signal }: CallOptions,
  head = STUDY_HEAD,
): Promise<AccumulatorStudy[]> {
  const formats: Accumulator[] = ['float64', ...ACCUMULATORS];
  const handles = await openStreams(
    engine,
    formats.map((accumulator) => ({
      keyDim: head,
      valueDim: head,
      featureMap: { kind: 'elu+1' },
      accumulator,
    })),
  );
  try {
    const points = ACCUMULATORS.map((): AccumulatorPoint[] => []);
    const total = STUDY_MILESTONES.at(-1)!;
    for (const tokens of STUDY_MILESTONES) {
      const states = [];
      for (const handle of handles) {
        await engine.call('runStream', { handle, tokens, seed }, { signal });
        states.push(await engine.call('streamState', { handle }));
      }
      const [truth, ...rounded] = states;
      for (const [i, state] of rounded.entries()) {
        const { relative } = await engine.call('compare', { a: asRow(state.z), b: asRow(truth!.z) });
        points[i]!.push({ tokens, relative, z0: state.z[0]!, exactZ0: truth!.z[0]! });
      }
      onProgress?.({ done: tokens, total });
    }
    return ACCUMULATORS.map((accumulator, i) => ({ accumulator, points: points[i]! }));
  } finally {
    await closeStreams(engine, handles);
  }
}
