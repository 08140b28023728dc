// Answers the calls of calls.ts on one loaded core: in the worker, or on the page where a worker is refused. Streams
// and trainers live here under their numbers; long calls are cut into slices, between which a cancel gets through.
import { bothOrders, countOrders } from './both-orders.js';
import type { Call, Calls, Handle } from './calls.js';
import type { Control } from './control.js';
import { AttentionError } from './errors.js';
import type { Instance } from './instance.js';
import { growCache, runStream, train } from './long-calls.js';
import { measure } from './measure.js';
import type { OpenStream } from './stream.js';
import type { OpenTrainer } from './trainer.js';

type Answer<C extends Call> = Calls[C]['out'] | Promise<Calls[C]['out']>;
type Methods = {
  [C in Call]: (session: Session, args: Calls[C]['in'], control: Control) => Answer<C>;
};

export class Session {
  readonly core: Instance;
  readonly #open = new Map<Handle, OpenStream | OpenTrainer>();
  #next: Handle;

  /** `firstHandle`: handles of an earlier session must not mean anything in this one. */
  constructor(core: Instance, firstHandle: Handle) {
    this.core = core;
    this.#next = firstHandle;
  }

  run<C extends Call>(call: C, args: Calls[C]['in'], control: Control): Answer<C> {
    const method = METHODS[call];
    if (method === undefined)
      throw new AttentionError('bad-option', `${String(call)} is no call of the engine.`);
    return method(this, args, control);
  }

  keep(one: OpenStream | OpenTrainer): Handle {
    const handle = this.#next++;
    this.#open.set(handle, one);
    return handle;
  }

  stream(handle: Handle): OpenStream {
    const found = this.#open.get(handle);
    if (found === undefined || !('step' in found)) throw gone('stream', handle);
    return found;
  }

  trainer(handle: Handle): OpenTrainer {
    const found = this.#open.get(handle);
    if (found === undefined || !('run' in found)) throw gone('trainer', handle);
    return found;
  }

  /** Closing twice is harmless, as dispose is. */
  close(handle: Handle): void {
    this.#open.get(handle)?.dispose();
    this.#open.delete(handle);
  }
}

function gone(kind: string, handle: Handle): AttentionError {
  return new AttentionError(
    'disposed',
    `The ${kind} number ${handle} is not open: it was closed, or lost in a restart.`,
  );
}

const METHODS: Methods = {
  about: ({ core }) => ({ build: core.build, ...core.memory() }),
  attend: ({ core }, { q, k, v, options }) => core.attend(q, k, v, options),
  attends: ({ core }, all) => all.map(({ q, k, v, options }) => core.attend(q, k, v, options)),
  featureMap: ({ core }, { x, map, role, positions }) => core.featureMap(x, map, { role, positions }),
  pattern: ({ core }, { n, pattern }) => core.pattern(n, pattern),
  cost: ({ core }, options) => core.cost(options),
  costs: ({ core }, all) => all.map((options) => core.cost(options)),
  multiply: ({ core }, { a, b, ...options }) => core.multiply(a, b, options),
  bothOrders: ({ core }, matrices) => bothOrders(core, matrices),
  countOrders: ({ core }, matrices) => countOrders(core, matrices),
  random: ({ core }, options) => core.random(options),
  projection: ({ core }, { map, dim }) => core.projection(map, dim),
  kernelSpectrum: async ({ core }, { q, k, kernel }, { until }) =>
    (await until(core.analysis())).kernelSpectrum(q, k, kernel),
  rowStatistics: ({ core }, { weights }) => core.rowStatistics(weights),
  compareWeights: ({ core }, { weights, reference }) => core.compareWeights(weights, reference),
  compare: ({ core }, { a, b }) => core.compare(a, b),
  randomFeatureError: async ({ core }, { x, y, features }, { until }) =>
    (await until(core.analysis())).randomFeatureError(x, y, features),

  openStream: (session, options) => {
    const stream = session.core.stream(options);
    const { stateBytes, featureDim } = stream;
    return { handle: session.keep(stream), stateBytes, featureDim };
  },
  step: (session, { handle, q, k, v }) => {
    const stream = session.stream(handle);
    return { ...stream.step(q, k, v), tokens: stream.tokens };
  },
  extend: (session, { handle, q, k, v }) => {
    const stream = session.stream(handle);
    return { output: stream.extend(q, k, v), tokens: stream.tokens };
  },
  streamState: (session, { handle }) => {
    const stream = session.stream(handle);
    return { ...stream.state(), tokens: stream.tokens, stateBytes: stream.stateBytes };
  },
  saveStream: (session, { handle }) => session.stream(handle).save(),
  restoreStream: (session, { handle, bytes }) => {
    const stream = session.stream(handle);
    stream.restore(bytes);
    return { tokens: stream.tokens };
  },
  runStream: (session, { handle, ...options }, control) =>
    runStream(session.core, session.stream(handle), options, control),
  growCache: async ({ core }, options, control) =>
    growCache(await control.until(core.analysis()), options, control),
  close: (session, { handle }) => {
    session.close(handle);
    return null;
  },

  openTrainer: async (session, options, { until }) => {
    const trainer = (await until(session.core.analysis())).trainer(options);
    return { handle: session.keep(trainer), lossFloor: trainer.lossFloor, loss: trainer.loss() };
  },
  train: (session, { handle, steps }, control) => train(session.trainer(handle), steps, control),

  measure: (session, options, control) => measure(session.core, options, control),
};
