// The engine of a page that may live in an opaque origin, where a worker from a file is refused: the worker's script
// is carried inline, and the WebAssembly is fetched from its full address.
import type { Port } from './client.js';
import { provideEngine } from './shared.js';
import { wasmUrls } from './wasm-urls.js';
import InlineWorker from './worker.ts?worker&inline';

provideEngine({
  sources: wasmUrls,
  spawn: () => new InlineWorker() as Port,
  spawnHere: async () => (await import('./local-port.js')).localPort(),
});
