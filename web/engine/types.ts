/// <reference lib="esnext.disposable" />
// The public module, in types. `npm run build` copies this file to dist/lib/attention.d.ts, so it imports nothing.
//
// Shapes: q is (n_q, d_k), k is (n_k, d_k), v is (n_k, d_v), row-major, one head a call. r is the number of
// features of a map. Rows may be 0, columns not. Sizes are in numbers unless a name says bytes.
//
// Errors: what fails throws an AttentionError and leaves everything as it was. Any call may refuse what it is given with
// bad-argument, bad-shape, bad-option, not-finite or too-large, and may end with out-of-memory or crashed; a comment
// names what is thrown besides. No result holds a NaN or an infinity unless its comment says so.

/**
 * Loads a core of its own, with its own memory; the file is fetched and compiled once. Rejects with load-failed, and can
 * then be tried again.
 */
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
  | 'overflow' // finite inputs whose result float32 cannot hold, or whose state a stream's accumulator cannot
  | 'disposed' // a stream or trainer used after dispose()
  | 'load-failed' // the WebAssembly did not arrive or was refused
  | 'crashed'; // the core trapped; load it again

export interface LoadOptions {
  /** Default auto: probe SIMD by running an instruction and checking its result. */
  build?: 'auto' | 'simd' | 'scalar';
  /** For hosts that must hand the bytes (or their address) over themselves; they must be of the build asked for. */
  wasm?: BufferSource | URL;
}

/** rows * cols numbers, row-major: entry (i, j) is data[i * cols + j]. */
export interface Matrix {
  /** At least 0. */
  readonly rows: number;
  /** At least 1. */
  readonly cols: number;
  readonly data: Float32Array;
}

export interface Attention {
  /** The build that runs. Both give the same numbers but for rounding. */
  readonly build: 'simd' | 'scalar';
  /**
   * One head of attention: q (n_q, d_k), k (n_k, d_k), v (n_k, d_v) give `output` (n_q, d_v). `output.data` is a fresh
   * array, or the one given (n_q * d_v), filled; it may be one of the inputs. A refused call leaves it as it was. What a
   * mask hides is never read. Throws overflow where finite inputs have a result that float32 cannot hold. Softmax:
   * Vaswani et al. (2017), equation 1; linear: Katharopoulos et al. (2020), equations 4 to 12.
   */
  attend(q: Matrix, k: Matrix, v: Matrix, options: AttendOptions, output?: Float32Array): Attended;
  /**
   * phi row by row: x (rows, d) gives (rows, r). role, default query: `efficient` treats keys otherwise. positions:
   * cosformer's M where the map has no `length`; default the rows. Throws overflow.
   */
  featureMap(x: Matrix, map: FeatureMap, options?: { role?: 'query' | 'key'; positions?: number }): Matrix;
  /** Which keys each of n queries may look at, n from 1: n * n bytes, 1 = permitted, one row a query. */
  pattern(n: number, pattern: SparsePattern): Uint8Array;
  /** A stream without tokens. It keeps copies of all that the options hold; `dispose` gives its memory back. */
  stream(options: StreamOptions): Stream;
  /** What one head costs, in closed form: exact whole numbers, no run. Throws overflow where one passes 2^53. */
  cost(options: CostOptions): Cost;

  /**
   * a (n, m) times b (m, p), with either side transposed before on request: `product` is (n, p), and `multiplyAdds` is
   * counted while running. Throws overflow.
   */
  multiply(
    a: Matrix,
    b: Matrix,
    options?: { transposeA?: boolean; transposeB?: boolean; precision?: Precision },
  ): { product: Matrix; multiplyAdds: number };
  /** Seeded numbers (rows, cols), the same bits on every engine. PCG32, O'Neill (2014). */
  random(options: RandomOptions): Matrix;
  /** The projection W (features, dim) that a map's seed stands for, or the one that the map holds. */
  projection(map: FeatureMap & { kind: 'favor' | 'trigonometric' }, dim: number): Matrix;
  /** Of each row of a weight matrix (n_q, n_k), in float64: arrays of n_q. */
  rowStatistics(weights: Matrix): RowStatistics;
  /** Distances of each row of `weights` from the same row of `reference`, of one shape (n_q, n_k), in float64. */
  compareWeights(weights: Matrix, reference: Matrix): WeightComparison;
  /** How far a is from b, of one shape, entry by entry, in float64. */
  compare(a: Matrix, b: Matrix): Comparison;
  /** What the core holds now, in bytes: the whole wasm memory, which never shrinks, and the part of it that is in use. */
  memory(): { heapBytes: number; usedBytes: number };

  /**
   * What few pages ask for, in a WebAssembly file of its own that is fetched with the first call; later calls give the
   * same object. `wasm`: for hosts that must hand its bytes (or their address) over themselves. Rejects with load-failed,
   * and can then be tried again.
   */
  analysis(options?: { wasm?: BufferSource | URL }): Promise<Analysis>;
}

/** Computed in a memory of its own: matrices pass between it and the core as plain arrays. */
export interface Analysis {
  /** Of the similarity matrix (n_q, n_k) of a kernel, in float64 throughout. Time grows as n^3. Throws overflow. */
  kernelSpectrum(q: Matrix, k: Matrix, kernel: Kernel): Spectrum;
  /**
   * The mean squared errors that `features` random features, at least 1, have in theory as estimators of exp(x.y), for one
   * pair x, y of d numbers each. Throws overflow where float64 cannot hold them. Choromanski et al. (2021), Lemma 2.
   */
  randomFeatureError(x: Float32Array, y: Float32Array, features: number): RandomFeatureError;
  /**
   * Fits a Hedgehog map (Zhang et al. 2024) to a head's softmax weights, by Adam (Kingma and Ba 2015) on the mean
   * cross-entropy of rows. It keeps copies of q and k; `dispose` gives its memory back.
   */
  trainer(options: TrainerOptions): Trainer;
  /** What this module holds now, apart from the core, in bytes. */
  memory(): { heapBytes: number; usedBytes: number };
}

export type Precision = 'float32' | 'float64';
export type Want = 'weights' | 'logSumExp' | 'normaliser' | 'state' | 'trace';

export type Mechanism =
  /** Exact; scores held, n_q x n_k. */
  | { kind: 'softmax' }
  /**
   * Exact; tiled online softmax, never holds n_q x n_k. Tiles have blockRows queries and blockCols keys, by default 128 of
   * each. Dao et al. (2022), Algorithm 1.
   */
  | { kind: 'flash'; blockRows?: number; blockCols?: number }
  /** Exact softmax over the permitted keys only. */
  | { kind: 'sparse'; pattern: SparsePattern }
  /** phi(q) S / (phi(q).z + epsilon), S the sum of phi(k) v^T and z that of phi(k). Katharopoulos et al. (2020). */
  | {
      kind: 'linear';
      featureMap: FeatureMap;
      /** The same numbers, four ways. Default auto, the quickest. */
      form?: 'auto' | 'parallel' | 'recurrent' | 'chunked' | 'quadratic';
      /** Keys of a chunk, for `chunked`, at least 1; by default chosen by the core. */
      chunk?: number;
      /** Whether to divide by phi(q).z + epsilon. Default true. */
      normalise?: boolean;
      /** Joins the scalar phi(q).z; at least 0. Default 0. */
      epsilon?: number;
      /** Default sum. */
      update?: Update;
    };

export interface AttendOptions {
  mechanism: Mechanism;
  /** true: aligned at the bottom right, key j permitted when j <= i + n_k - n_q. 'top-left': j <= i. Default false. */
  causal?: boolean | 'top-left';
  /** Softmax kinds: multiplies q.k, default 1/sqrt(d_k). Linear: multiplies q before phi, default 1. */
  scale?: number;
  /** n_q * n_k bytes, 1 = permitted, 0 = not; any other is refused. Not for linear attention. */
  mask?: Uint8Array;
  /** n_k bytes, 1 = a real token, 0 = padding; applied after phi, to numerator and normaliser alike. */
  keyMask?: Uint8Array;
  /** float64: the reference path, rounded once at the end, for showing the truth beside the fast one. Default float32. */
  precision?: Precision;
  /** Further answers; one that the mechanism does not have is refused. */
  want?: Want[];
}

export interface Attended {
  /** (n_q, d_v) */
  output: Matrix;
  /** n_q: 0 fine, 1 no permitted key (zeros), 2 the number divided by is zero (zeros), 3 it is negative (the quotient). */
  status: Uint8Array;
  /** (n_q, n_k); for linear kinds the implied weights, the matrix A with output = A v. */
  weights?: Matrix;
  /** n_q, softmax kinds; -Infinity where no key is permitted. */
  logSumExp?: Float32Array;
  /** n_q, phi(q).z without epsilon; linear kinds. */
  normaliser?: Float32Array;
  /** After all n_k keys, whatever the queries saw; linear kinds. */
  state?: State;
  /**
   * flash: after each key tile, the short last one included, the largest score and the sum of exponentials so far, n_q
   * each, and the output before the division (n_q, d_v). Before a query's first key max is -Infinity and sum 0.
   */
  trace?: Array<{ max: Float32Array; sum: Float32Array; accumulator: Matrix }>;
  /** Counted while running, not estimated. */
  counts: Counts;
}

export interface State {
  /** (r, d_v) */
  S: Matrix;
  /** r */
  z: Float32Array;
}

/** docs/conventions.md, Numbers, says what is counted and what is not. */
export interface Counts {
  /** Of the mechanism's products; phi's own work is not in it. */
  multiplyAdds: number;
  /** Of scores, one for each permitted pair; those inside phi are not in it. */
  exponentials: number;
  divisions: number;
  /** The most that results and scratch held at once, inputs not included. */
  peakBytes: number;
  /** Numbers that each pass or tile reads from slow memory. */
  elementsRead: number;
  /** Numbers that each pass or tile writes to slow memory. */
  elementsWritten: number;
}

/** sim(q, k) = phi(q).phi(k). x' stands for d^(-1/4) x, [a, b] for features side by side, r for how many there are. */
export type FeatureMap =
  /** x. r = d */
  | { kind: 'identity' }
  /** x + 1 for x >= 0, exp(x) below. r = d. Katharopoulos et al. (2020), equation 7 */
  | { kind: 'elu+1' }
  /** max(x, 0). r = d */
  | { kind: 'relu' }
  /** max(x, 0)^2. r = d. So et al. (2021) */
  | { kind: 'squared-relu' }
  /** exp(x). r = d */
  | { kind: 'exp' }
  /** exp(W x' - |x'|^2/2) / sqrt(m), positive random features of exp(q.k / sqrt(d)). r = m. Choromanski et al. (2021) */
  | {
      kind: 'favor';
      /** m, the rows of W. */
      features: number;
      seed: number;
      /** Rows of W orthogonal within blocks of d. Default true. */
      orthogonal?: boolean;
      /** [+W, -W] divided by sqrt(2m). r = 2m. Default false. */
      hyperbolic?: boolean;
      /** Joins each feature, as a share of the largest; at least 0. A stream refuses it. Default 0. */
      epsilon?: number;
      /** (m, d), replaces the random one. */
      projection?: Matrix;
    }
  /** exp(|x'|^2/2) [cos W x', sin W x'] / sqrt(m), of the same kernel. r = 2m. Rahimi and Recht (2007) */
  | { kind: 'trigonometric'; features: number; seed: number; orthogonal?: boolean; projection?: Matrix }
  /** [1, x', x (x) x / sqrt(2d)]. r = 1 + d + d^2. Arora et al. (2024) */
  | { kind: 'taylor2' }
  /** y_i y_(i-j) for j = 1..nu, of y = [relu x, relu -x]. r = 2 d nu. Schlag et al. (2021) */
  | { kind: 'dpfp'; nu: number }
  /**
   * relu(x) [sin, cos](pi i / 2M), i the position from 1, M the length, by default the larger of n_q and n_k; a stream
   * needs one, and a length shorter than the sequence is refused. r = 2d. Qin et al. (2022)
   */
  | { kind: 'cosformer'; length?: number }
  /** Softmax over features for q, over positions for k (causal, or in a stream: exp). r = d. Shen et al. (2021) */
  | { kind: 'efficient' }
  /**
   * Of u = W x: [exp u, exp -u], softmax [2u, -2u], or [softmax u, softmax -u]. r = 2h. W is `weights` (h, d), as from the
   * trainer; defaults identity and exp. Zhang et al. (2024)
   */
  | { kind: 'hedgehog'; weights?: Matrix; activation?: 'exp' | 'softmax' | 'softmax-each' };

/**
 * How a token is written into the state, before its query reads it. k stands for phi(k), and z is written as S is, with 1
 * in place of v. Gate arrays have one entry a key.
 */
export type Update =
  /** S + k v^T. Katharopoulos et al. (2020) */
  | { kind: 'sum' }
  /** g S + k v^T, g = gamma, from 0 to 1, or exp(logDecay), at most 0. One of the two. RetNet, Sun et al. (2023) */
  | { kind: 'decay'; gamma?: number; logDecay?: Float32Array }
  /**
   * g S + beta k (v - (g S)^T k)^T. Keys are not normalised here, and it diverges where beta |k|^2 > 2. DeltaNet, Schlag et
   * al. (2021); with gates Gated DeltaNet, Yang et al. (2024)
   */
  | { kind: 'delta'; beta: number | Float32Array; logDecay?: Float32Array };

export type SparsePattern =
  /** Keys i + n_k - n_q - left to i + n_k - n_q + right, both inclusive; -1 is unlimited. */
  | { kind: 'window'; left: number; right: number }
  /**
   * Half of the even `window` on each side, `dilation` apart (default 1), edges clipped; a global token sees all and is
   * seen by all. Needs n_q = n_k. Beltagy, Peters and Cohan (2020)
   */
  | { kind: 'longformer'; window: number; dilation?: number; globalTokens?: number[] }
  /**
   * In blocks: first and last rows and columns full, a band of three, and `randomBlocks` more in each block row, which
   * avoid those. Needs n_q = n_k. Zaheer et al. (2020), the ITC form
   */
  | {
      kind: 'bigbird';
      blockSize: number;
      randomBlocks: number;
      seed: number;
      /** Block numbers for each of the ceil(n / blockSize) block rows; replaces the random choice. */
      random?: number[][];
    };

export interface StreamOptions {
  /** d_k, at least 1. */
  keyDim: number;
  /** d_v, at least 1. */
  valueDim: number;
  /** Neither cosformer without a length nor favor with an epsilon: a stream does not know what is to come. */
  featureMap: FeatureMap;
  /** As in Mechanism. Default true. */
  normalise?: boolean;
  /** As in Mechanism. Default 0. */
  epsilon?: number;
  /** Entry t of a gate array is token t's. Default sum. */
  update?: Update;
  /** What S and z are rounded to after each write. Default float32. */
  accumulator?: 'float32' | 'float64' | 'float16' | 'bfloat16';
}

/** Each member but `dispose` throws disposed after it, and stateBytes and featureDim never throw. */
export interface Stream extends Disposable {
  /** Seen so far; at most 2^31 - 1. */
  readonly tokens: number;
  /** (r d_v + r) times the bytes of the accumulator's numbers, whatever has been seen. */
  readonly stateBytes: number;
  /** r */
  readonly featureDim: number;
  /**
   * One token: q and k (keyDim), v (valueDim) are written into the state, then q reads it. `output` is a fresh array, or
   * the one given (valueDim), filled: a loop that brings its own array makes none per token. A refused token changes
   * neither the stream nor `output`. `status` as in Attended. Throws bad-option where a gate array has no entry for this
   * token, and overflow. Katharopoulos et al. (2020), equations 16 to 20.
   */
  step(
    q: Float32Array,
    k: Float32Array,
    v: Float32Array,
    output?: Float32Array,
  ): { output: Float32Array; status: number };
  /** n tokens in one call, all or none: q and k (n, keyDim), v (n, valueDim) give (n, valueDim). Throws as `step` does. */
  extend(q: Matrix, k: Matrix, v: Matrix): Matrix;
  /** S and z as they stand, rounded to float32. Throws overflow where that cannot hold them. */
  state(): State;
  /** S, z and the count of tokens as they are held, lossless: step back, jump, resume. */
  save(): Uint8Array;
  /** Takes what a stream of the same options saved; else throws bad-option, and the stream stays as it was. */
  restore(bytes: Uint8Array): void;
  /** Gives the memory back; twice is harmless. Also [Symbol.dispose], for `using`, in engines that know that symbol. */
  dispose(): void;
}

/** Gates take the same work whatever they are: `decay` and `delta` may stand without them. Those that are given are checked. */
export type CountedMechanism =
  | Exclude<Mechanism, { kind: 'linear' }>
  | (Omit<Extract<Mechanism, { kind: 'linear' }>, 'update'> & {
      update?:
        | Exclude<Update, { kind: 'delta' }>
        | ({ kind: 'delta' } & Partial<Extract<Update, { kind: 'delta' }>>);
    });

export interface CostOptions {
  /** Masks, precision and wants do not count. */
  mechanism: CountedMechanism;
  /** n_q */
  queries: number;
  /** n_k */
  keys: number;
  /** d_k */
  keyDim: number;
  /** d_v */
  valueDim: number;
  /** Aligned at the bottom right. Default false. */
  causal?: boolean;
  /** How many numbers fast memory holds follows from it, in `hbmElements`. Default 4. */
  bytesPerNumber?: number;
}

/** Of one head. "+ r" where the mechanism normalises. */
export interface Cost {
  /** Softmax kinds: permitted pairs times d_k + d_v. Linear: (n_q + n_k) (r d_v + r). */
  multiplyAdds: number;
  /** One for each permitted pair; 0 for linear kinds. */
  exponentials: number;
  /** Held at once: n_q n_k for softmax, one tile for flash, the permitted pairs for sparse; 0 for linear kinds. */
  scoreNumbers: number;
  /** r d_v + r; 0 for softmax kinds. */
  stateNumbers: number;
  /** n_k (d_k + d_v), the keys and values that a model must keep; 0 for linear kinds. */
  cacheNumbers: number;
  /** Of the next token: n_k (d_k + d_v), or 2 (r d_v + r) for linear kinds. */
  perTokenMultiplyAdds: number;
  /** Of W x in maps that have a W: (n_q + n_k) rows(W) d_k. */
  projectionMultiplyAdds: number;
  /**
   * Numbers that travel between slow memory and a fast one of 204,800 bytes. Only for softmax and flash that is not causal,
   * with n_q = n_k and d_k = d_v. Dao et al. (2022), Algorithms 0 and 1; Dao (2023), Algorithm 1.
   */
  hbmElements?: { standard: number; flash1: number; flash2: number };
}

export interface RandomOptions {
  rows: number;
  cols: number;
  /** A whole number from 0 to 2^32 - 1. */
  seed: number;
  /**
   * Default normal: mean 0, standard deviation `scale`. uniform: [-scale, scale). sign: +-scale. unit-rows: normal, each
   * row divided by its length.
   */
  distribution?: 'normal' | 'uniform' | 'sign' | 'unit-rows';
  /** From -1e30 to 1e30. Default 1. */
  scale?: number;
}

export type Kernel =
  /** exp(scale q.k), scale by default 1/sqrt(d_k). */
  | { kind: 'softmax'; scale?: number }
  /** phi(q).phi(k) */
  | { kind: 'feature-map'; featureMap: FeatureMap };

export interface Spectrum {
  /** Largest first, min(n_q, n_k) of them. */
  singularValues: Float64Array;
  /** How many are above `tolerance`. */
  rank: number;
  /** largest * max(n_q, n_k) * 2^-52, as NumPy's matrix_rank has it. */
  tolerance: number;
}

export interface RowStatistics {
  /** Of the row divided by its sum, nats; NaN for a row with a negative weight, where entropy is not defined. */
  entropy: Float64Array;
  max: Float64Array;
  /** The column of the largest; the first, where several are. */
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
  /** Share of rows whose largest weight stands in the same column, 0 to 1. */
  topAgreement: number;
}

export interface Comparison {
  maxAbs: number;
  meanSquared: number;
  /** Frobenius norm of a - b over that of b; 0 where a = b, Infinity where only b is all 0. */
  relative: number;
  /** Entries whose signs (-, 0, +) differ. */
  signErrors: number;
  /** The largest |a - b| of each row. */
  rowMaxAbs: Float64Array;
}

/** Mean squared errors of estimates of exp(x.y) with m independent rows of W, m = `features`. */
export interface RandomFeatureError {
  /** exp(x.y) itself. */
  kernel: number;
  /** m features. */
  positive: number;
  /** 2m features. */
  trigonometric: number;
  /** 2m features. */
  hyperbolic: number;
}

export interface TrainerOptions {
  /** (n_q, d_k) */
  q: Matrix;
  /** (n_k, d_k) */
  k: Matrix;
  /** Of the softmax that is imitated. Default 1/sqrt(d_k). */
  scale?: number;
  /** h, rows of W; default d_k. The map has 2h features. */
  features?: number;
  /** As in FeatureMap. Default exp. */
  activation?: 'exp' | 'softmax' | 'softmax-each';
  /** Above 0, up to 1e6. Default 0.01. */
  learningRate?: number;
  /** Aligned at the bottom right. Default false. */
  causal?: boolean;
  /** Of the starting weights: identity plus small noise. */
  seed: number;
}

/** Each member but `dispose` throws disposed after it, and lossFloor never throws. */
export interface Trainer extends Disposable {
  /** Run so far. */
  readonly steps: number;
  /**
   * Runs `steps` more steps; the loss (mean cross-entropy of rows, nats) before each, `steps` of them. Throws overflow
   * where weights run away, which stay as they were before that step.
   */
  run(steps: number): Float64Array;
  /** The loss as the weights stand now, nats. */
  loss(): number;
  /** The mean entropy of the target rows, nats: the loss no map can go below. */
  readonly lossFloor: number;
  /** W (h, d_k), rounded to float32. */
  weights(): Matrix;
  /** A hedgehog map of these weights. */
  featureMap(): FeatureMap;
  /** Weights and Adam's moments, lossless. */
  save(): Uint8Array;
  /** Takes what a trainer of the same sizes and activation saved; else throws, and everything stays as it was. */
  restore(bytes: Uint8Array): void;
  /** Gives the memory back; twice is harmless. Also [Symbol.dispose], for `using`, in engines that know that symbol. */
  dispose(): void;
}
