// Where a bundled page finds the two builds.
import type { Sources } from './load.js';

export const wasmUrls: Sources = {
  simd: new URL('../../build/core/attention-simd.wasm', import.meta.url).href,
  scalar: new URL('../../build/core/attention-scalar.wasm', import.meta.url).href,
};
