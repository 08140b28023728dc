// The way into the core: every call goes through `run`, which turns a status into an error and a trap into the end
// of this core. After a trap the module would still answer, from memory that nobody can vouch for.
import { AttentionError, errorFrom, tooLarge } from './errors.js';
import type { RawModule, RawResult } from './raw-module.js';

/**
 * What one call may take: inputs, results and scratch. The address space of this WebAssembly is 2 GiB; a call that
 * needs most of it would only succeed on a fresh core.
 */
export const LIMIT_BYTES = 1.5 * 2 ** 30;

export class Guard {
  readonly #raw: RawModule;
  #crashed = false;

  constructor(raw: RawModule) {
    this.#raw = raw;
  }

  /** Calls the core. A failed status is thrown, a success comes back without its code. */
  run<T>(call: (raw: RawModule) => RawResult<T>): T {
    const result = this.plain(call);
    if (result.code !== 0) throw errorFrom(result as Exclude<RawResult<T>, { code: 0 }>, LIMIT_BYTES);
    return result as T;
  }

  /** Calls what cannot fail. */
  plain<T>(call: (raw: RawModule) => T): T {
    if (this.#crashed)
      throw new AttentionError('crashed', 'The core crashed earlier and is of no more use. Load it again.');
    try {
      return call(this.#raw);
    } catch (cause) {
      this.#crashed = true;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new AttentionError('crashed', `The core crashed (${reason}). Load it again.`, { cause });
    }
  }

  /** Refuses before memory is taken. `numbers` of 4 bytes each. */
  admit(what: string, numbers: number): void {
    const bytes = 4 * numbers;
    if (bytes > LIMIT_BYTES) throw tooLarge(what, bytes, LIMIT_BYTES);
  }
}
