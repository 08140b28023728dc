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
/** A lane in which none ends within that time gets twice as long, and twice again, up to this, ms. */
export const MOST_PATIENCE_MS = 2000;

export class Lanes {
  readonly #runs = new Map<string, Run>();
  /** Of lanes that needed more than `PATIENCE_MS` since they were last idle. */
  readonly #patience = new Map<string, number>();
  readonly #ready: () => Promise<void> | undefined;
  #waiting: (() => void)[] = [];

  /** `ready`: what every computation waits for before it begins; undefined where there is nothing to wait for. */
  constructor(ready: () => Promise<void> | undefined = () => undefined) {
    this.#ready = ready;
  }

  /**
   * Runs `work`. In a lane that is busy it waits for the one at work, which may be short, and cancels it after
   * `PATIENCE_MS`, or longer where the lane's computations are longer: if each were cancelled, nothing would ever be
   * shown. Of those that wait only the newest goes on. Resolves to undefined when it was cancelled. Rejects with
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
    else await this.#queue(lane, ahead, run);
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

  /** Resolves when nothing is at work and nothing waits. */
  idle(): Promise<void> {
    if (this.#runs.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
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
    this.#patience.clear();
    this.#tellIdle();
  }

  #tellIdle(): void {
    if (this.#runs.size > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #leave(lane: string, run: Run): void {
    if (this.#runs.get(lane) !== run) return;
    const next = run.next;
    if (next === null || next.controller.signal.aborted) {
      this.#runs.delete(lane);
      this.#patience.delete(lane);
      this.#tellIdle();
    } else {
      this.#runs.set(lane, next);
      next.goOn();
    }
  }

  #queue(lane: string, ahead: Run, run: Run): Promise<void> {
    if (ahead.next !== null) drop(ahead.next);
    else {
      const patience = this.#patience.get(lane) ?? PATIENCE_MS;
      const giveUp = () => {
        if (this.#runs.get(lane) !== ahead) return;
        this.#patience.set(lane, Math.min(MOST_PATIENCE_MS, 2 * patience));
        ahead.controller.abort();
      };
      setTimeout(giveUp, patience - (performance.now() - ahead.began));
    }
    ahead.next = run;
    return new Promise((resolve) => {
      run.goOn = resolve;
    });
  }
}

function drop(run: Run): void {
  run.controller.abort();
  run.goOn();
}
