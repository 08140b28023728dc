// The far side of the page-worker boundary: takes requests from a port, runs them on a session, sends replies. One
// call runs at a time; while a long one pauses, cancels are heard and further calls wait their turn.
import type { Call, Reply, Request } from './calls.js';
import type { Control } from './control.js';
import { AttentionError, CancelledError } from './errors.js';
import { Instance } from './instance.js';
import { loadAny, loadFrom, type Source } from './load.js';
import { type AnalysisBoot, arrived, type Boot, type FromHost, type ToHost } from './messages.js';
import { Session } from './session.js';

type CallRequest = Exclude<Request, { call: 'cancel' }>;
type Send = (message: FromHost, transfer: ArrayBuffer[]) => void;

export class Host {
  readonly #send: Send;
  #boot: Boot['boot'] | undefined;
  #analysis: AnalysisBoot['analysis'] | undefined;
  #session: Promise<Session> | undefined;
  readonly #queue: CallRequest[] = [];
  /** The call at work, and the way to end its waiting. */
  #running: { readonly id: number; readonly cancel: () => void } | undefined;

  constructor(send: Send) {
    this.#send = send;
  }

  receive(message: ToHost): void {
    if ('boot' in message) {
      this.#boot = message.boot;
    } else if ('analysis' in message) {
      this.#analysis = message.analysis;
    } else if (message.call === 'cancel') {
      this.#cancel(message.id);
    } else {
      this.#queue.push(message);
      if (this.#running === undefined) void this.#work();
    }
  }

  /** Answers at once for a call that waits its turn, so that the page need not wait for the one before it. */
  #cancel(id: number): void {
    if (this.#running?.id === id) this.#running.cancel();
    const at = this.#queue.findIndex((request) => request.id === id);
    if (at < 0) return;
    this.#queue.splice(at, 1);
    this.#send(failure(id, new CancelledError()), []);
  }

  async #work(): Promise<void> {
    for (let request = this.#queue.shift(); request !== undefined; request = this.#queue.shift()) {
      const { id } = request;
      const cancelled = new Promise<never>((_, reject) => {
        this.#running = { id, cancel: () => reject(new CancelledError()) };
      });
      // A call that waits for nothing hears nothing.
      cancelled.catch(() => {});
      const reply = await this.#answer(request, cancelled);
      this.#send(reply, reply.kind === 'done' ? buffersOf(reply.value) : []);
    }
    this.#running = undefined;
  }

  async #answer({ id, call, args }: CallRequest, cancelled: Promise<never>): Promise<Reply> {
    const until = <T>(arrival: Promise<T>) => Promise.race([cancelled, arrival]);
    try {
      const session = await until(this.#load());
      return { id, kind: 'done', value: await session.run(call as Call, args, this.#control(id, until)) };
    } catch (error) {
      return failure(id, error);
    }
  }

  /** A failed load is forgotten: the next call tries again. */
  #load(): Promise<Session> {
    if (this.#boot === undefined) throw new Error('A call came before the sources.');
    const { sources, firstHandle } = this.#boot;
    if (this.#session === undefined) {
      const offer = arrived(sources);
      const loading = 'chosen' in offer ? loadAny(offer.chosen) : loadFrom(offer);
      this.#session = loading.then(
        (raw) => new Session(new Instance(raw, () => this.#analysisSource()), firstHandle),
      );
      this.#session.catch(() => {
        this.#session = undefined;
      });
    }
    return this.#session;
  }

  #analysisSource(): Source {
    if (this.#analysis === undefined) throw new Error('A call came before the analysis that it needs.');
    return this.#analysis;
  }

  #control(id: number, until: Control['until']): Control {
    return {
      sliceMs: this.#boot!.sliceMs,
      until,
      pause: () => until(messagesHandled()),
      progress: (progress) => this.#send({ id, kind: 'progress', progress }, []),
    };
  }
}

function failure(id: number, error: unknown): Reply {
  if (error instanceof AttentionError || error instanceof CancelledError) {
    return { id, kind: 'failed', code: error.code, message: error.message };
  }
  // A mistake of ours, not of the caller: nothing is known about the state it left.
  return { id, kind: 'failed', code: 'crashed', message: `The engine failed: ${String(error)}` };
}

/** A turn of the event loop, without the 4 ms that timers wait. */
function messagesHandled(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** The buffers of a result. Results are fresh, so they can be handed over instead of copied. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) buffersOf(inner, found);
  }
  return [...found];
}
