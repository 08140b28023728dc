// Where a bundled page finds the core's two builds, and the second module.
import type { Sources } from './load.js';

export const wasmUrls: Sources = {
  simd: new URL('../../build/core/attention-simd.wasm', import.meta.url).href,
  scalar: new URL('../../build/core/attention-scalar.wasm', import.meta.url).href,
};

export const analysisUrl = new URL('../../build/core/attention-analysis.wasm', import.meta.url).href;
