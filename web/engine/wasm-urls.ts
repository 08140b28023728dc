// Where a bundled page finds the two builds.
import type { Sources } from './load.js';

export const wasmUrls: Sources = {
  simd: new URL('../../build/core/attention-simd.wasm', import.meta.url),
  scalar: new URL('../../build/core/attention-scalar.wasm', import.meta.url),
};
