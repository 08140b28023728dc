// Something that lives in the core until it is disposed of: a stream, a trainer, a cache.
import { AttentionError } from './errors.js';
import type { Guard } from './guard.js';
import type { Address, RawCommon } from './raw-module.js';

// For owners that were dropped without dispose(). A safety net only: collection may come late or never.
const forgotten = new FinalizationRegistry<() => void>((close) => close());

export class Held<Raw extends RawCommon> {
  readonly #guard: Guard<Raw>;
  readonly #kind: string;
  readonly #close: () => void;
  #address: Address | undefined;

  /** `owner`: the object that callers hold; it must keep this one, and this one must not keep it. */
  constructor(
    guard: Guard<Raw>,
    owner: object,
    kind: string,
    address: Address,
    close: (core: Raw, address: Address) => void,
  ) {
    this.#guard = guard;
    this.#kind = kind;
    this.#address = address;
    this.#close = () => guard.release((core) => close(core, address));
    forgotten.register(owner, this.#close, this);
  }

  /** The guard, for calls on `address`. */
  get guard(): Guard<Raw> {
    return this.#guard;
  }

  get address(): Address {
    if (this.#address === undefined) {
      throw new AttentionError('disposed', `The ${this.#kind} was used after dispose(). Make a new one.`);
    }
    return this.#address;
  }

  dispose(): void {
    if (this.#address === undefined) return;
    this.#address = undefined;
    forgotten.unregister(this);
    this.#close();
  }
}

/** `using` works where the engine knows Symbol.dispose. */
export function disposeBySymbol(kind: { prototype: { dispose(): void } }): void {
  if (Symbol.dispose === undefined) return;
  Object.defineProperty(kind.prototype, Symbol.dispose, {
    value(this: { dispose(): void }) {
      this.dispose();
    },
  });
}
