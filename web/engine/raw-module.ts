// What cpp/bindings registers, as types. Embind checks none of it in a release build: validate.ts does.
// tests/wasm/surface.test.ts compares this file with the real exports.

export interface RawFailure {
  code: number;
  argument: string;
  expected: string;
  row: number;
  col: number;
  got: number;
}

export type RawResult<T> = ({ code: 0 } & T) | RawFailure;

export interface RawMatrix {
  rows: number;
  cols: number;
  data: Float32Array;
}

export interface RawFeatureMap {
  kind: number;
  features: number;
  seed: number;
  orthogonal: boolean;
  hyperbolic: boolean;
  epsilon: number;
  nu: number;
  length: number;
  activation: number;
  weights: Float32Array | null;
  weightRows: number;
  weightCols: number;
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
  blockRows: number;
  blockCols: number;
  pattern: RawPattern;
  featureMap: RawFeatureMap;
  form: number;
  chunk: number;
  normalise: boolean;
  epsilon: number;
  update: RawUpdate;
  causal: number;
  hasScale: boolean;
  scale: number;
  mask: Uint8Array | null;
  keyMask: Uint8Array | null;
  precision: number;
  wantWeights: boolean;
  wantLogSumExp: boolean;
  wantNormaliser: boolean;
  wantState: boolean;
  wantTrace: boolean;
}

export interface RawCounts {
  multiplyAdds: number;
  exponentials: number;
  divisions: number;
  peakBytes: number;
  elementsRead: number;
  elementsWritten: number;
}

/** Shape of one head. */
export interface RawShape {
  queries: number;
  keys: number;
  keyDim: number;
  valueDim: number;
}

export interface RawAttended {
  output: Float32Array;
  status: Uint8Array;
  counts: RawCounts;
  weights?: Float32Array;
  logSumExp?: Float32Array;
  normaliser?: Float32Array;
  stateS?: RawMatrix;
  stateZ?: Float32Array;
  traceTiles?: number;
  traceMax?: Float32Array;
  traceSum?: Float32Array;
  traceAccumulator?: Float32Array;
}

export interface RawModule {
  build(): 'simd' | 'scalar';
  memory(): { heapBytes: number; usedBytes: number };
  attend(
    q: Float32Array,
    k: Float32Array,
    v: Float32Array,
    shape: RawShape,
    options: RawAttendOptions,
  ): RawResult<RawAttended>;
}
