// A trainer: a feature map fitted to one head's softmax weights, its numbers in the module's memory.
import type { Guard } from './guard.js';
import { disposeBySymbol, Held } from './held.js';
import { ACTIVATIONS } from './names.js';
import { rawTrainerOptions } from './options.js';
import type { RawAnalysis } from './raw-module.js';
import { savedBytes } from './stream.js';
import type { FeatureMap, Matrix, Trainer } from './types.js';
import * as check from './validate.js';

export class OpenTrainer implements Trainer {
  declare readonly [Symbol.dispose]: () => void;
  readonly lossFloor: number;
  readonly #held: Held<RawAnalysis>;
  readonly #activation: (typeof ACTIVATIONS)[number];

  constructor(guard: Guard<RawAnalysis>, given: unknown) {
    const { q, k, options } = rawTrainerOptions(given);
    const { address, lossFloor } = guard.run((core) => core.trainerOpen(q, k, options));
    this.lossFloor = lossFloor;
    this.#activation = ACTIVATIONS[options.activation]!;
    this.#held = new Held(guard, this, 'trainer', address, (core, held) => core.trainerClose(held));
  }

  get steps(): number {
    const { address, guard } = this.#held;
    return guard.run((core) => core.trainerSteps(address)).steps;
  }

  run(steps: number): Float64Array {
    const { address, guard } = this.#held;
    const count = check.integer('steps', steps, 0);
    return guard.run((core) => core.trainerRun(address, count)).losses;
  }

  loss(): number {
    const { address, guard } = this.#held;
    return guard.run((core) => core.trainerLoss(address)).loss;
  }

  weights(): Matrix {
    const { address, guard } = this.#held;
    return guard.run((core) => core.trainerWeights(address)).weights;
  }

  featureMap(): FeatureMap {
    return { kind: 'hedgehog', weights: this.weights(), activation: this.#activation };
  }

  save(): Uint8Array {
    const { address, guard } = this.#held;
    return guard.run((core) => core.trainerSave(address)).bytes;
  }

  restore(bytes: Uint8Array): void {
    const { address, guard } = this.#held;
    const saved = savedBytes(bytes);
    guard.run((core) => core.trainerRestore(address, saved));
  }

  dispose(): void {
    this.#held.dispose();
  }
}
disposeBySymbol(OpenTrainer);
