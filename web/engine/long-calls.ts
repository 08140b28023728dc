// Calls that run for seconds, in slices of time. What they compute does not depend on where the slices fall.
import type { LoadedAnalysis } from './analysis.js';
import type { CacheRun, Calls, StreamRun } from './calls.js';
import type { Control } from './control.js';
import type { Instance } from './instance.js';
import type { OpenStream } from './stream.js';
import type { OpenTrainer } from './trainer.js';
import type { Matrix } from './types.js';

/** Tokens are drawn a block at a time, each block from its own seed: token t is the same however a run is cut. */
const BLOCK = 256;

/** A seed for part `part` of block `block`: a bijection of the seed, so no two seeds share a block. */
function blockSeed(seed: number, block: number, part: number): number {
  return (seed ^ Math.imul(3 * block + part + 1, 0x9e3779b1)) >>> 0;
}

function rowsOf({ cols, data }: Matrix, from: number, to: number): Matrix {
  return { rows: to - from, cols, data: data.subarray(from * cols, to * cols) };
}

/** Tokens are uniform with standard deviation `scale`: millions of them are drawn, and normal ones take ten times as long. */
export async function runStream(
  core: Instance,
  stream: OpenStream,
  { tokens, seed, scale = 1 }: Omit<Calls['runStream']['in'], 'handle'>,
  control: Control,
): Promise<StreamRun> {
  const first = stream.tokens;
  const before = core.memory().usedBytes;
  const started = performance.now();
  let slice = started;
  let lastOutput = new Float32Array(stream.valueDim);
  while (stream.tokens < tokens) {
    const block = Math.floor(stream.tokens / BLOCK);
    const from = stream.tokens - block * BLOCK;
    const to = Math.min(BLOCK, tokens - block * BLOCK);
    const draw = (cols: number, part: number) => {
      const options = { distribution: 'uniform', scale: scale * Math.sqrt(3) } as const;
      return rowsOf(
        core.random({ rows: to, cols, seed: blockSeed(seed, block, part), ...options }),
        from,
        to,
      );
    };
    const output = stream.extend(draw(stream.keyDim, 0), draw(stream.keyDim, 1), draw(stream.valueDim, 2));
    lastOutput = output.data.slice(-output.cols);
    if (performance.now() - slice > control.sliceMs) {
      control.progress({ done: stream.tokens - first, total: tokens - first });
      await control.pause();
      slice = performance.now();
    }
  }
  return {
    tokens: stream.tokens,
    stateBytes: stream.stateBytes,
    usedBytesBefore: before,
    usedBytesAfter: core.memory().usedBytes,
    milliseconds: performance.now() - started,
    lastOutput,
  };
}

export async function growCache(
  core: LoadedAnalysis,
  options: Calls['growCache']['in'],
  control: Control,
): Promise<CacheRun> {
  const before = core.memory().usedBytes;
  const { tokens } = options;
  const cache = core.cache(options);
  try {
    let slice = performance.now();
    while (cache.tokens < tokens) {
      cache.append(Math.min(BLOCK, tokens - cache.tokens));
      if (performance.now() - slice > control.sliceMs) {
        control.progress({ done: cache.tokens, total: tokens });
        await control.pause();
        slice = performance.now();
      }
    }
    return {
      tokens: cache.tokens,
      cacheNumbers: cache.numbers,
      cacheBytes: 4 * cache.numbers,
      usedBytesBefore: before,
      usedBytesAfter: core.memory().usedBytes,
    };
  } finally {
    cache.dispose();
  }
}

export async function train(
  trainer: OpenTrainer,
  steps: number,
  control: Control,
): Promise<Calls['train']['out']> {
  const losses = new Float64Array(steps);
  let reported = 0;
  let slice = performance.now();
  for (let done = 0; done < steps; ) {
    losses.set(trainer.run(1), done);
    done++;
    if (performance.now() - slice > control.sliceMs) {
      control.progress({ done, total: steps, losses: losses.slice(reported, done) });
      reported = done;
      await control.pause();
      slice = performance.now();
    }
  }
  return { losses, steps: trainer.steps, weights: trainer.weights() };
}
