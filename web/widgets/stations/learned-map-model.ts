// A feature map fitted to one head: a session that can be paused and gone on with. No DOM.
import type { CallOptions, Engine, Handle } from '../../engine/calls.js';
import type { FeatureMap, Matrix } from '../../engine/types.js';
import { compareMap, type Inputs, type MapComparison } from './feature-maps-model.js';

export interface TrainingSettings {
  readonly scale: number;
  readonly learningRate: number;
  readonly seed: number;
}

export interface FixedMapRow {
  readonly name: string;
  readonly bench: MapComparison;
}

const FIXED: readonly (readonly [string, FeatureMap])[] = [
  ['elu+1', { kind: 'elu+1' }],
  ['Taylor-2', { kind: 'taylor2' }],
  ['FAVOR+, 256 directions', { kind: 'favor', features: 256, seed: 1 }],
];

/** Steps a message: enough to keep the core busy, few enough that a pause is felt at once. */
const STEPS_A_CALL = 5;

export class TrainingSession {
  readonly lossFloor: number;
  /** The loss before each step that was done. */
  readonly losses: number[] = [];
  readonly #handle: Handle;
  readonly #inputs: Inputs;
  readonly #scale: number;
  #weights: Matrix | null = null;

  private constructor(handle: Handle, inputs: Inputs, scale: number, lossFloor: number) {
    this.#handle = handle;
    this.#inputs = inputs;
    this.#scale = scale;
    this.lossFloor = lossFloor;
  }

  static async open(engine: Engine, inputs: Inputs, settings: TrainingSettings): Promise<TrainingSession> {
    const { handle, lossFloor } = await engine.call('openTrainer', { q: inputs.q, k: inputs.k, ...settings });
    return new TrainingSession(handle, inputs, settings.scale, lossFloor);
  }

  get steps(): number {
    return this.losses.length;
  }

  get weights(): Matrix | null {
    return this.#weights;
  }

  /** Trains until `target` steps are done or the signal is raised; what was done stays. */
  async run(engine: Engine, target: number, { signal }: CallOptions, onStep: () => void): Promise<void> {
    while (this.steps < target && signal?.aborted !== true) {
      const steps = Math.min(STEPS_A_CALL, target - this.steps);
      const { losses, weights } = await engine.call('train', { handle: this.#handle, steps });
      this.losses.push(...losses);
      this.#weights = weights;
      onStep();
    }
  }

  /** The map as it stands, compared with softmax on the head it is fitted to. */
  async compare(engine: Engine): Promise<MapComparison> {
    const map: FeatureMap =
      this.#weights === null ? { kind: 'hedgehog' } : { kind: 'hedgehog', weights: this.#weights };
    return compareMap(engine, this.#inputs, { map, causal: false, factor: 1, scale: this.#scale });
  }

  async close(engine: Engine): Promise<void> {
    await engine.call('close', { handle: this.#handle });
  }
}

/** The maps that are not learned, on the same head. */
export async function fixedMaps(engine: Engine, inputs: Inputs, scale: number): Promise<FixedMapRow[]> {
  const rows: FixedMapRow[] = [];
  for (const [name, map] of FIXED) {
    rows.push({ name, bench: await compareMap(engine, inputs, { map, causal: false, factor: 1, scale }) });
  }
  return rows;
}
