// The second WebAssembly module, as callers see it: what few pages ask for. It shares nothing with the core but the
// shapes of matrices and maps, so plain arrays are all that passes between the two.
import { type CacheOptions, OpenCache } from './cache.js';
import { Guard } from './guard.js';
import { rawKernel } from './map-options.js';
import type { RawAnalysis } from './raw-module.js';
import { plain } from './results.js';
import { OpenTrainer } from './trainer.js';
import type { Analysis, Kernel, Matrix, RandomFeatureError, Spectrum, TrainerOptions } from './types.js';
import * as check from './validate.js';

export class LoadedAnalysis implements Analysis {
  readonly #guard: Guard<RawAnalysis>;

  constructor(raw: RawAnalysis) {
    this.#guard = new Guard(raw);
  }

  kernelSpectrum(q: Matrix, k: Matrix, kernel: Kernel): Spectrum {
    const queries = check.matrix('q', q);
    const keys = check.matrix('k', k, undefined, queries.cols);
    const raw = rawKernel(kernel, queries.cols);
    return plain(
      this.#guard.run(
        (module) => module.kernelSpectrum(queries, keys, raw),
        ['mechanism.featureMap', 'kernel.featureMap'],
      ),
    );
  }

  randomFeatureError(x: Float32Array, y: Float32Array, features: number): RandomFeatureError {
    const left = check.floats('x', x);
    const right = check.floats('y', y, left.length);
    const count = check.integer('features', features, 1);
    return plain(this.#guard.run((module) => module.randomFeatureError(left, right, count)));
  }

  trainer(options: TrainerOptions): OpenTrainer {
    return new OpenTrainer(this.#guard, options);
  }

  memory(): { heapBytes: number; usedBytes: number } {
    return this.#guard.plain((module) => module.memoryUse());
  }

  /** For measuring only; see cache.ts. */
  cache(options: CacheOptions): OpenCache {
    return new OpenCache(this.#guard, options);
  }
}
