// The page's side of the boundary: typed calls with ids, cancelling, progress, and a new worker after a crash.
import {
  ANALYSIS_CALLS,
  type Call,
  type CallOptions,
  type Calls,
  type Engine,
  type Handle,
  type Reply,
} from './calls.js';
import { AttentionError, CancelledError } from './errors.js';
import type { Offer, Source } from './load.js';
import {
  type AnalysisBoot,
  type Boot,
  type FromHost,
  posted,
  postedSource,
  type ToHost,
} from './messages.js';
import type { ErrorCode } from './types.js';

/** A worker, or something that behaves like one. */
export interface Port {
  postMessage(message: ToHost): void;
  onmessage: ((event: { data: FromHost }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  terminate(): void;
}

export interface EngineOptions {
  sources: Offer | (() => Offer | Promise<Offer>);
  /** The second module; asked for with the first call that needs it. */
  analysis: Source | (() => Promise<Source>);
  /** Starts a worker. May throw, and the worker may fail before it is ready: the page's own thread then serves. */
  spawn: () => Port;
  /** The same session on this thread. */
  spawnHere: () => Port | Promise<Port>;
  /**
   * After so many ms without a call, and with no stream or trainer open, the core is given up with all its memory; the next
   * call starts another. Without it, the core stays.
   */
  restMs?: number;
}

interface Opened {
  handle: Handle;
}

interface Pending {
  call: Call;
  args: unknown;
  options: CallOptions;
  resolve(value: never): void;
  reject(error: Error): void;
  /** Sent, and not answered yet. */
  sent: boolean;
  /** Rejected already; the worker has still to answer. */
  settled: boolean;
  stopListening(): void;
}

/** Computing on the page is cut finer than in a worker, so that input is never kept waiting. */
const SLICE_MS = { worker: 20, page: 8 };
/** A cancelled call that does not stop by itself within this time is stopped by ending its worker. */
const PATIENCE_MS = 1000;
/** A worker that has not even begun by then never will. */
const START_MS = 10_000;
/** Handles of one worker never collide with those of the next. */
const HANDLES_PER_WORKER = 2 ** 32;

export function createEngine(options: EngineOptions): Engine {
  return new Client(options);
}

class Client implements Engine {
  readonly #options: EngineOptions;
  #port: Promise<Port> | undefined;
  #workersRefused = false;
  #generation = 0;
  #lastId = 0;
  readonly #pending = new Map<number, Pending>();
  /** The ports that were told where the second module lies. */
  readonly #handed = new WeakMap<Port, Promise<void>>();
  /** Streams and trainers that live in the worker. */
  readonly #handles = new Set<Handle>();
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  call<C extends Call>(name: C, args: Calls[C]['in'], options: CallOptions = {}): Promise<Calls[C]['out']> {
    // What ended with its worker needs no other worker to be closed.
    if (name === 'close' && !this.#handles.has((args as Opened).handle)) {
      return Promise.resolve(null as Calls[C]['out']);
    }
    return new Promise((resolve, reject) => {
      const { signal } = options;
      if (signal?.aborted) {
        reject(new CancelledError());
        return;
      }
      const id = ++this.#lastId;
      const abort = () => this.#cancel(id);
      signal?.addEventListener('abort', abort, { once: true });
      this.#pending.set(id, {
        call: name,
        args,
        options,
        resolve,
        reject,
        sent: false,
        settled: false,
        stopListening: () => signal?.removeEventListener('abort', abort),
      });
      this.#send(id);
    });
  }

  /** Rejects at once; what has been sent is asked to stop. */
  #cancel(id: number): void {
    const pending = this.#pending.get(id);
    if (pending === undefined || pending.settled) return;
    this.#settle(pending, () => pending.reject(new CancelledError()));
    if (!pending.sent) {
      this.#remove(id);
      return;
    }
    void this.#port?.then((port) => port.postMessage({ id, call: 'cancel' }), ignore);
    this.#giveUpLater(id, pending);
  }

  /** A worker at work on what somebody still wants is left to finish it: it hears of the other call then. */
  #giveUpLater(id: number, pending: Pending): void {
    setTimeout(() => {
      if (this.#pending.get(id) !== pending) return;
      if (this.#atWork?.settled) void this.#port?.then((port) => this.#replace(port), ignore);
      else this.#giveUpLater(id, pending);
    }, PATIENCE_MS);
  }

  /** A worker takes calls in the order in which they were sent, so it is at the first that it has not answered. */
  get #atWork(): Pending | undefined {
    for (const pending of this.#pending.values()) if (pending.sent) return pending;
    return undefined;
  }

  /** Ends a worker that is busy with what nobody wants any more. Open streams and trainers are worth the wait. */
  #replace(port: Port): void {
    if (this.#handles.size > 0) return;
    close(port);
    this.#port = undefined;
    const before = [...this.#pending];
    for (const [id, pending] of before) {
      if (pending.settled) this.#remove(id);
      else if (pending.sent) this.#send(id);
    }
  }

  #settle(pending: Pending, how: () => void): void {
    if (pending.settled) return;
    pending.settled = true;
    pending.stopListening();
    how();
  }

  #remove(id: number): void {
    this.#pending.delete(id);
    this.#restLater();
  }

  /** WebAssembly's memory never shrinks, so that ending its thread is the only way to give it back. */
  #restLater(): void {
    const { restMs } = this.#options;
    if (restMs === undefined) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      if (this.#pending.size > 0 || this.#handles.size > 0) return;
      void this.#port?.then(close, ignore);
      this.#port = undefined;
    }, restMs);
  }

  #send(id: number): void {
    const pending = this.#pending.get(id)!;
    pending.sent = false;
    this.#port ??= this.#start();
    const ready = this.#port;
    const post = (port: Port) => {
      // Cancelled or failed in the meantime.
      if (this.#pending.get(id) !== pending) return;
      if (this.#port !== ready) this.#send(id);
      else this.#post(port, id, pending);
    };
    ready.then(
      (port) => {
        if (!ANALYSIS_CALLS.has(pending.call)) post(port);
        else
          this.#handAnalysis(port).then(
            () => post(port),
            (cause) => this.#refuse(id, pending, 'load-failed', cause),
          );
      },
      (error) => this.#fail(error),
    );
  }

  #post(port: Port, id: number, pending: Pending): void {
    pending.sent = true;
    // In the order of sending, which #atWork goes by.
    this.#pending.delete(id);
    this.#pending.set(id, pending);
    try {
      port.postMessage({ id, call: pending.call, args: pending.args } as ToHost);
    } catch (cause) {
      // Something that cannot be copied to another thread.
      this.#refuse(id, pending, 'bad-argument', cause);
    }
  }

  #refuse(id: number, pending: Pending, code: ErrorCode, cause: unknown): void {
    const error = new AttentionError(code, `${pending.call}: ${String(cause)}`, { cause });
    this.#settle(pending, () => pending.reject(error));
    this.#remove(id);
  }

  /** Once for each port, and again where it failed. */
  #handAnalysis(port: Port): Promise<void> {
    const { analysis } = this.#options;
    let handed = this.#handed.get(port);
    if (handed === undefined) {
      handed = (async () => {
        const source = typeof analysis === 'function' ? await analysis() : analysis;
        port.postMessage({ analysis: postedSource(source) } satisfies AnalysisBoot);
      })();
      this.#handed.set(port, handed);
      handed.catch(() => this.#handed.delete(port));
    }
    return handed;
  }

  async #start(): Promise<Port> {
    const { sources, spawn, spawnHere } = this.#options;
    const firstHandle = 1 + this.#generation++ * HANDLES_PER_WORKER;
    const found = typeof sources === 'function' ? await sources() : sources;
    const boot = (port: Port, sliceMs: number) => {
      port.postMessage({ boot: { sources: posted(found), firstHandle, sliceMs } } satisfies Boot);
      port.onmessage = ({ data }) => this.#receive(data);
      port.onerror = ({ message }) => this.#crash(port, message ?? 'the worker ended');
      return port;
    };
    if (!this.#workersRefused) {
      const worker = await ready(spawn);
      if (worker !== undefined) return boot(worker, SLICE_MS.worker);
      this.#workersRefused = true;
    }
    return boot(await spawnHere(), SLICE_MS.page);
  }

  #receive(message: FromHost): void {
    if (message.kind === 'ready') return;
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    if (message.kind === 'progress') {
      if (!pending.settled) pending.options.onProgress?.(message.progress);
      return;
    }
    this.#countHandles(pending, message);
    this.#finish(pending, message);
    this.#remove(message.id);
    if (message.kind === 'failed' && message.code === 'crashed') {
      void this.#port?.then((port) => this.#crash(port, message.message), ignore);
    }
  }

  #countHandles({ call, args, settled }: Pending, reply: Reply): void {
    if (reply.kind !== 'done') return;
    if (call === 'openStream' || call === 'openTrainer') {
      const { handle } = reply.value as Opened;
      this.#handles.add(handle);
      // Whoever asked for it has gone.
      if (settled) void this.call('close', { handle }).catch(ignore);
    }
    if (call === 'close') this.#handles.delete((args as Opened).handle);
  }

  #finish(pending: Pending, reply: Exclude<Reply, { kind: 'progress' }>): void {
    this.#settle(pending, () => {
      if (reply.kind === 'done') pending.resolve(reply.value as never);
      else if (reply.code === 'cancelled') pending.reject(new CancelledError());
      else pending.reject(new AttentionError(reply.code, reply.message));
    });
  }

  /** The port is finished. Everything that hoped for it hears so; the next call starts another. */
  #crash(port: Port, reason: string): void {
    close(port);
    this.#fail(
      new AttentionError('crashed', `The engine stopped (${reason}) and starts again with the next call.`),
    );
  }

  #fail(error: unknown): void {
    this.#port = undefined;
    this.#handles.clear();
    const failed = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of failed) this.#settle(pending, () => pending.reject(error as Error));
  }
}

/** A worker whose script runs, or undefined where workers are refused: by an exception, an error, or silence. */
function ready(spawn: () => Port): Promise<Port | undefined> {
  return new Promise((resolve) => {
    try {
      const port = spawn();
      const refused = () => {
        clearTimeout(timer);
        close(port);
        resolve(undefined);
      };
      const timer = setTimeout(refused, START_MS);
      port.onmessage = ({ data }) => {
        if (data.kind !== 'ready') return;
        clearTimeout(timer);
        resolve(port);
      };
      port.onerror = refused;
    } catch {
      resolve(undefined);
    }
  });
}

function close(port: Port): void {
  port.onmessage = null;
  port.onerror = null;
  port.terminate();
}

function ignore(): void {}
