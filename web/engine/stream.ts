// A stream: linear attention one token at a time, its state in the core.
import { copied } from './copied.js';
import { AttentionError } from './errors.js';
import type { Guard } from './guard.js';
import { disposeBySymbol, Held } from './held.js';
import { rawStreamOptions } from './options.js';
import type { RawCore } from './raw-module.js';
import type { Matrix, State, Stream } from './types.js';
import * as check from './validate.js';

export class OpenStream implements Stream {
  declare readonly [Symbol.dispose]: () => void;
  readonly keyDim: number;
  readonly valueDim: number;
  readonly stateBytes: number;
  readonly featureDim: number;
  readonly #held: Held<RawCore>;
  /** See RawCore.streamArea. */
  #area: Float32Array = new Float32Array();
  /** The part of it that holds the output. */
  #answer: Float32Array = this.#area;

  constructor(guard: Guard<RawCore>, options: unknown) {
    const raw = rawStreamOptions(options);
    const { address, stateBytes, featureDim } = guard.run((core) => core.streamOpen(raw), ['mechanism.', '']);
    this.keyDim = raw.keyDim;
    this.valueDim = raw.valueDim;
    this.stateBytes = stateBytes;
    this.featureDim = featureDim;
    this.#held = new Held(guard, this, 'stream', address, (core, held) => core.streamClose(held));
  }

  get tokens(): number {
    const { address, guard } = this.#held;
    return guard.run((core) => core.streamTokens(address)).tokens;
  }

  step(
    q: Float32Array,
    k: Float32Array,
    v: Float32Array,
    output?: Float32Array,
  ): { output: Float32Array; status: number } {
    const { address, guard } = this.#held;
    check.floats('q', q, this.keyDim);
    check.floats('k', k, this.keyDim);
    check.floats('v', v, this.valueDim);
    if (output !== undefined) check.floats('output', output, this.valueDim);
    const values = 2 * this.keyDim;
    if (this.#area.length === 0) {
      this.#area = guard.plain((core) => core.streamArea(address));
      this.#answer = this.#area.subarray(values + this.valueDim);
    }
    this.#area.set(q);
    this.#area.set(k, this.keyDim);
    this.#area.set(v, values);
    const status = guard.step(address);
    if (status < 0) return this.#stepOrRefuse(q, k, v, output);
    if (output === undefined) return { output: copied(this.#answer), status };
    output.set(this.#answer);
    return { output, status };
  }

  /** Nothing has changed yet. The long way round finds the same, and says what it is. */
  #stepOrRefuse(
    q: Float32Array,
    k: Float32Array,
    v: Float32Array,
    output: Float32Array | undefined,
  ): { output: Float32Array; status: number } {
    const { address, guard } = this.#held;
    const answer = guard.run((core) => core.streamStep(address, q, k, v), ['mechanism.', '']);
    output?.set(answer.output);
    return { output: output ?? answer.output, status: answer.status };
  }

  extend(q: Matrix, k: Matrix, v: Matrix): Matrix {
    const { address, guard } = this.#held;
    const queries = check.matrix('q', q, undefined, this.keyDim);
    const keys = check.matrix('k', k, queries.rows, this.keyDim);
    const values = check.matrix('v', v, queries.rows, this.valueDim);
    return guard.run((core) => core.streamExtend(address, queries, keys, values), ['mechanism.', '']).output;
  }

  state(): State {
    const { address, guard } = this.#held;
    const { S, z } = guard.run((core) => core.streamState(address));
    return { S, z };
  }

  save(): Uint8Array {
    const { address, guard } = this.#held;
    return guard.run((core) => core.streamSave(address)).bytes;
  }

  restore(bytes: Uint8Array): void {
    const { address, guard } = this.#held;
    const saved = savedBytes(bytes);
    guard.run((core) => core.streamRestore(address, saved));
  }

  dispose(): void {
    this.#held.dispose();
  }
}
disposeBySymbol(OpenStream);

export function savedBytes(value: unknown): Uint8Array {
  if (!check.isBytes(value)) check.refuse('bad-argument', 'bytes', value, 'a Uint8Array from save()');
  if (value.length === 0) throw new AttentionError('bad-shape', 'bytes is empty; expected what save() gave.');
  return value;
}
