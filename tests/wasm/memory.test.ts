// After any sequence of calls, failed ones included, the core holds no more than before.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { Instance } from '../../web/engine/instance.js';
import type { RawCommon } from '../../web/engine/raw-module.js';
import type { Analysis, FeatureMap, Mechanism, Want } from '../../web/engine/types.js';
import { BUILDS, freshCore } from './builds.js';

const MAPS: FeatureMap[] = [
  { kind: 'elu+1' },
  { kind: 'favor', features: 8, seed: 1 },
  { kind: 'trigonometric', features: 4, seed: 2 },
  { kind: 'taylor2' },
  { kind: 'dpfp', nu: 2 },
  { kind: 'cosformer' },
  { kind: 'efficient' },
  { kind: 'hedgehog' },
];
const MECHANISMS: { mechanism: Mechanism; want: Want[] }[] = [
  { mechanism: { kind: 'softmax' }, want: ['weights', 'logSumExp'] },
  { mechanism: { kind: 'flash', blockRows: 4, blockCols: 4 }, want: ['trace', 'logSumExp'] },
  {
    mechanism: { kind: 'sparse', pattern: { kind: 'longformer', window: 4, globalTokens: [0] } },
    want: ['weights'],
  },
  ...MAPS.map((featureMap) => ({
    mechanism: { kind: 'linear' as const, featureMap },
    want: ['weights' as const, 'normaliser' as const, 'state' as const],
  })),
];

/** The first call splits the free memory in two, and the allocator counts the head of a free block as used. */
function settle(core: Instance): void {
  core.random({ rows: 1, cols: 1, seed: 1 });
}

/** One of many different calls, chosen by `i`; some succeed, some fail in the module, some in the core. */
function anyCall(core: Instance, analysis: Analysis, i: number): void {
  const n = 1 + (i % 13);
  const dim = 1 + (i % 5);
  const [q, k, v] = [1, 2, 3].map((part) => core.random({ rows: n, cols: dim, seed: i + part }));
  const options = { ...MECHANISMS[i % MECHANISMS.length]!, causal: i % 3 === 0 };
  switch (i % 8) {
    case 0: {
      const stream = core.stream({ keyDim: dim, valueDim: dim, featureMap: { kind: 'elu+1' } });
      stream.extend(q!, k!, v!);
      const saved = stream.save();
      stream.step(q!.data.subarray(0, dim), k!.data.subarray(0, dim), v!.data.subarray(0, dim));
      stream.restore(saved);
      stream.state();
      stream.dispose();
      break;
    }
    case 1: {
      k!.data[n * dim - 1] = Number.NaN; // found in the core, after everything was copied in
      core.attend(q!, k!, v!, options);
      break;
    }
    case 2:
      core.attend(q!, k!, { ...v!, rows: n + 1 }, options); // found before
      break;
    case 3:
      core.random({ rows: 2 ** 30, cols: 2 ** 10, seed: 1 }); // refused for its size
      break;
    case 4: {
      core.featureMap(q!, MAPS[i % MAPS.length]!);
      analysis.kernelSpectrum(q!, k!, { kind: 'softmax' });
      core.compare(q!, k!);
      core.rowStatistics(q!);
      core.pattern(n, { kind: 'bigbird', blockSize: 2, randomBlocks: 0, seed: 1 });
      core.cost({ mechanism: options.mechanism, queries: n, keys: n, keyDim: dim, valueDim: dim });
      break;
    }
    case 5: {
      const trainer = analysis.trainer({ q: q!, k: k!, seed: i });
      trainer.run(1);
      trainer.weights();
      trainer.dispose();
      break;
    }
    default:
      core.attend(q!, k!, v!, options);
  }
}

describe.each(BUILDS)('the %s build', (build) => {
  test('holds as much after 10,000 mixed calls as after the first of them', async () => {
    const core = await freshCore(build);
    const analysis = await core.analysis();
    const held = () => [core.memory(), analysis.memory()];
    const run = (calls: number) => {
      let failed = 0;
      for (let i = 0; i < calls; i++) {
        try {
          anyCall(core, analysis, i);
        } catch (error) {
          expect((error as Error).name).toBe('AttentionError');
          failed++;
        }
      }
      return failed;
    };
    // The first round lets the heap grow to what such calls need.
    run(1000);
    const before = held();
    const failed = run(10_000);
    expect(held()).toEqual(before);
    expect(failed).toBeGreaterThan(3000);
    expect(failed).toBeLessThan(7000);
  });

  test('gives back all that large calls took', async () => {
    const core = await freshCore(build);
    settle(core);
    const before = core.memory().usedBytes;
    const x = core.random({ rows: 3000, cols: 8, seed: 1 });
    core.attend(x, x, x, { mechanism: { kind: 'softmax' }, want: ['weights'] });
    expect(core.memory().usedBytes).toBe(before);
    expect(core.memory().heapBytes).toBeGreaterThan(4 * 3000 * 3000);
  });

  test('hands out arrays of their own, that later calls and growth leave alone', async () => {
    const core = await freshCore(build);
    const x = core.random({ rows: 8, cols: 4, seed: 1 });
    const first = core.attend(x, x, x, { mechanism: { kind: 'softmax' } }).output.data;
    const copy = first.slice();
    const large = core.random({ rows: 2 ** 20, cols: 4, seed: 2 });
    core.attend(x, x, x, { mechanism: { kind: 'flash' } });
    expect(large.data.length).toBe(2 ** 22);
    expect(first).toEqual(copy);
    expect(first.buffer.byteLength).toBe(first.byteLength);
  });
});

test('a stream that was dropped without dispose() is closed when it is collected', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const core = await freshCore('scalar');
  settle(core);
  const before = core.memory().usedBytes;
  const drop = () => {
    for (let i = 0; i < 10; i++) core.stream({ keyDim: 64, valueDim: 64, featureMap: { kind: 'elu+1' } });
  };
  drop();
  expect(core.memory().usedBytes).toBeGreaterThan(before + 10 * 4 * 64 * 64);
  // What was collected is told in a task of its own.
  await expect
    .poll(() => {
      collect();
      return core.memory().usedBytes;
    })
    .toBe(before);
});

test('a core that trapped is of no more use, and disposing of what it held is harmless', async () => {
  const { Guard } = await import('../../web/engine/guard.js');
  const { Held } = await import('../../web/engine/held.js');
  let closed = 0;
  const guard = new Guard({ build: () => 'scalar' } as unknown as RawCommon);
  const held = new Held(guard, {}, 'stream', 64, () => closed++);
  const other = new Held(guard, {}, 'stream', 96, () => closed++);
  held.dispose();
  const trap = () => {
    throw new WebAssembly.RuntimeError('unreachable');
  };
  expect(() => guard.run(trap)).toThrow(expect.objectContaining({ code: 'crashed' }));
  expect(() => guard.run(trap)).toThrow(/crashed earlier and is of no more use/);
  expect(() => guard.plain((core) => core.build())).toThrow(/Load it again/);
  other.dispose();
  expect(closed).toBe(1);
});
