// The core's two builds and the second module, as `npm run build` leaves them in build/core.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Instance } from '../../web/engine/instance.js';
import { type Build, loadFrom, type Sources } from '../../web/engine/load.js';
import type { Matrix } from '../../web/engine/types.js';

export const BUILDS: readonly Build[] = ['simd', 'scalar'];

const file = (name: Build | 'analysis') =>
  new URL(`../../build/core/attention-${name}.wasm`, import.meta.url);
export const sources: Sources = { simd: file('simd'), scalar: file('scalar') };
export const analysisFile = file('analysis');

export function wasmBytes(name: Build | 'analysis'): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(fileURLToPath(file(name))));
}

/** A core of its own, with an untouched heap. */
export async function freshCore(build: Build): Promise<Instance> {
  return new Instance(await loadFrom(sources, build), () => analysisFile);
}

/** Row lists, or one row. */
export function matrix(rows: readonly (readonly number[])[]): Matrix {
  return { rows: rows.length, cols: rows[0]?.length ?? 1, data: Float32Array.from(rows.flat()) };
}
