// The engine of bundles that are one file: the worker's script and the core itself come from inside them, so nothing
// is fetched, from a page of any origin or none.

import { scalar, simd } from 'virtual:core-wasm';
import { inflateSync } from 'fflate';
import type { Engine } from '../../engine/calls.js';
import { createEngine, type Port } from '../../engine/client.js';
import { localPort } from '../../engine/local-port.js';
import InlineWorker from '../../engine/worker.ts?worker&inline';

// A registered symbol, so that a second copy of this module, from another address, finds the first one's engine.
const KEY = Symbol.for('linear-attention/engine/1');

/** One core a page, however many activities stand on it and however often our code was loaded. */
export function inlineEngine(): Engine {
  const page = globalThis as { [KEY]?: Engine };
  page[KEY] ??= createEngine({
    sources: () => ({ simd: bytes(simd), scalar: bytes(scalar) }),
    spawn: () => new InlineWorker() as Port,
    spawnHere: localPort,
  });
  return page[KEY];
}

/** The file that was deflated into this text. */
function bytes(base64: string): Uint8Array<ArrayBuffer> {
  const deflated = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  // A copy of its own length: fflate may answer a view of a longer buffer, and the worker is sent the whole buffer.
  return inflateSync(deflated).slice();
}
