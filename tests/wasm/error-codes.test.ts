// Every code that the module may throw, thrown here and explained in docs/module.md: a code that nothing throws, or that no
// reader can look up, is missed.
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { loadAttention } from '../../web/engine/attention.js';
import { Guard } from '../../web/engine/guard.js';
import type { Instance } from '../../web/engine/instance.js';
import type { RawCommon } from '../../web/engine/raw-module.js';
import type { CostOptions, ErrorCode } from '../../web/engine/types.js';
import { freshCore, matrix, wasmBytes } from './builds.js';

const one = matrix([[1]]);
const softmax = { mechanism: { kind: 'softmax' } } as const;

/** Its memory cannot grow, as where the engine has no more to give. */
function starved(core: Instance): void {
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
    throw new RangeError('no more memory');
  });
  try {
    core.random({ rows: 2 ** 22, cols: 64, seed: 1 });
  } finally {
    grow.mockRestore();
  }
}

function afterDisposal(core: Instance): void {
  const stream = core.stream({ keyDim: 1, valueDim: 1, featureMap: { kind: 'identity' } });
  stream.dispose();
  stream.state();
}

// By the type, the compiler asks for one that was added.
const THROWN: Record<ErrorCode, (core: Instance) => unknown> = {
  'bad-argument': (core) => core.attend(one, one, null as never, softmax),
  'bad-shape': (core) => core.attend(one, matrix([[1, 2]]), one, softmax),
  'not-finite': (core) => core.attend(matrix([[Number.NaN]]), one, one, softmax),
  'bad-option': (core) => core.attend(one, one, one, { mechanism: { kind: 'linaer' as 'softmax' } }),
  'too-large': (core) => core.random({ rows: 1e9, cols: 64, seed: 1 }),
  'out-of-memory': starved,
  overflow: (core) => core.multiply(matrix([[3e38]]), matrix([[3e38]])),
  disposed: afterDisposal,
  'load-failed': () => loadAttention({ build: 'simd', wasm: wasmBytes('scalar') }),
  crashed: () =>
    new Guard({} as RawCommon).plain(() => {
      throw new WebAssembly.RuntimeError('unreachable');
    }),
};

test.each(Object.entries(THROWN))('%s is thrown', async (code, call) => {
  const core = await freshCore('scalar');
  await expect((async () => call(core))()).rejects.toMatchObject({ name: 'AttentionError', code });
});

test('docs/module.md explains every code, and no other', () => {
  const text = readFileSync(new URL('../../docs/module.md', import.meta.url), 'utf8');
  const table = text.slice(text.indexOf('| code'), text.indexOf('What this module decides'));
  const explained = [...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, code]) => code);
  expect(explained.sort()).toEqual(Object.keys(THROWN).sort());
});

test('a cost needs no gates, and checks those that it is given', async () => {
  const core = await freshCore('scalar');
  const shape = { queries: 8, keys: 8, keyDim: 2, valueDim: 2 };
  const featureMap = { kind: 'elu+1' } as const;
  // Without `as`, which would hide what the type refuses.
  const of = (update: NonNullable<Extract<CostOptions['mechanism'], { kind: 'linear' }>['update']>) =>
    core.cost({ mechanism: { kind: 'linear', featureMap, update }, ...shape });
  expect(of({ kind: 'delta' })).toEqual(of({ kind: 'delta', beta: 0.5 }));
  expect(of({ kind: 'delta' })).toEqual(of({ kind: 'delta', beta: Float32Array.of(0.5) }));
  expect(of({ kind: 'decay' })).toEqual(of({ kind: 'decay', gamma: 0.5 }));
  // @ts-expect-error: no gate is a text.
  expect(() => of({ kind: 'delta', beta: 'half' })).toThrow(/^mechanism\.update\.beta is/);
  expect(() => of({ kind: 'decay', gamma: 2 })).toThrow(/^mechanism\.update\.gamma is 2/);
  expect(() => of({ kind: 'decay', gamma: 0.5, logDecay: Float32Array.of(-1) })).toThrow(/has both/);
  // Where it runs, a gate is needed, by the type and by the call.
  const runs = () =>
    // @ts-expect-error: beta is missing.
    core.attend(one, one, one, { mechanism: { kind: 'linear', featureMap, update: { kind: 'delta' } } });
  expect(runs).toThrow(expect.objectContaining({ code: 'bad-argument' }));
});
