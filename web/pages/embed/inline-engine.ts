// The engine of pages that may fetch nothing: a frame without an origin, a file, somebody's article under a policy. The
// worker's script is part of this one. Each build of the core is a part of its own, of which one is loaded, and so is the
// second module, which most activities never ask for.

import { bytesOfCore } from 'virtual:core-reader';
import type { Engine } from '../../engine/calls.js';
import { createEngine, type Port } from '../../engine/client.js';
import type { Offer } from '../../engine/load.js';
import { runsSimd } from '../../engine/simd-probe.js';
import InlineWorker from '../../engine/worker.ts?worker&inline';

/** Readers of an article read for minutes between two things that they do. */
const REST_MS = 2000;

// A registered symbol, so that a second copy of this module, from another address, finds the first one's engine.
const KEY = Symbol.for('linear-attention/engine/1');

/** One core a page, however many activities stand on it and however often our code was loaded. */
export function inlineEngine(): Engine {
  const page = globalThis as { [KEY]?: Engine };
  page[KEY] ??= createEngine({
    sources: coreThatRuns,
    analysis: async () => bytesOfCore((await import('virtual:core-analysis')).default),
    spawn: () => new InlineWorker() as Port,
    // A worker has its own copy; the page needs one only where workers are refused.
    spawnHere: async () => (await import('../../engine/local-port.js')).localPort(),
    restMs: REST_MS,
  });
  return page[KEY];
}

/** Few engines need the scalar build: those without SIMD, and those that know some of it and not all. */
async function coreThatRuns(): Promise<Offer> {
  if (runsSimd()) {
    const simd = bytesOfCore((await import('virtual:core-simd')).default);
    if (WebAssembly.validate(simd)) return { chosen: simd };
  }
  return { chosen: bytesOfCore((await import('virtual:core-scalar')).default) };
}
