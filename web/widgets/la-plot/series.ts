// What a plot is given, and the sums that turn it into places on a page.
import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale';
import { formatCount, formatNumber, superscript } from '../../model/format-number.js';
import type { ObjectKind } from '../theme/objects.js';

export interface PlotSeries {
  readonly id: string;
  readonly label: string;
  /** Where y comes from, when not from the core. */
  readonly from?: 'closed-form';
  readonly object: ObjectKind;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** The spread, min and max of each point: a band behind a line, whiskers at points. */
  readonly low?: ArrayLike<number>;
  readonly high?: ArrayLike<number>;
  /** Default line. */
  readonly marks?: 'line' | 'points' | 'both';
  /** 1, 2, … for the second, third, … line of the same object. */
  readonly variant?: number;
  /** Replaces the dash that object and variant have. */
  readonly dash?: string;
}

/** A vertical line with a word: a crossover, where the reader stands. */
export interface PlotMarker {
  readonly x: number;
  readonly label: string;
  readonly object?: ObjectKind;
}

export type AxisKind = 'linear' | 'log';

export interface Axis {
  readonly kind: AxisKind;
  readonly scale: ScaleContinuousNumeric<number, number>;
  readonly ticks: readonly number[];
  format(value: number): string;
}

/** The smallest and largest finite values, of those above 0 for a logarithmic axis; null where there are none. */
export function extentOf(
  arrays: readonly ArrayLike<number>[],
  kind: AxisKind,
): readonly [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const array of arrays) {
    for (let i = 0; i < array.length; i++) {
      const value = array[i]!;
      if (!isDrawable(value, kind)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : null;
}

export function isDrawable(value: number, kind: AxisKind): boolean {
  return Number.isFinite(value) && (kind === 'linear' || value > 0);
}

/** An axis over a domain, with round ends unless they were given, and about `count` ticks. */
export function axisOf(
  kind: AxisKind,
  domain: readonly [number, number],
  range: readonly [number, number],
  count: number,
  round: boolean,
): Axis {
  const [low, high] = widen(domain, kind);
  const scale = (kind === 'log' ? scaleLog() : scaleLinear()).domain([low, high]).range([...range]);
  if (round) scale.nice(count);
  const ticks = ticksOf(kind, scale, count);
  return {
    kind,
    scale,
    ticks,
    format: kind === 'log' ? labelsOf(ticks) : formatTick,
  };
}

function widen([low, high]: readonly [number, number], kind: AxisKind): readonly [number, number] {
  if (low < high) return [low, high];
  return kind === 'log' ? [low / 2, low * 2] : [low - 1, low + 1];
}

/** On a logarithmic axis whole powers of ten, thinned where there are many, and 2 and 5 between where there are few. */
function ticksOf(kind: AxisKind, scale: ScaleContinuousNumeric<number, number>, count: number): number[] {
  if (kind === 'linear') return scale.ticks(count);
  const [low, high] = scale.domain() as [number, number];
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first + 1) / count));
  const powers = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  if (powers.length >= 3) return powers.filter((power) => power % step === 0).map(powerOfTen);
  const between = Array.from({ length: last - first + 3 }, (_, i) => powerOfTen(first - 1 + i));
  return between.flatMap((ten) => [ten, 2 * ten, 5 * ten]).filter((tick) => tick >= low && tick <= high);
}

/** As it is written: 10 ** -4 is a little less than 0.0001 in V8, and would lie outside an axis that begins there. */
function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}

/** Ticks are exact values: 0.25 is no 0.250. */
function formatTick(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-4) return powerLabel(value);
  return Number.isInteger(value)
    ? formatCount(value)
    : String(Number(value.toPrecision(6))).replace('-', '−');
}

/** Of one axis: all in full, or all as powers of ten where one of them has to be. */
function labelsOf(ticks: readonly number[]): (value: number) => string {
  const powers = ticks.every((tick) => Number.isInteger(Math.log10(tick)));
  const long = ticks.some((tick) => tick >= 1e5 || tick < 1e-3);
  return powers && long ? (value) => `10${superscript(Math.round(Math.log10(value)))}` : powerLabel;
}

function powerLabel(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e5) {
    return Number.isInteger(value)
      ? formatCount(value)
      : String(Number(value.toPrecision(3))).replace('-', '−');
  }
  const exponent = Math.floor(Math.log10(size) + 1e-9);
  const mantissa = Number((value / 10 ** exponent).toPrecision(3));
  const power = `10${superscript(exponent)}`;
  return mantissa === 1 ? power : `${formatNumber(mantissa)} × ${power}`;
}

/** Every x at which some line has a point, in order: where the reading cursor stops. */
export function stopsOf(series: readonly PlotSeries[], kind: AxisKind): number[] {
  const stops = new Set<number>();
  for (const { x } of series) {
    for (let i = 0; i < x.length; i++) if (isDrawable(x[i]!, kind)) stops.add(x[i]!);
  }
  return [...stops].sort((a, b) => a - b);
}

/** The values of a line at its first and last x; null for one without points. */
export function endsOf({ x, y }: PlotSeries): readonly [number, number] | null {
  const known = Array.from(x, (at, i) => ({ at, value: y[i]! })).filter(({ value }) =>
    Number.isFinite(value),
  );
  if (known.length === 0) return null;
  const first = known.reduce((best, one) => (one.at < best.at ? one : best));
  const last = known.reduce((best, one) => (one.at > best.at ? one : best));
  return [first.value, last.value];
}

/** The index of the point of a line at x; -1 where the line has none there. */
export function pointAt({ x }: PlotSeries, at: number): number {
  for (let i = 0; i < x.length; i++) if (x[i] === at) return i;
  return -1;
}
