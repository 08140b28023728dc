// Station 4 as numbers: one output taken apart, and the same outputs in four forms. No DOM.
import type { Engine } from '../../engine/calls.js';
import type { FeatureMap, Matrix } from '../../engine/types.js';
import { asRow, rowsOf } from '../../model/matrices.js';
import type { Inputs } from './feature-maps-model.js';

export interface Trace {
  /** Row of the query, counted from 0. */
  readonly query: number;
  /** How many keys it sees. */
  readonly keys: number;
  readonly q: Matrix;
  /** (1, r) */
  readonly features: Matrix;
  /** phi of the keys it sees, (keys, r) */
  readonly keyFeatures: Matrix;
  readonly S: Matrix;
  readonly z: Matrix;
  /** phi(q) S, (1, d_v) */
  readonly numerator: Matrix;
  /** phi(q).z */
  readonly denominator: number;
  readonly output: Matrix;
  readonly status: number;
}

/** Everything that goes into the output of one query. */
export async function traceOutput(
  engine: Engine,
  inputs: Inputs,
  { query, causal, map }: { query: number; causal: boolean; map: FeatureMap },
): Promise<Trace> {
  const keys = causal ? query + 1 : inputs.k.rows;
  const q = rowsOf(inputs.q, query, query + 1);
  const k = rowsOf(inputs.k, 0, keys);
  const v = rowsOf(inputs.v, 0, keys);
  const [features, keyFeatures, attended] = await Promise.all([
    engine.call('featureMap', { x: q, map, role: 'query' }),
    engine.call('featureMap', { x: k, map, role: 'key' }),
    engine.call('attend', {
      q,
      k,
      v,
      options: { mechanism: { kind: 'linear', featureMap: map }, want: ['state', 'normaliser'] },
    }),
  ]);
  const state = attended.state!;
  const { product: numerator } = await engine.call('multiply', { a: features, b: state.S });
  return {
    query,
    keys,
    q,
    features,
    keyFeatures,
    S: state.S,
    z: asRow(state.z),
    numerator,
    denominator: attended.normaliser![0]!,
    output: attended.output,
    status: attended.status[0]!,
  };
}

export const FORMS = ['quadratic', 'parallel', 'recurrent', 'chunked'] as const;

export interface FormRow {
  readonly form: (typeof FORMS)[number];
  readonly output: Matrix;
  /** Against the quadratic form in float64. */
  readonly largestDifference: number;
  readonly multiplyAdds: number;
}

/** Each form in float32 against the quadratic one in float64. The parallel form sums all keys, so it has no causal version. */
export async function allForms(
  engine: Engine,
  { q, k, v }: Inputs,
  { causal, map }: { causal: boolean; map: FeatureMap },
): Promise<FormRow[]> {
  const run = (form: FormRow['form'], precision: 'float32' | 'float64') =>
    engine.call('attend', {
      q,
      k,
      v,
      options: { mechanism: { kind: 'linear', featureMap: map, form, chunk: 2 }, causal, precision },
    });
  const truth = await run('quadratic', 'float64');
  const rows: FormRow[] = [];
  for (const form of FORMS) {
    if (causal && form === 'parallel') continue;
    const { output, counts } = await run(form, 'float32');
    const { maxAbs } = await engine.call('compare', { a: output, b: truth.output });
    rows.push({ form, output, largestDifference: maxAbs, multiplyAdds: counts.multiplyAdds });
  }
  return rows;
}
