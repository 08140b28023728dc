// The page's side alone, against a worker that does only what a test tells it to.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Progress } from '../../web/engine/calls.js';
import { createEngine } from '../../web/engine/client.js';
import { analysisFile, sources } from './builds.js';
import { codeOf, engineResting, engineWith, FakeWorker, settle, softmax } from './fake-worker.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('calls', () => {
  test('are told apart by their ids, in whatever order the answers come', async () => {
    const worker = new FakeWorker();
    const { engine } = engineWith(worker);
    const first = engine.call('about', null);
    const second = engine.call('about', null);
    await settle();
    const [one, two] = worker.ids('about') as [number, number];
    worker.done(two, 'second');
    worker.done(one, 'first');
    expect([await first, await second]).toEqual(['first', 'second']);
  });

  test('fail with the code and the sentence that the core gave', async () => {
    const worker = new FakeWorker();
    const { engine } = engineWith(worker);
    const call = engine.call('attend', softmax);
    await settle();
    worker.send({
      id: worker.ids('attend')[0]!,
      kind: 'failed',
      code: 'bad-shape',
      message: 'k has 2 columns.',
    });
    await expect(call).rejects.toMatchObject({
      name: 'AttentionError',
      code: 'bad-shape',
      message: 'k has 2 columns.',
    });
  });

  test('report progress, until they are done', async () => {
    const worker = new FakeWorker();
    const { engine } = engineWith(worker);
    const seen: Progress[] = [];
    const call = engine.call(
      'growCache',
      { tokens: 9, keyDim: 1, valueDim: 1, seed: 1 },
      { onProgress: (p) => seen.push(p) },
    );
    await settle();
    const id = worker.ids('growCache')[0]!;
    worker.send({ id, kind: 'progress', progress: { done: 3, total: 9 } });
    worker.done(id, 'grown');
    worker.send({ id, kind: 'progress', progress: { done: 9, total: 9 } });
    await call;
    expect(seen).toEqual([{ done: 3, total: 9 }]);
  });

  test('with arguments that cannot be posted fail, and those after them do not', async () => {
    const worker = new FakeWorker();
    const { engine } = engineWith(worker);
    const bad = engine.call('random', { rows: 1, cols: 1, seed: (() => 1) as never });
    const good = engine.call('about', null);
    await expect(bad).rejects.toMatchObject({ code: 'bad-argument' });
    worker.done(worker.ids('about')[0]!, 'fine');
    expect(await good).toBe('fine');
  });
});

describe('cancelling', () => {
  test('rejects at once and tells the worker', async () => {
    const worker = new FakeWorker();
    const { engine } = engineWith(worker);
    const stop = new AbortController();
    const call = engine.call('attend', softmax, { signal: stop.signal });
    await settle();
    stop.abort();
    await expect(call).rejects.toMatchObject({ name: 'CancelledError', code: 'cancelled' });
    await settle();
    expect(worker.ids('cancel')).toEqual(worker.ids('attend'));
  });

  test('before the call sends nothing', async () => {
    const worker = new FakeWorker();
    const { engine } = engineWith(worker);
    await expect(engine.call('about', null, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
    await settle();
    expect(worker.received).toEqual([]);
  });

  test('after the answer changes nothing', async () => {
    const worker = new FakeWorker();
    const { engine } = engineWith(worker);
    const stop = new AbortController();
    const call = engine.call('about', null, { signal: stop.signal });
    await settle();
    worker.done(worker.ids('about')[0]!, 'fine');
    expect(await call).toBe('fine');
    stop.abort();
    await settle();
    expect(worker.ids('cancel')).toEqual([]);
  });

  test('a worker that cannot hear is replaced, and what others asked is asked again', async () => {
    const [deaf, next] = [new FakeWorker(), new FakeWorker()];
    const { engine } = engineWith(deaf, next);
    const stop = new AbortController();
    const long = engine.call('attend', softmax, { signal: stop.signal });
    const other = engine.call('about', null);
    await settle();
    stop.abort();
    await expect(long).rejects.toMatchObject({ code: 'cancelled' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(deaf.ended).toBe(true);
    expect(next.ids('attend')).toEqual([]);
    next.done(next.ids('about')[0]!, 'fine');
    expect(await other).toBe('fine');
  });

  test('a worker at work on what is wanted is left to it, however long what was cancelled waits behind', async () => {
    const [worker, next] = [new FakeWorker(), new FakeWorker()];
    const { engine } = engineWith(worker, next);
    const stop = new AbortController();
    const wanted = engine.call('attend', softmax);
    const behind = engine.call('attend', softmax, { signal: stop.signal });
    await settle();
    stop.abort();
    expect(await codeOf(behind)).toBe('cancelled');
    await vi.advanceTimersByTimeAsync(5000);
    expect(worker.ended).toBe(false);
    worker.done(worker.ids('attend')[0]!, 'attended');
    expect(await wanted).toBe('attended');
    // It has begun the cancelled one, of which it does not hear either.
    await vi.advanceTimersByTimeAsync(1000);
    expect(worker.ended).toBe(true);
  });

  test('while the worker starts sends nothing, and does not end it', async () => {
    const worker = new FakeWorker(() => {});
    const { engine } = engineWith(worker);
    const stop = new AbortController();
    const early = engine.call('attend', softmax, { signal: stop.signal });
    await settle();
    stop.abort();
    expect(await codeOf(early)).toBe('cancelled');
    await vi.advanceTimersByTimeAsync(2000);
    worker.send({ kind: 'ready' });
    const call = engine.call('about', null);
    await settle();
    expect(worker.ended).toBe(false);
    expect(worker.received.map(({ call: name }) => name)).toEqual(['about']);
    worker.done(worker.ids('about')[0]!, 'fine');
    expect(await call).toBe('fine');
  });

  test('a worker with an open stream is never replaced for being busy', async () => {
    const worker = new FakeWorker();
    const { engine } = engineWith(worker);
    const opened = engine.call('openStream', { keyDim: 1, valueDim: 1, featureMap: { kind: 'elu+1' } });
    await settle();
    worker.done(worker.ids('openStream')[0]!, { handle: worker.firstHandle });
    await opened;
    const stop = new AbortController();
    const long = engine.call('attend', softmax, { signal: stop.signal });
    await settle();
    stop.abort();
    expect(await codeOf(long)).toBe('cancelled');
    await vi.advanceTimersByTimeAsync(5000);
    expect(worker.ended).toBe(false);
  });

  test('a stream that opens after nobody wants it is closed', async () => {
    const worker = new FakeWorker();
    const { engine } = engineWith(worker);
    const stop = new AbortController();
    const options = { keyDim: 1, valueDim: 1, featureMap: { kind: 'elu+1' } } as const;
    const opened = engine.call('openStream', options, { signal: stop.signal });
    await settle();
    stop.abort();
    expect(await codeOf(opened)).toBe('cancelled');
    worker.done(worker.ids('openStream')[0]!, { handle: 7 });
    await settle();
    expect(worker.received.at(-1)).toMatchObject({ call: 'close', args: { handle: 7 } });
  });
});

describe('a worker that ends', () => {
  const everyWay: [string, (worker: FakeWorker) => void][] = [
    [
      'by a trap',
      (worker) =>
        worker.send({ id: worker.ids('attend')[0]!, kind: 'failed', code: 'crashed', message: 'trap' }),
    ],
    ['by an error nobody caught', (worker) => worker.onerror?.({ message: 'out of memory' })],
  ];
  test.each(everyWay)('%s rejects all that is pending, and the next call starts another', async (_, end) => {
    const [first, second] = [new FakeWorker(), new FakeWorker()];
    const { engine } = engineWith(first, second);
    const calls = [engine.call('attend', softmax), engine.call('about', null)].map(codeOf);
    await settle();
    end(first);
    expect(await Promise.all(calls)).toEqual(['crashed', 'crashed']);
    expect(first.ended).toBe(true);
    const again = engine.call('about', null);
    await settle();
    second.done(second.ids('about')[0]!, 'fine');
    expect(await again).toBe('fine');
    expect(second.firstHandle).toBeGreaterThan(first.firstHandle);
  });

  test('takes its streams along: closing one of them starts no other', async () => {
    const worker = new FakeWorker();
    const { engine, left } = engineWith(worker, new FakeWorker());
    const opened = engine.call('openStream', { keyDim: 1, valueDim: 1, featureMap: { kind: 'elu+1' } });
    await settle();
    const handle = worker.firstHandle;
    worker.done(worker.ids('openStream')[0]!, { handle });
    await opened;
    worker.onerror?.({ message: 'out of memory' });
    expect(await engine.call('close', { handle })).toBeNull();
    expect(left).toHaveLength(1);
  });
});

describe('a worker with nothing to do', () => {
  const REST = 500;
  const rest = () => vi.advanceTimersByTimeAsync(REST);

  test('is ended, and the next call starts another, whose handles are its own', async () => {
    const [first, second] = [new FakeWorker(), new FakeWorker()];
    const { engine } = engineResting(REST, first, second);
    const call = engine.call('about', null);
    await settle();
    first.done(first.ids('about')[0]!, 'fine');
    expect(await call).toBe('fine');
    await vi.advanceTimersByTimeAsync(REST - 1);
    expect(first.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(first.ended).toBe(true);
    const again = engine.call('about', null);
    await settle();
    second.done(second.ids('about')[0]!, 'fine again');
    expect(await again).toBe('fine again');
    expect(second.firstHandle).toBeGreaterThan(first.firstHandle);
  });

  test('stays while it computes, and while a stream is open', async () => {
    const worker = new FakeWorker();
    const { engine } = engineResting(REST, worker);
    const quick = engine.call('about', null);
    const long = engine.call('attend', softmax);
    await settle();
    worker.done(worker.ids('about')[0]!, 'fine');
    await quick;
    await rest();
    expect(worker.ended).toBe(false);
    const opened = engine.call('openStream', { keyDim: 1, valueDim: 1, featureMap: { kind: 'elu+1' } });
    await settle();
    worker.done(worker.ids('attend')[0]!, 'attended');
    worker.done(worker.ids('openStream')[0]!, { handle: worker.firstHandle });
    await Promise.all([long, opened]);
    await rest();
    expect(worker.ended).toBe(false);
    const closed = engine.call('close', { handle: worker.firstHandle });
    await settle();
    worker.done(worker.ids('close')[0]!, null);
    await closed;
    await rest();
    expect(worker.ended).toBe(true);
  });

  test('stays for good where no time is given', async () => {
    const worker = new FakeWorker();
    const { engine } = engineWith(worker);
    const call = engine.call('about', null);
    await settle();
    worker.done(worker.ids('about')[0]!, 'fine');
    await call;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(worker.ended).toBe(false);
  });
});

describe('a page without workers', () => {
  const silent = () => new FakeWorker(() => {});
  const failing = () => new FakeWorker((worker) => worker.onerror?.({ message: 'refused by policy' }));
  test.each([
    ['refused by an exception', () => new Error('SecurityError'), 0],
    ['refused by an error event', failing, 0],
    ['never starting', silent, 10_000],
  ] as const)('%s computes on its own thread, for good', async (_, spawn, wait) => {
    const { engine, here, left } = engineWith(spawn(), new FakeWorker());
    const call = engine.call('about', null);
    await vi.advanceTimersByTimeAsync(wait);
    here.done(here.ids('about')[0]!, 'here');
    expect(await call).toBe('here');
    here.onerror?.({ message: 'the session broke' });
    const again = engine.call('about', null);
    await settle();
    here.done(here.ids('about')[1]!, 'here again');
    expect(await again).toBe('here again');
    expect(left).toHaveLength(1);
  });

  test('and without sources says why, and tries again', async () => {
    const worker = new FakeWorker();
    let fails = true;
    const engine = createEngine({
      sources: () => {
        if (fails) throw new Error('offline');
        return sources;
      },
      analysis: analysisFile,
      spawn() {
        worker.start();
        return worker;
      },
      spawnHere: () => worker,
    });
    await expect(engine.call('about', null)).rejects.toThrow('offline');
    fails = false;
    const call = engine.call('about', null);
    await settle();
    worker.done(worker.ids('about')[0]!, 'fine');
    expect(await call).toBe('fine');
  });
});

describe('the second module', () => {
  const spectrum = { q: softmax.q, k: softmax.k, kernel: { kind: 'softmax' } } as const;

  test('is handed over once, before the first call that needs it, and to each worker anew', async () => {
    const [first, second] = [new FakeWorker(), new FakeWorker()];
    const { engine } = engineWith(first, second);
    void engine.call('attend', softmax).catch(() => {});
    await settle();
    expect(first.handed).toEqual([]);
    void engine.call('kernelSpectrum', spectrum).catch(() => {});
    void engine.call('kernelSpectrum', spectrum).catch(() => {});
    await settle();
    expect(first.handed).toEqual([1]);
    expect(first.ids('kernelSpectrum')).toHaveLength(2);

    first.onerror?.({ message: 'died' });
    void engine.call('kernelSpectrum', spectrum).catch(() => {});
    await settle();
    expect(second.handed).toEqual([0]);
    expect(second.ids('kernelSpectrum')).toHaveLength(1);
  });

  test('that does not arrive fails the calls that need it, no others, and is tried again', async () => {
    const worker = new FakeWorker();
    let fails = true;
    const engine = createEngine({
      sources,
      analysis: async () => {
        if (fails) throw new Error('offline');
        return analysisFile;
      },
      spawn() {
        worker.start();
        return worker;
      },
      spawnHere: () => worker,
    });
    const other = engine.call('attend', softmax);
    await expect(engine.call('kernelSpectrum', spectrum)).rejects.toMatchObject({
      code: 'load-failed',
      message: expect.stringContaining('offline'),
    });
    worker.done(worker.ids('attend')[0]!, 'fine');
    expect(await other).toBe('fine');
    fails = false;
    void engine.call('kernelSpectrum', spectrum).catch(() => {});
    await settle();
    expect(worker.ids('kernelSpectrum')).toHaveLength(1);
  });

  test('a call that is cancelled while it waits for it is not sent', async () => {
    const worker = new FakeWorker();
    let arrive: (source: URL) => void = () => {};
    const arrival = new Promise<URL>((resolve) => {
      arrive = resolve;
    });
    const engine = createEngine({
      sources,
      analysis: () => arrival,
      spawn() {
        worker.start();
        return worker;
      },
      spawnHere: () => worker,
    });
    const controller = new AbortController();
    const call = engine.call('kernelSpectrum', spectrum, { signal: controller.signal });
    await settle();
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    arrive(analysisFile);
    await settle();
    expect(worker.ids('kernelSpectrum')).toEqual([]);
    // The worker was never busy with it, so it is not ended over it.
    await vi.advanceTimersByTimeAsync(10_000);
    expect(worker.ended).toBe(false);
  });
});
