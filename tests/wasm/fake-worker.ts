// A worker that does only what a test tells it to, and engines that start such workers.
import { vi } from 'vitest';
import type { Request } from '../../web/engine/calls.js';
import { createEngine, type Port } from '../../web/engine/client.js';
import type { FromHost, ToHost } from '../../web/engine/messages.js';
import { analysisFile, sources } from './builds.js';

export class FakeWorker implements Port {
  onmessage: Port['onmessage'] = null;
  onerror: Port['onerror'] = null;
  readonly received: Request[] = [];
  firstHandle = 0;
  /** How often it was told where the second module lies, and how many calls it had by then. */
  readonly handed: number[] = [];
  ended = false;

  /** What its script does first, when a page starts it. */
  start: () => void;

  constructor(start?: (worker: FakeWorker) => void) {
    this.start = () => queueMicrotask(() => (start ? start(this) : this.send({ kind: 'ready' })));
  }

  postMessage(message: ToHost): void {
    const copy = structuredClone(message);
    if ('boot' in copy) this.firstHandle = copy.boot.firstHandle;
    else if ('analysis' in copy) this.handed.push(this.received.length);
    else this.received.push(copy);
  }

  terminate(): void {
    this.ended = true;
  }

  send(message: FromHost): void {
    this.onmessage?.({ data: message });
  }

  /** The ids of the calls of that name, cancels as `cancel`. */
  ids(call: Request['call']): number[] {
    return this.received.filter((request) => request.call === call).map(({ id }) => id);
  }

  done(id: number, value: unknown): void {
    this.send({ id, kind: 'done', value: value as never });
  }
}

const matrix = { rows: 1, cols: 1, data: Float32Array.of(1) };
export const softmax = {
  q: matrix,
  k: matrix,
  v: matrix,
  options: { mechanism: { kind: 'softmax' } },
} as const;

export function engineWith(...workers: (FakeWorker | Error)[]) {
  return engineResting(undefined, ...workers);
}

export function engineResting(restMs: number | undefined, ...workers: (FakeWorker | Error)[]) {
  const here = new FakeWorker();
  const left = [...workers];
  const engine = createEngine({
    sources,
    analysis: analysisFile,
    spawn() {
      const next = left.shift();
      if (next === undefined) throw new Error('no more workers');
      if (next instanceof Error) throw next;
      next.start();
      return next;
    },
    spawnHere: () => here,
    ...(restMs !== undefined && { restMs }),
  });
  return { engine, here, left };
}

/** Lets everything that is due happen. */
export const settle = () => vi.advanceTimersByTimeAsync(0);
export const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error) => error.code,
  );
