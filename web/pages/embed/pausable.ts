// An engine that can be held: while paused, calls wait for resume. A call that already runs is left to finish, and what is
// open for one answer alone is used and closed.
import type { Engine } from '../../engine/calls.js';

export interface PausableEngine extends Engine {
  pause(): void;
  resume(): void;
}

export function pausable(engine: Engine): PausableEngine {
  let gate: Promise<void> | null = null;
  let open = () => {};
  return {
    async call(name, args, options) {
      const { signal, goesOn = name === 'close' } = options ?? {};
      // One that nobody wants any more goes on, to be refused.
      while (gate !== null && !goesOn && signal?.aborted !== true) {
        await Promise.race([gate, aborted(signal)]);
      }
      return engine.call(name, args, options);
    },
    pause() {
      gate ??= new Promise((resolve) => {
        open = resolve;
      });
    },
    resume() {
      gate = null;
      open();
    },
  };
}

/** Resolves when the signal is raised. */
function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
}
