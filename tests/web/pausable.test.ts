// An engine that is held back while nobody looks.
import { expect, test } from 'vitest';
import type { Engine } from '../../web/engine/calls.js';
import { pausable } from '../../web/pages/embed/pausable.js';

function recorded() {
  const called: boolean[] = [];
  const engine = {
    async call(_name: string, _args: unknown, options?: { signal?: AbortSignal }) {
      called.push(options?.signal?.aborted === true);
      if (options?.signal?.aborted) throw new Error('cancelled');
      return null;
    },
  } as unknown as Engine;
  return { called, held: pausable(engine) };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

test('a call waits for resume, and goes on then', async () => {
  const { called, held } = recorded();
  held.pause();
  const call = held.call('about', null);
  await turn();
  expect(called).toEqual([]);
  held.resume();
  await call;
  expect(called).toEqual([false]);
});

test('what is open for one answer is used and closed, so that it does not keep the core', async () => {
  const { called, held } = recorded();
  held.pause();
  await held.call('runStream', { handle: 1, tokens: 10, seed: 1 }, { goesOn: true });
  await held.call('close', { handle: 1 });
  expect(called).toEqual([false, false]);
  // A step of a stream that stays open waits as any other call does.
  const stop = new AbortController();
  const nothing = new Float32Array(1);
  const step = held.call('step', { handle: 2, q: nothing, k: nothing, v: nothing }, { signal: stop.signal });
  await turn();
  expect(called).toHaveLength(2);
  stop.abort();
  await expect(step).rejects.toThrow('cancelled');
});

test('a call that is cancelled while it waits is refused at once', async () => {
  const { called, held } = recorded();
  held.pause();
  const stop = new AbortController();
  const call = held.call('about', null, { signal: stop.signal });
  await turn();
  stop.abort();
  await expect(call).rejects.toThrow('cancelled');
  expect(called).toEqual([true]);
});
