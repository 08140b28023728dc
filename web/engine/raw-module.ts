// What cpp/bindings registers, as types. Embind checks none of it in a release build: validate.ts does.
// tests/wasm/surface.test.ts compares this file with the real exports.
import type {
  Comparison,
  Cost,
  Counts,
  Matrix,
  RandomFeatureError,
  RowStatistics,
  Spectrum,
  WeightComparison,
} from './types.js';

export interface RawFailure {
  code: number;
  argument: string;
  expected: string;
  row: number;
  col: number;
  got: number;
  limit: number;
}

export type RawResult<T> = ({ code: 0 } & T) | RawFailure;

/** data null: no matrix. */
export interface RawMatrix {
  rows: number;
  cols: number;
  data: Float32Array | null;
}

export interface RawFeatureMap {
  kind: number;
  activation: number;
  features: number;
  seed: number;
  orthogonal: boolean;
  hyperbolic: boolean;
  epsilon: number;
  nu: number;
  length: number;
  weights: RawMatrix;
}

export interface RawUpdate {
  kind: number;
  gamma: number;
  beta: number;
  betas: Float32Array | null;
  logDecay: Float32Array | null;
}

export interface RawPattern {
  kind: number;
  left: number;
  right: number;
  window: number;
  dilation: number;
  globalTokens: Int32Array | null;
  blockSize: number;
  randomBlocks: number;
  seed: number;
  random: Int32Array | null;
  /** One more than there are block rows. */
  randomStart: Int32Array | null;
}

export interface RawAttendOptions {
  mechanism: number;
  form: number;
  causal: number;
  precision: number;
  blockRows: number;
  blockCols: number;
  pattern: RawPattern;
  featureMap: RawFeatureMap;
  chunk: number;
  normalise: boolean;
  epsilon: number;
  update: RawUpdate;
  hasScale: boolean;
  scale: number;
  mask: Uint8Array | null;
  keyMask: Uint8Array | null;
  wantWeights: boolean;
  wantLogSumExp: boolean;
  wantNormaliser: boolean;
  wantState: boolean;
  wantTrace: boolean;
}

export interface RawKernel {
  kind: number;
  hasScale: boolean;
  scale: number;
  featureMap: RawFeatureMap;
}

export interface RawStreamOptions {
  accumulator: number;
  keyDim: number;
  valueDim: number;
  featureMap: RawFeatureMap;
  normalise: boolean;
  epsilon: number;
  update: RawUpdate;
}

export interface RawTrainerOptions {
  activation: number;
  hasScale: boolean;
  scale: number;
  features: number;
  learningRate: number;
  causal: boolean;
  seed: number;
}

/** Where the core puts an output. */
export interface RawArrays {
  /** An array to fill bit by bit. */
  floats(size: number): Float32Array;
  /** Takes what the view of the heap shows: the array that holds it. */
  kept(view: Float32Array): Float32Array;
}

export interface RawAttended {
  output: Matrix;
  status: Uint8Array;
  counts: Counts;
  weights?: Matrix;
  logSumExp?: Float32Array;
  normaliser?: Float32Array;
  stateS?: Matrix;
  stateZ?: Float32Array;
  /** One after the other: (tiles, n_q), (tiles, n_q) and (tiles * n_q, d_v). */
  traceTiles?: number;
  traceMax?: Float32Array;
  traceSum?: Float32Array;
  traceAccumulator?: Matrix;
}

/** Where in the core a stream, a trainer or a cache lies. Never leaves web/engine. */
export type Address = number;

export interface RawCommon {
  build(): 'simd' | 'scalar';
  memoryUse(): { heapBytes: number; usedBytes: number };
}

/** core.wasm */
export interface RawCore extends RawCommon {
  /**
   * One token, from the stream's area into the stream's area: the status of the row, or -1 where streamStep would say
   * what is wrong. Takes no memory. Not in Embind's table: its way of calling takes longer than the work.
   */
  _attention_stream_step(stream: Address): number;

  attend(
    q: Matrix,
    k: Matrix,
    v: Matrix,
    options: RawAttendOptions,
    arrays: RawArrays,
  ): RawResult<RawAttended>;
  featureMap(x: Matrix, map: RawFeatureMap, role: number, positions: number): RawResult<{ matrix: Matrix }>;
  projection(map: RawFeatureMap, dim: number): RawResult<{ matrix: Matrix }>;
  pattern(n: number, pattern: RawPattern): RawResult<{ mask: Uint8Array }>;
  cost(
    options: RawAttendOptions,
    queries: number,
    keys: number,
    keyDim: number,
    valueDim: number,
    bytesPerNumber: number,
  ): RawResult<Cost>;

  multiply(
    a: Matrix,
    transposeA: boolean,
    b: Matrix,
    transposeB: boolean,
    precision: number,
  ): RawResult<{ product: Matrix; multiplyAdds: number }>;
  random(
    rows: number,
    cols: number,
    seed: number,
    distribution: number,
    scale: number,
  ): RawResult<{ matrix: Matrix }>;
  rowStatistics(weights: Matrix): RawResult<RowStatistics>;
  compareWeights(weights: Matrix, reference: Matrix): RawResult<WeightComparison>;
  compare(a: Matrix, b: Matrix): RawResult<Comparison>;

  streamOpen(
    options: RawStreamOptions,
  ): RawResult<{ address: Address; stateBytes: number; featureDim: number }>;
  streamStep(
    stream: Address,
    q: Float32Array,
    k: Float32Array,
    v: Float32Array,
  ): RawResult<{ output: Float32Array; status: number }>;
  /** q, k, v and output, in the core's own memory: never handed on, and of length 0 once that memory has grown. */
  streamArea(stream: Address): Float32Array;
  streamExtend(stream: Address, q: Matrix, k: Matrix, v: Matrix): RawResult<{ output: Matrix }>;
  streamTokens(stream: Address): RawResult<{ tokens: number }>;
  streamState(stream: Address): RawResult<{ S: Matrix; z: Float32Array }>;
  streamSave(stream: Address): RawResult<{ bytes: Uint8Array }>;
  streamRestore(stream: Address, bytes: Uint8Array): RawResult<object>;
  streamClose(stream: Address): void;
}

/** analysis.wasm */
export interface RawAnalysis extends RawCommon {
  kernelSpectrum(q: Matrix, k: Matrix, kernel: RawKernel): RawResult<Spectrum>;
  randomFeatureError(x: Float32Array, y: Float32Array, features: number): RawResult<RandomFeatureError>;

  trainerOpen(
    q: Matrix,
    k: Matrix,
    options: RawTrainerOptions,
  ): RawResult<{ address: Address; lossFloor: number }>;
  trainerRun(trainer: Address, steps: number): RawResult<{ losses: Float64Array }>;
  trainerLoss(trainer: Address): RawResult<{ loss: number }>;
  trainerSteps(trainer: Address): RawResult<{ steps: number }>;
  trainerWeights(trainer: Address): RawResult<{ weights: Matrix }>;
  trainerSave(trainer: Address): RawResult<{ bytes: Uint8Array }>;
  trainerRestore(trainer: Address, bytes: Uint8Array): RawResult<object>;
  trainerClose(trainer: Address): void;

  cacheOpen(
    maxTokens: number,
    keyDim: number,
    valueDim: number,
    seed: number,
  ): RawResult<{ address: Address }>;
  cacheAppend(cache: Address, count: number): RawResult<object>;
  cacheNumbers(cache: Address): RawResult<{ numbers: number }>;
  cacheClose(cache: Address): void;
}
