// Worked example 2 as numbers: a stream that goes forward and back without loss, and long runs. No DOM.
import type { CacheRun, CallOptions, Calls, Engine, Handle, StreamRun } from '../../engine/calls.js';
import type { Comparison, FeatureMap, Matrix, StreamOptions, Update } from '../../engine/types.js';
import { asRow, identityMatrix, rowOf, rowsOf } from '../../model/matrices.js';
import type { Accumulator } from './accumulators-model.js';
import { closeStreams, openStreams } from './open-streams.js';

export interface StateSettings {
  readonly featureMap: FeatureMap;
  readonly update: Update;
  readonly accumulator: Accumulator;
}

export interface Tokens {
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
}

/** Everything the figure shows after t tokens. */
export interface Moment {
  readonly tokens: number;
  readonly S: Matrix;
  readonly z: Float32Array;
  readonly stateBytes: number;
  /** The output of the last token, null before the first. */
  readonly output: Float32Array | null;
  readonly status: number;
  /** phi(k) and v of the last token: what was written. */
  readonly written: {
    readonly features: Float32Array;
    readonly v: Float32Array;
    readonly outer: Matrix;
  } | null;
  readonly rank: number;
  /** Against a stream with a float64 accumulator that saw the same tokens. */
  readonly drift: Comparison;
}

/** What the two streams say after a token. */
interface Reading {
  readonly stepped: Calls['step']['out'];
  readonly state: Calls['streamState']['out'];
  /** Of the stream with a float64 accumulator. */
  readonly truth: Calls['streamState']['out'];
  readonly v: Float32Array;
}

interface Step {
  readonly reading: Reading;
  readonly saved: Uint8Array;
  readonly exactSaved: Uint8Array;
}

// The engine's own rank counts singular values above 2^-52; S was summed in float32, whose rounding alone would
// make every direction count, so the step of float32 stands here.
const FLOAT32_STEP = 2 ** -23;

/** Rank of S: singular values above largest * max(rows, cols) * 2^-23. */
export async function rankOf(engine: Engine, S: Matrix): Promise<number> {
  const { singularValues } = await engine.call('kernelSpectrum', {
    q: S,
    k: identityMatrix(S.cols),
    kernel: { kind: 'feature-map', featureMap: { kind: 'identity' } },
  });
  const tolerance = (singularValues[0] ?? 0) * Math.max(S.rows, S.cols) * FLOAT32_STEP;
  return singularValues.filter((value) => value > tolerance).length;
}

/**
 * A stream over given tokens that can be moved to any of them. Each position is saved once, in the core's own
 * bytes, and going back restores those bytes.
 */
export class SteppedStream {
  readonly #tokens: Tokens;
  readonly #settings: StateSettings;
  readonly #stream: Handle;
  readonly #exact: Handle;
  readonly #saved: Uint8Array[];
  readonly #exactSaved: Uint8Array[];
  /** What was read after each token. */
  readonly #readings: Reading[] = [];
  /** By the number of tokens: those that have been asked for. */
  readonly #moments = new Map<number, Moment>();

  private constructor(
    tokens: Tokens,
    settings: StateSettings,
    handles: { stream: Handle; exact: Handle },
    start: { saved: Uint8Array; exact: Uint8Array; moment: Moment },
  ) {
    this.#tokens = tokens;
    this.#settings = settings;
    this.#stream = handles.stream;
    this.#exact = handles.exact;
    this.#saved = [start.saved];
    this.#exactSaved = [start.exact];
    this.#moments.set(0, start.moment);
  }

  static async open(engine: Engine, tokens: Tokens, settings: StateSettings): Promise<SteppedStream> {
    const options: StreamOptions = {
      keyDim: tokens.k.cols,
      valueDim: tokens.v.cols,
      featureMap: settings.featureMap,
      update: settings.update,
    };
    const handles = await openStreams(engine, [
      { ...options, accumulator: settings.accumulator },
      { ...options, accumulator: 'float64' },
    ]);
    try {
      const [stream, exact] = handles as [Handle, Handle];
      const [saved, exactSaved, state] = await Promise.all([
        engine.call('saveStream', { handle: stream }),
        engine.call('saveStream', { handle: exact }),
        engine.call('streamState', { handle: stream }),
      ]);
      const moment: Moment = {
        tokens: 0,
        S: state.S,
        z: state.z,
        stateBytes: state.stateBytes,
        output: null,
        status: 0,
        written: null,
        rank: 0,
        drift: await engine.call('compare', { a: state.S, b: state.S }),
      };
      return new SteppedStream(tokens, settings, { stream, exact }, { saved, exact: exactSaved, moment });
    } catch (error) {
      // Broken off: nobody else knows of them.
      await closeStreams(engine, handles);
      throw error;
    }
  }

  get length(): number {
    return this.#tokens.k.rows;
  }

  /**
   * The moment after `tokens` tokens: steps forward where it is new, restores where it has been. All steps are asked for at
   * once: the core takes calls in their order, and an answer to each before the next would cost the page a turn.
   */
  async goTo(engine: Engine, tokens: number): Promise<Moment> {
    const target = Math.max(0, Math.min(tokens, this.length));
    const from = Math.min(target, this.#readings.length);
    const restored = [
      engine.call('restoreStream', { handle: this.#stream, bytes: this.#saved[from]! }),
      engine.call('restoreStream', { handle: this.#exact, bytes: this.#exactSaved[from]! }),
    ];
    const steps = Array.from({ length: target - from }, (_, i) => this.#advance(engine, from + i));
    const [taken] = await Promise.all([Promise.all(steps), ...restored]);
    for (const { reading, saved, exactSaved } of taken) {
      this.#readings.push(reading);
      this.#saved.push(saved);
      this.#exactSaved.push(exactSaved);
    }
    const moment = this.#moments.get(target) ?? (await this.#momentOf(engine, target));
    this.#moments.set(target, moment);
    return moment;
  }

  /** Whether the core's state now equals, byte for byte, what was saved when it first stood here. */
  async isBitIdentical(engine: Engine, tokens: number): Promise<boolean> {
    const now = await engine.call('saveStream', { handle: this.#stream });
    const then = this.#saved[tokens];
    return then !== undefined && now.length === then.length && now.every((byte, i) => byte === then[i]);
  }

  close(engine: Engine): Promise<void> {
    return closeStreams(engine, [this.#stream, this.#exact]);
  }

  /** Writes a token, counted from 0, into both streams and reads them. */
  async #advance(engine: Engine, token: number): Promise<Step> {
    const vectors = {
      q: rowOf(this.#tokens.q, token).slice(),
      k: rowOf(this.#tokens.k, token).slice(),
      v: rowOf(this.#tokens.v, token).slice(),
    };
    const [stepped, , state, truth, saved, exactSaved] = await Promise.all([
      engine.call('step', { handle: this.#stream, ...vectors }),
      engine.call('step', { handle: this.#exact, ...vectors }),
      engine.call('streamState', { handle: this.#stream }),
      engine.call('streamState', { handle: this.#exact }),
      engine.call('saveStream', { handle: this.#stream }),
      engine.call('saveStream', { handle: this.#exact }),
    ]);
    return { reading: { stepped, state, truth, v: vectors.v }, saved, exactSaved };
  }

  /** What the figure shows after `tokens` tokens, 1 or more, that have been written. */
  async #momentOf(engine: Engine, tokens: number): Promise<Moment> {
    const { stepped, state, truth, v } = this.#readings[tokens - 1]!;
    const written = async () => {
      const features = await engine.call('featureMap', {
        x: rowsOf(this.#tokens.k, tokens - 1, tokens),
        map: this.#settings.featureMap,
        role: 'key',
      });
      const { product } = await engine.call('multiply', { a: features, b: asRow(v), transposeA: true });
      return { features: features.data, v, outer: product };
    };
    const [last, rank, drift] = await Promise.all([
      written(),
      rankOf(engine, state.S),
      engine.call('compare', { a: state.S, b: truth.S }),
    ]);
    return {
      tokens,
      S: state.S,
      z: state.z,
      stateBytes: state.stateBytes,
      output: stepped.output,
      status: stepped.status,
      written: last,
      rank,
      drift,
    };
  }
}

/** Where the long run stops to read sizes. */
export const MILESTONES: readonly number[] = [3, 10, 10_000, 3_000_000];
/** Of the long run: d and r. */
export const HEAD = 64;

export interface LongRun {
  readonly run: StreamRun;
  readonly rank: number;
  /** The cache that softmax attention would keep, really held and measured, or why the core refused it. */
  readonly cache: CacheRun | { readonly refused: string };
}

/** Feeds seeded tokens into one stream (d = r = 64, elu+1, sum) and reads the sizes at each milestone. */
export async function runLong(
  engine: Engine,
  { accumulator, seed }: { accumulator: Accumulator; seed: number },
  { onRow, ...options }: CallOptions & { onRow: (row: LongRun) => void },
): Promise<void> {
  const { handle } = await engine.call('openStream', {
    keyDim: HEAD,
    valueDim: HEAD,
    featureMap: { kind: 'elu+1' },
    accumulator,
  });
  try {
    for (const tokens of MILESTONES) {
      const run = await engine.call('runStream', { handle, tokens, seed }, options);
      const { S } = await engine.call('streamState', { handle });
      onRow({ run, rank: await rankOf(engine, S), cache: await cacheOf(engine, tokens, seed) });
    }
  } finally {
    await engine.call('close', { handle });
  }
}

async function cacheOf(engine: Engine, tokens: number, seed: number): Promise<LongRun['cache']> {
  try {
    return await engine.call('growCache', { tokens, keyDim: HEAD, valueDim: HEAD, seed });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== 'too-large' && code !== 'out-of-memory') throw error;
    return { refused: (error as Error).message };
  }
}
