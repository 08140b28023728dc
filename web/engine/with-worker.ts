// The engine of an ordinary page: a worker from its own file. Imported for its effect, before any widget computes.
import type { Port } from './client.js';
import { provideEngine } from './shared.js';
import { analysisUrl, wasmUrls } from './wasm-urls.js';

provideEngine({
  sources: wasmUrls,
  analysis: analysisUrl,
  spawn: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as Port,
  spawnHere: async () => (await import('./local-port.js')).localPort(),
});
