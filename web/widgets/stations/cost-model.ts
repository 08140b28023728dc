// Worked example 1 as numbers: exact counts, break-even, slopes, a hand-set exponent, timed runs. No DOM.
import type { CallOptions, Engine, Measurement } from '../../engine/calls.js';
import type { AttendOptions, Cost, CostOptions } from '../../engine/types.js';
import { logLogSlope } from '../../model/statistics.js';

export interface CostSettings {
  /** Tokens. */
  readonly n: number;
  /** Size of a head: d_k = d_v = d. */
  readonly d: number;
  /** Features of the map. */
  readonly r: number;
  readonly causal: boolean;
  /** Whether q.z and the sum of the keys are counted. */
  readonly normalise: boolean;
  /** Whether W x of a random-feature map is counted. */
  readonly projection: boolean;
}

export interface CurvePoint {
  readonly n: number;
  readonly standard: number;
  readonly linear: number;
}

export interface CostView {
  readonly standard: Cost;
  readonly linear: Cost;
  /** One of the two products of each kind, without normaliser and projections. */
  readonly oneProduct: { readonly standard: number; readonly linear: number };
  /** Multiply-adds of linear attention with what the settings count. */
  readonly linearTotal: number;
  readonly ratio: number;
  readonly curve: readonly CurvePoint[];
  readonly slopes: { readonly standard: number; readonly linear: number };
  /** The least n at which linear attention needs no more multiply-adds; null beyond `LARGEST`. */
  readonly breakEven: number | null;
}

/** The curve's lengths: powers of two from 16 to 1,048,576. */
export const LENGTHS: readonly number[] = Array.from({ length: 17 }, (_, i) => 2 ** (i + 4));
/** Where the search for the break-even ends; counts there still fit into 2^53, the core’s bound. */
export const LARGEST = 2 ** 20;

/** What `cost` is asked: random features, because they alone let r differ from d; W x is counted apart. */
function questions(settings: CostSettings, n: number): [CostOptions, CostOptions] {
  const sizes = { queries: n, keys: n, keyDim: settings.d, valueDim: settings.d, causal: settings.causal };
  return [
    { ...sizes, mechanism: { kind: 'softmax' } },
    {
      ...sizes,
      mechanism: {
        kind: 'linear',
        featureMap: { kind: 'favor', features: settings.r, seed: 1 },
        normalise: settings.normalise,
      },
    },
  ];
}

function linearTotal(settings: CostSettings, cost: Cost): number {
  return cost.multiplyAdds + (settings.projection ? cost.projectionMultiplyAdds : 0);
}

async function pointsAt(engine: Engine, settings: CostSettings, lengths: readonly number[]) {
  const answers = await engine.call(
    'costs',
    lengths.flatMap((n) => questions(settings, n)),
  );
  return lengths.map((n, i) => ({
    n,
    standard: answers[2 * i]!.multiplyAdds,
    linear: linearTotal(settings, answers[2 * i + 1]!),
  }));
}

/** The least n in [1, LARGEST] with linear <= standard. The ratio falls with n, so each round cuts the range by 32. */
async function breakEven(engine: Engine, settings: CostSettings): Promise<number | null> {
  let below = 0;
  let reached = LARGEST + 1;
  while (reached - below > 1) {
    const step = Math.max(1, Math.floor((reached - below) / 32));
    const lengths: number[] = [];
    for (let n = below + step; n < reached; n += step) lengths.push(n);
    const points = await pointsAt(engine, settings, lengths);
    const first = points.findIndex((point) => point.linear <= point.standard);
    if (first === -1) {
      below = lengths.at(-1)!;
      continue;
    }
    reached = lengths[first]!;
    if (first > 0) below = lengths[first - 1]!;
  }
  return reached > LARGEST ? null : reached;
}

export async function computeCost(engine: Engine, settings: CostSettings): Promise<CostView> {
  const bare = questions({ ...settings, normalise: false }, settings.n)[1];
  const [[standard, linear, products], curve, least] = await Promise.all([
    engine.call('costs', [...questions(settings, settings.n), bare]),
    pointsAt(engine, settings, LENGTHS),
    breakEven(engine, settings),
  ]);
  const total = linearTotal(settings, linear!);
  return {
    standard: standard!,
    linear: linear!,
    oneProduct: { standard: standard!.multiplyAdds / 2, linear: products!.multiplyAdds / 2 },
    linearTotal: total,
    ratio: standard!.multiplyAdds / total,
    curve,
    slopes: {
      standard: logLogSlope(curve.map((point) => [point.n, point.standard])),
      linear: logLogSlope(curve.map((point) => [point.n, point.linear])),
    },
    breakEven: least,
  };
}

/** The reader's own line: y = first.y (n / first.n)^exponent through the first point of the curve it is laid over. */
export function handSetLine(
  curve: readonly CurvePoint[],
  over: 'standard' | 'linear',
  exponent: number,
): { points: [number, number][]; missAtEnd: number } {
  const first = curve[0]!;
  const points = curve.map(({ n }): [number, number] => [n, first[over] * (n / first.n) ** exponent]);
  return { points, missAtEnd: points.at(-1)![1] / curve.at(-1)![over] };
}

/** Lengths that are timed: enough on both sides of the break-even of d = 64, and done in seconds. */
const MEASURED_LENGTHS: readonly number[] = [16, 32, 64, 128, 256, 512, 1024, 2048];

export interface MeasuredPoint {
  readonly n: number;
  readonly standard: Measurement;
  readonly linear: Measurement;
}

export interface MeasuredView {
  readonly points: readonly MeasuredPoint[];
  /** Where the medians cross, by a straight line between two lengths on log-log axes; null if they do not. */
  readonly crossover: number | null;
  /** Lengths at which linear attention took longer, beyond the spread of both. */
  readonly slowerAt: readonly number[];
  /** Lengths where the two spreads overlap, so that the order of the medians says little. */
  readonly unclearAt: readonly number[];
  readonly slopes: { readonly standard: number; readonly linear: number };
  readonly linearMap: string;
}

export async function measureHere(
  engine: Engine,
  settings: Pick<CostSettings, 'd' | 'r' | 'causal'>,
  options: CallOptions,
): Promise<MeasuredView> {
  const usesElu = settings.r === settings.d;
  const linear: AttendOptions = {
    mechanism: {
      kind: 'linear',
      featureMap: usesElu ? { kind: 'elu+1' } : { kind: 'favor', features: settings.r, seed: 1 },
    },
    causal: settings.causal,
  };
  const standard: AttendOptions = { mechanism: { kind: 'softmax' }, causal: settings.causal };
  const tasks = MEASURED_LENGTHS.flatMap((n) => [
    { label: 'standard', n, dim: settings.d, seed: n, options: standard },
    { label: 'linear', n, dim: settings.d, seed: n, options: linear },
  ]);
  const measured = await engine.call('measure', { tasks, repeats: 15, budgetMs: 6000 }, options);
  return {
    ...summarise(
      MEASURED_LENGTHS.map((n, i) => ({ n, standard: measured[2 * i]!, linear: measured[2 * i + 1]! })),
    ),
    linearMap: usesElu ? 'elu+1' : `FAVOR+ with ${settings.r} features`,
  };
}

/** Reads crossover, order and doubt out of timed points, shortest first. */
export function summarise(points: readonly MeasuredPoint[]): Omit<MeasuredView, 'linearMap'> {
  const gap = (point: MeasuredPoint) => Math.log(point.linear.medianMs / point.standard.medianMs);
  let crossover: number | null = null;
  for (let i = 1; i < points.length; ++i) {
    const before = gap(points[i - 1]!);
    const after = gap(points[i]!);
    if (before > 0 && after <= 0) {
      const share = before / (before - after);
      const [from, to] = [Math.log(points[i - 1]!.n), Math.log(points[i]!.n)];
      crossover = Math.exp(from + share * (to - from));
    }
  }
  // Short runs are all overhead; the slope is read where the work dominates.
  const long = points.slice(-4);
  const isUnclear = ({ standard, linear }: MeasuredPoint) =>
    standard.minMs <= linear.maxMs && linear.minMs <= standard.maxMs;
  return {
    points,
    crossover,
    slowerAt: points.filter((point) => gap(point) > 0 && !isUnclear(point)).map((point) => point.n),
    unclearAt: points.filter(isUnclear).map((point) => point.n),
    slopes: {
      standard: logLogSlope(long.map((point) => [point.n, point.standard.medianMs])),
      linear: logLogSlope(long.map((point) => [point.n, point.linear.medianMs])),
    },
  };
}
