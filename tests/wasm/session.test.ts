// The far side: a real core behind the port, reached through the client as a page reaches it.
import { describe, expect, test, vi } from 'vitest';
import type { Engine, Progress } from '../../web/engine/calls.js';
import { createEngine } from '../../web/engine/client.js';
import { localPort } from '../../web/engine/local-port.js';
import { clockResolution } from '../../web/engine/measure.js';
import { analysisFile, freshCore, sources } from './builds.js';

function localEngine(): Engine {
  const refuse = () => {
    throw new Error('no workers here');
  };
  return createEngine({ sources, analysis: analysisFile, spawn: refuse, spawnHere: localPort });
}

/** As in memory.test.ts: the first call splits the free memory in two. */
const settled = (engine: Engine) => engine.call('random', { rows: 1, cols: 1, seed: 1 });

const stream = { keyDim: 8, valueDim: 4, featureMap: { kind: 'elu+1' } } as const;
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error) => error.code,
  );

describe('a long run', () => {
  test('gives the same numbers however it is cut', async () => {
    const engine = localEngine();
    const run = async (...stops: number[]) => {
      const { handle } = await engine.call('openStream', stream);
      for (const tokens of stops) await engine.call('runStream', { handle, tokens, seed: 5 });
      return [...(await engine.call('saveStream', { handle }))];
    };
    const whole = await run(5000);
    expect(await run(1, 255, 257, 3000, 5000)).toEqual(whole);
    expect(await run(4096, 5000)).toEqual(whole);
  });

  test('tells its progress, hears a cancel, stays where it stopped, and goes on from there', async () => {
    const engine = localEngine();
    const { handle } = await engine.call('openStream', stream);
    const stop = new AbortController();
    const seen: Progress[] = [];
    const run = engine.call(
      'runStream',
      { handle, tokens: 1e9, seed: 1 },
      {
        signal: stop.signal,
        onProgress(progress) {
          seen.push(progress);
          if (seen.length === 3) stop.abort();
        },
      },
    );
    expect(await codeOf(run)).toBe('cancelled');
    expect(seen).toHaveLength(3);
    expect(seen.every(({ done, total }, i) => total === 1e9 && done > (seen[i - 1]?.done ?? 0))).toBe(true);
    const { tokens } = await engine.call('streamState', { handle });
    expect(tokens).toBeGreaterThanOrEqual(seen[2]!.done);
    const finished = await engine.call('runStream', { handle, tokens: tokens + 10, seed: 1 });
    expect(finished).toMatchObject({ tokens: tokens + 10, stateBytes: 4 * (8 * 4 + 8) });
    expect(finished.usedBytesAfter).toBe(finished.usedBytesBefore);
    expect(finished.lastOutput).toHaveLength(4);
  });

  test('lets the page breathe', async () => {
    const engine = localEngine();
    const { handle } = await engine.call('openStream', stream);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await engine.call('runStream', { handle, tokens: 200_000, seed: 1 });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });

  test('that has nothing to do ends at once', async () => {
    const engine = localEngine();
    const { handle } = await engine.call('openStream', stream);
    await engine.call('runStream', { handle, tokens: 10, seed: 1 });
    expect(await engine.call('runStream', { handle, tokens: 10, seed: 1 })).toMatchObject({ tokens: 10 });
  });
});

test('a cache really takes the memory of its keys and values, and gives it back', async () => {
  const engine = localEngine();
  await settled(engine);
  const before = await engine.call('about', null);
  const grown = await engine.call('growCache', { tokens: 10_000, keyDim: 64, valueDim: 64, seed: 1 });
  expect(grown).toMatchObject({ tokens: 10_000, cacheNumbers: 1_280_000, cacheBytes: 5_120_000 });
  const taken = grown.usedBytesAfter - grown.usedBytesBefore;
  // A page of 256 tokens is taken whole, and the allocator keeps a few bytes beside each page.
  const page = 256 * 128 * 4;
  expect(taken).toBeGreaterThanOrEqual(grown.cacheBytes);
  expect(taken).toBeLessThan(grown.cacheBytes + 2 * page);
  expect((await engine.call('about', null)).usedBytes).toBe(before.usedBytes);
});

test('a cache past the limit is refused with a sentence, before anything is taken', async () => {
  const engine = localEngine();
  await settled(engine);
  const before = await engine.call('about', null);
  const call = engine.call('growCache', { tokens: 2e9, keyDim: 64, valueDim: 64, seed: 1 });
  await expect(call).rejects.toThrow(/tokens asks for 95[0-9] GiB of memory; the limit is 1\.50 GiB/);
  expect(await engine.call('about', null)).toEqual(before);
});

describe('training', () => {
  test('returns every loss, and the parts that progress brings are the same losses', async () => {
    const engine = localEngine();
    const [q, k] = await Promise.all(
      [1, 2].map((seed) => engine.call('random', { rows: 24, cols: 8, seed })),
    );
    const { handle, loss, lossFloor } = await engine.call('openTrainer', { q: q!, k: k!, seed: 3 });
    const parts: number[] = [];
    const result = await engine.call(
      'train',
      { handle, steps: 200 },
      { onProgress: ({ losses }) => parts.push(...losses!) },
    );
    expect(result.steps).toBe(200);
    expect(result.losses).toHaveLength(200);
    expect(result.losses[0]).toBe(loss);
    expect(parts).toEqual([...result.losses.subarray(0, parts.length)]);
    expect(result.losses.at(-1)!).toBeLessThan(loss);
    expect(result.losses.at(-1)!).toBeGreaterThanOrEqual(lossFloor);
  });
});

describe('measuring', () => {
  const task = (label: string, n: number) => ({
    label,
    n,
    dim: 8,
    seed: 1,
    options: { mechanism: { kind: 'softmax' as const } },
  });

  test('gives median, extremes and the step of the clock for each task', async () => {
    const engine = localEngine();
    const results = await engine.call('measure', {
      tasks: [task('short', 8), task('long', 256)],
      repeats: 5,
      budgetMs: 10_000,
    });
    expect(results.map(({ label, n, runs }) => [label, n, runs])).toEqual([
      ['short', 8, 5],
      ['long', 256, 5],
    ]);
    for (const { minMs, medianMs, maxMs, resolutionMs } of results) {
      expect(minMs).toBeGreaterThan(0);
      expect(medianMs).toBeGreaterThanOrEqual(minMs);
      expect(maxMs).toBeGreaterThanOrEqual(medianMs);
      expect(resolutionMs).toBeGreaterThan(0);
    }
    // 1,024 times the pairs: whatever the machine is doing, that shows.
    expect(results[1]!.minMs).toBeGreaterThan(results[0]!.minMs);
  });

  test('stops at its budget, with one round of each at least', async () => {
    const engine = localEngine();
    const results = await engine.call('measure', { tasks: [task('a', 64)], repeats: 10_000, budgetMs: 0 });
    expect(results[0]!.runs).toBe(1);
  });

  test('finds the step of a coarse clock', () => {
    let real = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      real += 0.3;
      return Math.floor(real / 5) * 5;
    });
    expect(clockResolution()).toBe(5);
    clock.mockRestore();
  });
});

describe('streams over there', () => {
  test('answer as streams here do', async () => {
    const engine = localEngine();
    const core = await freshCore('simd');
    const here = core.stream(stream);
    const { handle, stateBytes, featureDim } = await engine.call('openStream', stream);
    expect([stateBytes, featureDim]).toEqual([here.stateBytes, here.featureDim]);
    const [q, v] = [Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8), Float32Array.of(1, 2, 3, 4)];
    expect(await engine.call('step', { handle, q, k: q, v })).toEqual({ ...here.step(q, q, v), tokens: 1 });
    const [tokens, values] = [
      core.random({ rows: 5, cols: 8, seed: 1 }),
      core.random({ rows: 5, cols: 4, seed: 2 }),
    ];
    const extended = await engine.call('extend', { handle, q: tokens, k: tokens, v: values });
    expect(extended).toEqual({ output: here.extend(tokens, tokens, values), tokens: 6 });
    const saved = await engine.call('saveStream', { handle });
    expect(saved).toEqual(here.save());
    await engine.call('step', { handle, q, k: q, v });
    expect(await engine.call('restoreStream', { handle, bytes: saved })).toEqual({ tokens: 6 });
    expect(await engine.call('streamState', { handle })).toEqual({ ...here.state(), tokens: 6, stateBytes });
  });

  test('are gone once closed; a trainer is no stream', async () => {
    const engine = localEngine();
    const { handle } = await engine.call('openStream', stream);
    await engine.call('close', { handle });
    await engine.call('close', { handle });
    await expect(engine.call('saveStream', { handle })).rejects.toThrow(/stream number \d+ is not open/);
    const q = { rows: 2, cols: 1, data: Float32Array.of(1, 2) };
    const trainer = await engine.call('openTrainer', { q, k: q, seed: 1 });
    expect(await codeOf(engine.call('saveStream', trainer))).toBe('disposed');
  });
});
