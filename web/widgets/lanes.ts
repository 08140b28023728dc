// Computations in lanes: one at a time in each, and never one that nobody waits for any more. No DOM.

interface Run {
  readonly controller: AbortController;
  began: number;
  /** The newest that waits for this one. */
  next: Run | null;
  /** One before it has waited until the page was ready: that is enough. */
  ready: boolean;
  /** Lets a waiting one go on: to compute, or to see that it was cancelled. */
  goOn(): void;
}

/** How long a computation whose answer is out of date may go on, so that a figure keeps up with a slider, ms. */
export const PATIENCE_MS = 250;

export class Lanes {
  readonly #runs = new Map<string, Run>();
  readonly #ready: () => Promise<void> | undefined;

  /** `ready`: what every computation waits for before it begins; undefined where there is nothing to wait for. */
  constructor(ready: () => Promise<void> | undefined = () => undefined) {
    this.#ready = ready;
  }

  /**
   * Runs `work`. In a lane that is busy it waits for the one at work, which may be short, and cancels it after
   * `PATIENCE_MS`; of those that wait only the newest goes on. Resolves to undefined when it was cancelled. Rejects with
   * what `work` rejects with, unless something newer waits already.
   */
  async run<T>(lane: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const run: Run = {
      controller: new AbortController(),
      began: performance.now(),
      next: null,
      ready: false,
      goOn() {},
    };
    const { signal } = run.controller;
    const ahead = this.#runs.get(lane);
    if (ahead === undefined) this.#runs.set(lane, run);
    else await queue(ahead, run);
    if (signal.aborted) return undefined;
    try {
      const ready = run.ready ? undefined : this.#ready();
      if (ready !== undefined) {
        await ready;
        if (signal.aborted) return undefined;
        if (run.next !== null) {
          // It came before this began.
          run.next.ready = true;
          return undefined;
        }
      }
      run.began = performance.now();
      const value = await work(signal);
      return signal.aborted ? undefined : value;
    } catch (error) {
      if (signal.aborted || run.next !== null) return undefined;
      throw error;
    } finally {
      this.#leave(lane, run);
    }
  }

  has(lane: string): boolean {
    return this.#runs.has(lane);
  }

  /** Cancels what is at work in a lane and what waits. */
  cancel(lane: string): void {
    const run = this.#runs.get(lane);
    if (run?.next) drop(run.next);
    run?.controller.abort();
  }

  /** Cancels everything and forgets it: what comes next waits for none of it. */
  clear(): void {
    for (const lane of this.#runs.keys()) this.cancel(lane);
    this.#runs.clear();
  }

  #leave(lane: string, run: Run): void {
    if (this.#runs.get(lane) !== run) return;
    const next = run.next;
    if (next === null || next.controller.signal.aborted) this.#runs.delete(lane);
    else {
      this.#runs.set(lane, next);
      next.goOn();
    }
  }
}

function queue(ahead: Run, run: Run): Promise<void> {
  if (ahead.next !== null) drop(ahead.next);
  else setTimeout(() => ahead.controller.abort(), PATIENCE_MS - (performance.now() - ahead.began));
  ahead.next = run;
  return new Promise((resolve) => {
    run.goOn = resolve;
  });
}

function drop(run: Run): void {
  run.controller.abort();
  run.goOn();
}
