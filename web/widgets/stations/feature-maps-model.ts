// Station 3 as numbers: what a feature map makes of given queries, keys and values, beside softmax and the uniform
// baseline. No DOM.
import type { Engine } from '../../engine/calls.js';
import type {
  AttendOptions,
  Comparison,
  FeatureMap,
  Matrix,
  RowStatistics,
  WeightComparison,
} from '../../engine/types.js';
import { scaledBy } from '../../model/matrices.js';

export interface Inputs {
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
}

export interface MapSettings {
  readonly map: FeatureMap;
  readonly causal: boolean;
  /** Multiplies q and k alike before anything else: the sharpness of the softmax that is to be imitated. */
  readonly factor: number;
  /** What softmax multiplies q.k by; 1/sqrt(d) unless the input has a scale of its own. */
  readonly scale: number;
}

export interface WeightsView {
  readonly weights: Matrix;
  readonly rows: RowStatistics;
  /** Against softmax; for softmax itself it has to be 0. */
  readonly distance: WeightComparison;
  /** Of the output, against the output of softmax in float64. */
  readonly outputError: Comparison;
}

export interface MapComparison {
  readonly softmax: WeightsView;
  readonly linear: WeightsView;
  readonly uniform: WeightsView;
  /** Rows of the linear output whose denominator is zero or negative. */
  readonly zeroRows: number;
  readonly negativeRows: number;
  /** The map's own output in float32 against float64. */
  readonly rounding: Comparison;
}

export async function compareMap(
  engine: Engine,
  inputs: Inputs,
  settings: MapSettings,
): Promise<MapComparison> {
  // A map that aims at exp(q.k / sqrt(d)) must aim at this input's own scale: the rest of it goes into q.
  const linearScale = settings.scale * Math.sqrt(inputs.q.cols);
  const q = scaledBy(inputs.q, settings.factor);
  const k = scaledBy(inputs.k, settings.factor);
  const { v } = inputs;
  const attend = (options: AttendOptions) =>
    engine.call('attend', { q, k, v, options: { ...options, causal: settings.causal } });
  const linear: AttendOptions = {
    mechanism: { kind: 'linear', featureMap: settings.map },
    scale: linearScale,
  };
  const [exact, fast, truth, flat] = await Promise.all([
    attend({
      mechanism: { kind: 'softmax' },
      scale: settings.scale,
      precision: 'float64',
      want: ['weights'],
    }),
    attend({ ...linear, want: ['weights'] }),
    attend({ ...linear, precision: 'float64' }),
    // Scale 0 makes all scores equal: the uniform weights, with the causal mask where there is one.
    attend({ mechanism: { kind: 'softmax' }, scale: 0, want: ['weights'] }),
  ]);
  const view = async ({ weights, output }: typeof exact): Promise<WeightsView> => {
    const [rows, distance, outputError] = await Promise.all([
      engine.call('rowStatistics', { weights: weights! }),
      engine.call('compareWeights', { weights: weights!, reference: exact.weights! }),
      engine.call('compare', { a: output, b: exact.output }),
    ]);
    return { weights: weights!, rows, distance, outputError };
  };
  const [softmax, mapped, uniform, rounding] = await Promise.all([
    view(exact),
    view(fast),
    view(flat),
    engine.call('compare', { a: fast.output, b: truth.output }),
  ]);
  return {
    softmax,
    linear: mapped,
    uniform,
    zeroRows: fast.status.filter((status) => status === 2).length,
    negativeRows: fast.status.filter((status) => status === 3).length,
    rounding,
  };
}

export interface KernelCurve {
  readonly s: readonly number[];
  /** phi(s) phi(1), scaled to agree with exp at s = 1: a constant factor cancels in the weights. */
  readonly kernel: readonly number[];
  /** The exponential of the core: the feature map exp. */
  readonly exponential: readonly number[];
}

/** What the map thinks of q = (s) and k = (1), d = 1, where q.k = s and softmax thinks exp(s). */
export async function kernelCurve(engine: Engine, map: FeatureMap): Promise<KernelCurve> {
  const s = Array.from({ length: 81 }, (_, i) => (i - 40) / 10);
  const x: Matrix = { rows: s.length, cols: 1, data: Float32Array.from(s) };
  const one: Matrix = { rows: 1, cols: 1, data: Float32Array.of(1) };
  const [features, key, exponential] = await Promise.all([
    engine.call('featureMap', { x, map, role: 'query', positions: s.length }),
    engine.call('featureMap', { x: one, map, role: 'key', positions: s.length }),
    engine.call('featureMap', { x, map: { kind: 'exp' } }),
  ]);
  const { product } = await engine.call('multiply', {
    a: features,
    b: key,
    transposeB: true,
    precision: 'float64',
  });
  const at1 = product.data[s.indexOf(1)]!;
  const e = exponential.data[s.indexOf(1)]!;
  return {
    s,
    kernel: Array.from(product.data, (value) => (at1 === 0 ? value : (value / at1) * e)),
    exponential: Array.from(exponential.data),
  };
}
