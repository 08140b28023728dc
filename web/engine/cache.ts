// A key-value cache in WebAssembly's memory, to measure what exact attention keeps while it generates. Not part of the public
// module: nothing attends to it.
import type { Guard } from './guard.js';
import { Held } from './held.js';
import type { RawAnalysis } from './raw-module.js';
import * as check from './validate.js';

export interface CacheOptions {
  /** The most there will be. */
  tokens: number;
  keyDim: number;
  valueDim: number;
  seed: number;
}

export class OpenCache {
  readonly #held: Held<RawAnalysis>;
  #tokens = 0;

  constructor(guard: Guard<RawAnalysis>, { tokens, keyDim, valueDim, seed }: CacheOptions) {
    check.size('tokens', tokens, 0);
    check.size('keyDim', keyDim, 1);
    check.size('valueDim', valueDim, 1);
    check.seed('seed', seed);
    const { address } = guard.run((core) => core.cacheOpen(tokens, keyDim, valueDim, seed));
    this.#held = new Held(guard, this, 'cache', address, (core, held) => core.cacheClose(held));
  }

  get tokens(): number {
    return this.#tokens;
  }

  get numbers(): number {
    const { address, guard } = this.#held;
    return guard.run((core) => core.cacheNumbers(address)).numbers;
  }

  /** Adds keys and values for `count` more tokens. */
  append(count: number): void {
    const { address, guard } = this.#held;
    guard.run((core) => core.cacheAppend(address, count));
    this.#tokens += count;
  }

  dispose(): void {
    this.#held.dispose();
  }
}
