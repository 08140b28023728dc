// The boundary between the page and the thread that computes: one map of calls. A new operation is one line
// here and one method in session.ts.
import type {
  Attended,
  AttendOptions,
  Comparison,
  Cost,
  CostOptions,
  ErrorCode,
  FeatureMap,
  Kernel,
  Matrix,
  Precision,
  RandomFeatureError,
  RandomOptions,
  RowStatistics,
  SparsePattern,
  Spectrum,
  State,
  StreamOptions,
  TrainerOptions,
  WeightComparison,
} from './types.js';

/** A stream or trainer lives on the far side; the page holds its number. */
export type Handle = number;

export interface AttendRequest {
  q: Matrix;
  k: Matrix;
  v: Matrix;
  options: AttendOptions;
}

export interface Calls {
  about: { in: null; out: { build: 'simd' | 'scalar'; heapBytes: number; usedBytes: number } };
  attend: { in: AttendRequest; out: Attended };
  /** Many in one message: each message costs both threads more than a small attention. */
  attends: { in: AttendRequest[]; out: Attended[] };
  featureMap: {
    in: { x: Matrix; map: FeatureMap; role?: 'query' | 'key'; positions?: number };
    out: Matrix;
  };
  pattern: { in: { n: number; pattern: SparsePattern }; out: Uint8Array };
  cost: { in: CostOptions; out: Cost };
  /** Many closed forms in one message, for a curve. */
  costs: { in: CostOptions[]; out: Cost[] };
  multiply: {
    in: { a: Matrix; b: Matrix; transposeA?: boolean; transposeB?: boolean; precision?: Precision };
    out: { product: Matrix; multiplyAdds: number };
  };
  /** a is (n, r), b (r, n), c (n, d). */
  bothOrders: { in: { a: Matrix; b: Matrix; c: Matrix }; out: BothOrders<OrderRun> };
  countOrders: {
    in: { a: RandomOptions; b: RandomOptions; c: RandomOptions };
    out: BothOrders<CountedOrder>;
  };
  random: { in: RandomOptions; out: Matrix };
  projection: { in: { map: FeatureMap & { kind: 'favor' | 'trigonometric' }; dim: number }; out: Matrix };
  kernelSpectrum: { in: { q: Matrix; k: Matrix; kernel: Kernel }; out: Spectrum };
  rowStatistics: { in: { weights: Matrix }; out: RowStatistics };
  compareWeights: { in: { weights: Matrix; reference: Matrix }; out: WeightComparison };
  compare: { in: { a: Matrix; b: Matrix }; out: Comparison };
  randomFeatureError: { in: { x: Float32Array; y: Float32Array; features: number }; out: RandomFeatureError };

  openStream: { in: StreamOptions; out: { handle: Handle; stateBytes: number; featureDim: number } };
  step: {
    in: { handle: Handle; q: Float32Array; k: Float32Array; v: Float32Array };
    out: { output: Float32Array; status: number; tokens: number };
  };
  extend: {
    in: { handle: Handle; q: Matrix; k: Matrix; v: Matrix };
    out: { output: Matrix; tokens: number };
  };
  streamState: { in: { handle: Handle }; out: State & { tokens: number; stateBytes: number } };
  saveStream: { in: { handle: Handle }; out: Uint8Array };
  restoreStream: { in: { handle: Handle; bytes: Uint8Array }; out: { tokens: number } };
  /** Feeds seeded random tokens until the stream has seen `tokens` of them; reports progress, can be cancelled. */
  runStream: { in: { handle: Handle; tokens: number; seed: number; scale?: number }; out: StreamRun };
  /** A key-value cache that really grows: `tokens` keys and values held in the core, then measured and freed. */
  growCache: { in: { tokens: number; keyDim: number; valueDim: number; seed: number }; out: CacheRun };
  close: { in: { handle: Handle }; out: null };

  openTrainer: { in: TrainerOptions; out: { handle: Handle; lossFloor: number; loss: number } };
  /** Progress carries the losses so far, so that a curve can grow. */
  train: {
    in: { handle: Handle; steps: number };
    out: { losses: Float64Array; steps: number; weights: Matrix };
  };

  /** Warm-up, then repeated timed runs of each task, in turn, so that drift falls on all alike. */
  measure: { in: { tasks: MeasureTask[]; repeats: number; budgetMs: number }; out: Measurement[] };
}

/** Multiplications that the two products of one order took. */
export interface CountedOrder {
  first: number;
  second: number;
}

export interface OrderRun extends CountedOrder {
  /** AB or BC. */
  between: Matrix;
  total: Matrix;
}

export interface BothOrders<Run> {
  /** (AB)C */
  tableFirst: Run;
  /** A(BC) */
  summaryFirst: Run;
  /** Of the two totals. */
  difference: Comparison;
}

export interface StreamRun {
  tokens: number;
  stateBytes: number;
  /** Of the whole core, read before the first and after the last token. */
  usedBytesBefore: number;
  usedBytesAfter: number;
  milliseconds: number;
  lastOutput: Float32Array;
}

export interface CacheRun {
  tokens: number;
  cacheNumbers: number;
  cacheBytes: number;
  usedBytesBefore: number;
  usedBytesAfter: number;
}

export interface MeasureTask {
  label: string;
  n: number;
  dim: number;
  seed: number;
  options: AttendOptions;
}

export interface Measurement {
  label: string;
  n: number;
  runs: number;
  medianMs: number;
  minMs: number;
  maxMs: number;
  /** The clock's own step, below which a time says nothing. */
  resolutionMs: number;
}

export interface Progress {
  done: number;
  total: number;
  /** train: the losses of the steps since the last report. */
  losses?: Float64Array;
}

export type Call = keyof Calls;
/** Those that the second module answers. `train` needs none: its trainer is open. */
export const ANALYSIS_CALLS: ReadonlySet<Call> = new Set<Call>([
  'kernelSpectrum',
  'randomFeatureError',
  'openTrainer',
  'growCache',
]);
export type Request =
  | { [C in Call]: { id: number; call: C; args: Calls[C]['in'] } }[Call]
  | { id: number; call: 'cancel' };
export type Reply =
  | { id: number; kind: 'done'; value: Calls[Call]['out'] }
  | { id: number; kind: 'progress'; progress: Progress }
  | { id: number; kind: 'failed'; code: ErrorCode | 'cancelled'; message: string };

/**
 * What widgets are given; web/engine/client.ts makes it. Arrays in `args` must stay as they are until the promise
 * settles: they are copied when the call is sent, which may be later.
 */
export interface Engine {
  call<C extends Call>(name: C, args: Calls[C]['in'], options?: CallOptions): Promise<Calls[C]['out']>;
}

export interface CallOptions {
  /** Aborting rejects with a CancelledError, whose code is 'cancelled'; the stream stays where it was stopped. */
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /**
   * Ends soon what an earlier call opened for one answer, such as a stream that is fed and closed: whoever holds calls back
   * lets it through, as what is open keeps the core and all its memory.
   */
  goesOn?: boolean;
}
