// One engine for everything on a page. Each entry says once how its worker starts and where its WebAssembly lies;
// widgets only ask for the engine.
import type { Engine } from './calls.js';
import { createEngine, type EngineOptions } from './client.js';

let options: EngineOptions | undefined;
let engine: Engine | undefined;

/** Called once, by the entry of a page. The first one wins: two scripts on one page still share one core. */
export function provideEngine(given: EngineOptions): void {
  options ??= given;
}

export function sharedEngine(): Engine {
  if (engine === undefined) {
    if (options === undefined)
      throw new Error('No entry has provided an engine: import web/engine/with-worker.ts.');
    engine = createEngine(options);
  }
  return engine;
}
