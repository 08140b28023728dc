// The public module, in types. `npm run build` copies this file to dist/lib/attention.d.ts, so it imports nothing.
//
// Shapes: q is (n_q, d_k), k is (n_k, d_k), v is (n_k, d_v), row-major, one head a call. r is the number of
// features of a map. What fails throws an AttentionError and leaves everything as it was.

/** Loads the core. A failed load can be tried again. */
export declare function loadAttention(options?: LoadOptions): Promise<Attention>;

/** What every refused call throws. `code` is stable and kebab-case; `message` is a sentence for a person. */
export declare class AttentionError extends Error {
  readonly name: 'AttentionError';
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string);
}

export type ErrorCode =
  | 'bad-argument' // not of the type that was asked for
  | 'bad-shape' // sizes that do not fit one another, or a size that cannot be
  | 'not-finite' // a NaN or an infinity in a place that is used
  | 'bad-option' // an unknown name, a number outside its range, options that exclude one another
  | 'too-large' // more memory than the limit; refused before any is taken
  | 'out-of-memory' // within the limit, and the engine still did not give it
  | 'overflow' // finite inputs whose result float32 cannot hold
  | 'disposed' // a stream or trainer used after dispose()
  | 'not-available' // known, but this build cannot do it
  | 'load-failed' // the WebAssembly did not arrive or was refused
  | 'crashed'; // the core trapped; load it again

export interface LoadOptions {
  /** auto: probe SIMD by running an instruction and checking its result. */
  build?: 'auto' | 'simd' | 'scalar';
  /** For hosts that must hand the bytes (or their address) over themselves; they must be of the build asked for. */
  wasm?: BufferSource | URL;
}

/** Row-major. */
export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float32Array;
}

export interface Attention {
  readonly build: 'simd' | 'scalar';
  /**
   * One head. `output.data` is a fresh array, or the one given (n_q * d_v), filled; it may be one of the inputs. A refused
   * call leaves it as it was.
   */
  attend(q: Matrix, k: Matrix, v: Matrix, options: AttendOptions, output?: Float32Array): Attended;
  /** phi row by row, (rows, r). positions: cosformer's M. */
  featureMap(x: Matrix, map: FeatureMap, options?: { role?: 'query' | 'key'; positions?: number }): Matrix;
  /** n*n, 1 = allowed, row = query. */
  pattern(n: number, pattern: SparsePattern): Uint8Array;
  stream(options: StreamOptions): Stream;
  /** Closed forms, exact integers. */
  cost(options: CostOptions): Cost;

  /** a b, with either side transposed on request; counts its own multiplications. */
  multiply(
    a: Matrix,
    b: Matrix,
    options?: { transposeA?: boolean; transposeB?: boolean; precision?: Precision },
  ): { product: Matrix; multiplyAdds: number };
  /** Seeded and the same on every engine. unit-rows: normal, each row divided by its length. */
  random(options: RandomOptions): Matrix;
  /** The projection W (features, d) that a seed stands for. */
  projection(map: FeatureMap & { kind: 'favor' | 'trigonometric' }, dim: number): Matrix;
  /** Per row of a weight matrix, in float64. */
  rowStatistics(weights: Matrix): RowStatistics;
  /** Distances of each row of `weights` from the same row of `reference`, in float64. */
  compareWeights(weights: Matrix, reference: Matrix): WeightComparison;
  /** Entry by entry, in float64. */
  compare(a: Matrix, b: Matrix): Comparison;
  /** What the core holds now: the whole wasm memory, and the part of it that is in use. */
  memory(): { heapBytes: number; usedBytes: number };

  /**
   * What few pages ask for, in a WebAssembly file of its own that is fetched with the first call; later calls give the
   * same object. `wasm`: for hosts that must hand its bytes (or their address) over themselves. A failed load can be tried
   * again.
   */
  analysis(options?: { wasm?: BufferSource | URL }): Promise<Analysis>;
}

/** Computed in a memory of its own: matrices pass between it and the core as plain arrays. */
export interface Analysis {
  /**
   * The singular values, in float64 throughout, of the similarity matrix (n_q, n_k) of a kernel: exp(scale q.k),
   * q.k, or phi(q).phi(k). rank counts those above tolerance = largest * max(n_q, n_k) * 2^-52.
   */
  kernelSpectrum(q: Matrix, k: Matrix, kernel: Kernel): Spectrum;
  /** The mean squared errors that random features have in theory, for one pair x, y of softmax-kernel inputs. */
  randomFeatureError(x: Float32Array, y: Float32Array, features: number): RandomFeatureError;
  /** Fits a Hedgehog-style map to a head's softmax weights by Adam on the cross-entropy of rows. */
  trainer(options: TrainerOptions): Trainer;
  /** What this module holds now, apart from the core. */
  memory(): { heapBytes: number; usedBytes: number };
}

export type Precision = 'float32' | 'float64';
export type Want = 'weights' | 'logSumExp' | 'normaliser' | 'state' | 'trace';

export type Mechanism =
  /** Exact; scores held, n_q x n_k. */
  | { kind: 'softmax' }
  /** Exact; tiled online softmax, never holds n_q x n_k. */
  | { kind: 'flash'; blockRows?: number; blockCols?: number }
  /** Exact softmax over the permitted keys only. */
  | { kind: 'sparse'; pattern: SparsePattern }
  | {
      kind: 'linear';
      featureMap: FeatureMap;
      /** The same numbers, four ways. Default auto. */
      form?: 'auto' | 'parallel' | 'recurrent' | 'chunked' | 'quadratic';
      chunk?: number;
      /** Default true. */
      normalise?: boolean;
      /** Joins the scalar phi(q).z. Default 0. */
      epsilon?: number;
      update?: Update;
    };

export interface AttendOptions {
  mechanism: Mechanism;
  /** true: inclusive and bottom-right aligned, key j allowed when j <= i + n_k - n_q. */
  causal?: boolean | 'top-left';
  /** Softmax kinds: multiplies q.k, default 1/sqrt(d_k). Linear: multiplies q before phi, default 1. */
  scale?: number;
  /** n_q*n_k, 1 = allowed (not for linear). */
  mask?: Uint8Array;
  /** n_k, 1 = a real token; applied after phi, to numerator and normaliser alike. */
  keyMask?: Uint8Array;
  /** float64: the reference path, for showing the truth beside the fast one. */
  precision?: Precision;
  want?: Want[];
}

export interface Attended {
  /** (n_q, d_v) */
  output: Matrix;
  /** Per query: 0 ok, 1 no permitted key, 2 zero normaliser, 3 negative normaliser. */
  status: Uint8Array;
  /** (n_q, n_k); for linear kinds the implied weights, the matrix A with output = A v. */
  weights?: Matrix;
  /** n_q, softmax kinds; -Infinity where no key is permitted. */
  logSumExp?: Float32Array;
  /** n_q, phi(q).z */
  normaliser?: Float32Array;
  /** After all n_k keys: S is (r, d_v), z has r entries. */
  state?: State;
  /** flash: after each key tile. */
  trace?: Array<{ max: Float32Array; sum: Float32Array; accumulator: Matrix }>;
  /** Counted while running, not estimated. */
  counts: Counts;
}

export interface State {
  S: Matrix;
  z: Float32Array;
}

export interface Counts {
  multiplyAdds: number;
  exponentials: number;
  divisions: number;
  peakBytes: number;
  elementsRead: number;
  elementsWritten: number;
}

export type FeatureMap =
  | { kind: 'identity' }
  | { kind: 'elu+1' }
  | { kind: 'relu' }
  | { kind: 'squared-relu' }
  | { kind: 'exp' }
  | {
      kind: 'favor';
      features: number;
      seed: number;
      /** Default true. */
      orthogonal?: boolean;
      hyperbolic?: boolean;
      /** Default 0. */
      epsilon?: number;
      /** m x d, replaces the random one. */
      projection?: Matrix;
    }
  /** Random Fourier features of the softmax kernel. */
  | { kind: 'trigonometric'; features: number; seed: number; orthogonal?: boolean; projection?: Matrix }
  | { kind: 'taylor2' }
  | { kind: 'dpfp'; nu: number }
  | { kind: 'cosformer'; length?: number }
  /** Softmax over features for q; over positions for k (causal: exp). */
  | { kind: 'efficient' }
  /** Learned: weights (h x d) from the trainer; defaults identity and 'exp'. */
  | { kind: 'hedgehog'; weights?: Matrix; activation?: 'exp' | 'softmax' | 'softmax-each' };

/** How a token is written into the state. */
export type Update =
  | { kind: 'sum' }
  /** RetNet, gamma in [0, 1]; or per-token gates <= 0. One of the two. */
  | { kind: 'decay'; gamma?: number; logDecay?: Float32Array }
  /** DeltaNet, Gated DeltaNet; read after the write. */
  | { kind: 'delta'; beta: number | Float32Array; logDecay?: Float32Array };

export type SparsePattern =
  /** Inclusive; -1 unlimited; any other negative is an error. */
  | { kind: 'window'; left: number; right: number }
  /** window (even)/2 each side, edges clipped. */
  | { kind: 'longformer'; window: number; dilation?: number; globalTokens?: number[] }
  | {
      kind: 'bigbird';
      blockSize: number;
      randomBlocks: number;
      seed: number;
      /** Per block row, replaces the random choice. */
      random?: number[][];
    };

export interface StreamOptions {
  keyDim: number;
  valueDim: number;
  featureMap: FeatureMap;
  normalise?: boolean;
  epsilon?: number;
  update?: Update;
  /** What S and z are rounded to after each write. Default float32. */
  accumulator?: 'float32' | 'float64' | 'float16' | 'bfloat16';
}

export interface Stream {
  readonly tokens: number;
  readonly stateBytes: number;
  readonly featureDim: number;
  /**
   * One token: q and k (keyDim), v (valueDim) are written into the state, then q reads it. `output` is a fresh array, or
   * the one given (valueDim), filled: a loop that brings its own array makes none per token. A refused token changes
   * neither the stream nor `output`. `status` as in Attended. Katharopoulos et al. (2020), equations 16 to 20.
   */
  step(
    q: Float32Array,
    k: Float32Array,
    v: Float32Array,
    output?: Float32Array,
  ): { output: Float32Array; status: number };
  /** Many tokens in one call. */
  extend(q: Matrix, k: Matrix, v: Matrix): Matrix;
  state(): State;
  /** Lossless: step back, jump, resume. */
  save(): Uint8Array;
  restore(bytes: Uint8Array): void;
  /** Also Symbol.dispose where it exists. */
  dispose(): void;
}

export interface CostOptions {
  mechanism: Mechanism;
  queries: number;
  keys: number;
  keyDim: number;
  valueDim: number;
  causal?: boolean;
  bytesPerNumber?: number;
}

export interface Cost {
  multiplyAdds: number;
  exponentials: number;
  scoreNumbers: number;
  stateNumbers: number;
  cacheNumbers: number;
  perTokenMultiplyAdds: number;
  projectionMultiplyAdds: number;
  hbmElements?: { standard: number; flash1: number; flash2: number };
}

export interface RandomOptions {
  rows: number;
  cols: number;
  seed: number;
  /** Default normal: mean 0, standard deviation `scale`. uniform: [-scale, scale). sign: +-scale. */
  distribution?: 'normal' | 'uniform' | 'sign' | 'unit-rows';
  /** Default 1. */
  scale?: number;
}

export type Kernel =
  /** exp(scale q.k), scale by default 1/sqrt(d_k). */
  { kind: 'softmax'; scale?: number } | { kind: 'feature-map'; featureMap: FeatureMap };

export interface Spectrum {
  /** Largest first, min(n_q, n_k) of them. */
  singularValues: Float64Array;
  rank: number;
  tolerance: number;
}

export interface RowStatistics {
  /** Of the row divided by its sum, nats; NaN for a row with a negative weight, where entropy is not defined. */
  entropy: Float64Array;
  max: Float64Array;
  argmax: Int32Array;
  sum: Float64Array;
  /** How many weights of the row are below 0. */
  negatives: Int32Array;
}

export interface WeightComparison {
  /** sum |a - b| per row: 0 to 2 for rows that sum to 1. */
  l1: Float64Array;
  /** KL(reference || weights) in nats per row; Infinity where weights is <= 0 and reference is not. */
  kl: Float64Array;
  /** Share of rows whose largest weight stands in the same column. */
  topAgreement: number;
}

export interface Comparison {
  maxAbs: number;
  meanSquared: number;
  /** Frobenius norm of a - b over that of b. */
  relative: number;
  /** Entries whose signs differ. */
  signErrors: number;
  rowMaxAbs: Float64Array;
}

/** Choromanski et al. 2021, Lemma 2, for exp(x.y) with `features` independent draws. */
export interface RandomFeatureError {
  kernel: number;
  positive: number;
  trigonometric: number;
  hyperbolic: number;
}

export interface TrainerOptions {
  q: Matrix;
  k: Matrix;
  /** Of the softmax that is imitated. Default 1/sqrt(d_k). */
  scale?: number;
  /** h, rows of W; default d_k. The map has 2h features. */
  features?: number;
  activation?: 'exp' | 'softmax' | 'softmax-each';
  /** Default 0.01. */
  learningRate?: number;
  causal?: boolean;
  /** Of the starting weights: identity plus small noise. */
  seed: number;
}

export interface Trainer {
  readonly steps: number;
  /** Runs `steps` more steps; the loss (mean cross-entropy of rows, nats) before each. */
  run(steps: number): Float64Array;
  /** The loss as the weights stand now. */
  loss(): number;
  /** The entropy of the target rows: the loss no map can go below. */
  readonly lossFloor: number;
  weights(): Matrix;
  featureMap(): FeatureMap;
  save(): Uint8Array;
  restore(bytes: Uint8Array): void;
  dispose(): void;
}
