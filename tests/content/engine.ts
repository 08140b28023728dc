// The page's engine without a page: the same session on this thread.
import type { Engine } from '../../web/engine/calls.js';
import { createEngine } from '../../web/engine/client.js';
import { localPort } from '../../web/engine/local-port.js';
import { analysisFile, sources } from '../wasm/builds.js';

export function engineHere(): Engine {
  return createEngine({
    sources,
    analysis: analysisFile,
    spawn: () => {
      throw new Error('No workers here.');
    },
    spawnHere: () => localPort(),
  });
}
