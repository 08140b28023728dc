// The way into a module: every call goes through `run`, which turns a status into an error and a trap into the end
// of this instance. After a trap the module would still answer, from memory that nobody can vouch for.
import { AttentionError, errorFrom } from './errors.js';
import type { Address, RawCommon, RawCore, RawFailure, RawResult } from './raw-module.js';

export class Guard<Raw extends RawCommon> {
  readonly #raw: Raw;
  #crashed = false;

  constructor(raw: Raw) {
    this.#raw = raw;
  }

  /**
   * Calls the core; a failed status is thrown. `rename`: how an argument begins in the core's own words, and in those
   * of the caller.
   */
  run<T>(call: (core: Raw) => RawResult<T>, rename?: [from: string, to: string]): T {
    const result = this.plain(call);
    if (result.code !== 0) throw errorFrom(renamed(result as RawFailure, rename));
    return result as T;
  }

  /** Calls what has no status. */
  plain<T>(call: (core: Raw) => T): T {
    if (this.#crashed) {
      throw new AttentionError('crashed', 'The core crashed earlier and is of no more use. Load it again.');
    }
    try {
      return call(this.#raw);
    } catch (cause) {
      this.#crashed = true;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new AttentionError('crashed', `The core crashed (${reason}). Load it again.`, { cause });
    }
  }

  /** One token of a stream, see RawCore. Spelt out: the closures of `run` and `plain` would take as long as the work. */
  step(this: Guard<RawCore>, stream: Address): number {
    if (this.#crashed) return this.plain(() => -1);
    try {
      return this.#raw._attention_stream_step(stream);
    } catch (cause) {
      return this.plain(() => {
        throw cause;
      });
    }
  }

  /** Gives memory back. A core that has crashed has none worth returning. */
  release(call: (core: Raw) => void): void {
    if (!this.#crashed) this.plain(call);
  }
}

function renamed(failure: RawFailure, rename: [from: string, to: string] | undefined): RawFailure {
  if (rename === undefined || !failure.argument.startsWith(rename[0])) return failure;
  return { ...failure, argument: rename[1] + failure.argument.slice(rename[0].length) };
}
