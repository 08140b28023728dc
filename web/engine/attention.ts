// The public module. Its shape is types.ts, which `npm run build` puts beside it as attention.d.ts.
import { AttentionError } from './errors.js';
import { Instance } from './instance.js';
import { loadAny, loadFrom } from './load.js';
import type { Attention, LoadOptions } from './types.js';
import * as check from './validate.js';

export type * from './types.js';
export { AttentionError };

const SOURCES = {
  simd: new URL(/* @vite-ignore */ './attention-simd.wasm', import.meta.url),
  scalar: new URL(/* @vite-ignore */ './attention-scalar.wasm', import.meta.url),
};
const ANALYSIS = new URL(/* @vite-ignore */ './attention-analysis.wasm', import.meta.url);
const BUILDS = ['auto', 'simd', 'scalar'] as const;

export async function loadAttention(options: LoadOptions = {}): Promise<Attention> {
  const given = check.object('options', options);
  check.onlyKeys('options', given, ['build', 'wasm']);
  const build = BUILDS[check.oneOf('build', given.build, BUILDS, 'auto')]!;
  if (given.wasm === undefined) return new Instance(await loadFrom(SOURCES, build), () => ANALYSIS);
  const wasm = check.wasm('wasm', given.wasm);
  const raw = build === 'auto' ? await loadAny(wasm) : await loadFrom({ simd: wasm, scalar: wasm }, build);
  return new Instance(raw, () => ANALYSIS);
}
