// The far side alone, spoken to in messages.
import { afterEach, expect, test, vi } from 'vitest';
import { Host } from '../../web/engine/host.js';
import type { FromHost } from '../../web/engine/messages.js';
import { wasmBytes } from './builds.js';
import { softmax } from './fake-worker.js';

afterEach(() => vi.unstubAllGlobals());

/** A host that loads its core from an address, which answers when the test says so. */
function hostLoading() {
  let arrive = (_response: Response) => {};
  const fetched = vi.fn(
    () =>
      new Promise<Response>((resolve) => {
        arrive = resolve;
      }),
  );
  vi.stubGlobal('fetch', fetched);
  const sent: FromHost[] = [];
  const host = new Host((message) => sent.push(message));
  // An address of its own for each test: what has been compiled once is not fetched again.
  const address = `https://example.org/${crypto.randomUUID()}.wasm`;
  host.receive({ boot: { sources: { chosen: address }, firstHandle: 1, sliceMs: 20 } });
  const answers = (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count));
  const load = () => arrive(new Response(wasmBytes('simd')));
  return { host, sent, fetched, answers, load };
}

test('a call that is cancelled while the core is on its way is answered at once, and the core still arrives', async () => {
  const { host, sent, fetched, answers, load } = hostLoading();
  host.receive({ id: 1, call: 'attend', args: softmax });
  host.receive({ id: 1, call: 'cancel' });
  await answers(1);
  expect(sent[0]).toMatchObject({ id: 1, kind: 'failed', code: 'cancelled' });
  host.receive({ id: 2, call: 'about', args: null });
  load();
  await answers(2);
  expect(sent[1]).toMatchObject({ id: 2, kind: 'done', value: { build: 'simd' } });
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a call that is cancelled while another is before it is answered at once, and never begun', async () => {
  const { host, sent, answers, load } = hostLoading();
  host.receive({ id: 1, call: 'about', args: null });
  host.receive({ id: 2, call: 'attend', args: softmax });
  host.receive({ id: 2, call: 'cancel' });
  expect(sent).toMatchObject([{ id: 2, kind: 'failed', code: 'cancelled' }]);
  load();
  await answers(2);
  expect(sent[1]).toMatchObject({ id: 1, kind: 'done' });
});
