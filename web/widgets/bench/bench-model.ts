// Two mechanisms on one input. No DOM.
import type { Engine } from '../../engine/calls.js';
import type {
  Attended,
  AttendOptions,
  Comparison,
  Matrix,
  RowStatistics,
  Want,
  WeightComparison,
} from '../../engine/types.js';
import { scaledBy } from '../../model/matrices.js';
import type { Input } from '../inputs/resolve-input.js';

export interface SideView {
  readonly options: AttendOptions;
  readonly attended: Attended;
  /** null where the mechanism never holds its weights. */
  readonly rows: RowStatistics | null;
  /** Of the output, against float64 of the same mechanism. */
  readonly rounding: Comparison;
}

export interface BenchView {
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  readonly left: SideView;
  readonly right: SideView;
  /** right − left */
  readonly difference: Matrix;
  readonly output: Comparison;
  /** Of the right weights from the left ones; null where one side has none. */
  readonly weights: WeightComparison | null;
}

async function runSide(
  engine: Engine,
  q: Matrix,
  k: Matrix,
  v: Matrix,
  options: AttendOptions,
): Promise<SideView> {
  const { kind } = options.mechanism;
  const want: Want[] = kind === 'flash' ? [] : kind === 'linear' ? ['weights', 'state'] : ['weights'];
  const [attended, truth] = await Promise.all([
    engine.call('attend', { q, k, v, options: { ...options, want } }),
    engine.call('attend', { q, k, v, options: { ...options, precision: 'float64' } }),
  ]);
  const [rows, rounding] = await Promise.all([
    attended.weights === undefined ? null : engine.call('rowStatistics', { weights: attended.weights }),
    engine.call('compare', { a: attended.output, b: truth.output }),
  ]);
  return { options, attended, rows, rounding };
}

export async function runBench(
  engine: Engine,
  input: Input,
  factor: number,
  left: AttendOptions,
  right: AttendOptions,
): Promise<BenchView> {
  const [q, k, v] = [scaledBy(input.q, factor), scaledBy(input.k, factor), input.v];
  const [one, other] = [await runSide(engine, q, k, v, left), await runSide(engine, q, k, v, right)];
  const [output, weights] = await Promise.all([
    engine.call('compare', { a: other.attended.output, b: one.attended.output }),
    one.attended.weights === undefined || other.attended.weights === undefined
      ? null
      : engine.call('compareWeights', { weights: other.attended.weights, reference: one.attended.weights }),
  ]);
  const difference = {
    ...one.attended.output,
    data: other.attended.output.data.map((entry, i) => entry - one.attended.output.data[i]!),
  };
  return { q, k, v, left: one, right: other, difference, output, weights };
}
