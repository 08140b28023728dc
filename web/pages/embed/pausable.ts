// An engine that a host can hold: while paused, calls wait for resume. A call that already runs is left to finish.
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
      while (gate !== null) await gate;
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
