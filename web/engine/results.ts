// From what the core returns to what callers are given.
import type { RawAttended, RawShape } from './raw-module.js';
import type { Attended, Matrix } from './types.js';

export function matrixOf(rows: number, cols: number, data: Float32Array): Matrix {
  return { rows, cols, data };
}

export function attendedOf(raw: RawAttended, shape: RawShape): Attended {
  const { queries, keys, valueDim } = shape;
  const answer: Attended = {
    output: matrixOf(queries, valueDim, raw.output),
    status: raw.status,
    counts: raw.counts,
  };
  if (raw.weights) answer.weights = matrixOf(queries, keys, raw.weights);
  if (raw.logSumExp) answer.logSumExp = raw.logSumExp;
  if (raw.normaliser) answer.normaliser = raw.normaliser;
  if (raw.stateS && raw.stateZ) answer.state = { S: raw.stateS, z: raw.stateZ };
  if (raw.traceTiles !== undefined) answer.trace = traceOf(raw, raw.traceTiles, shape);
  return answer;
}

function traceOf(raw: RawAttended, tiles: number, { queries, valueDim }: RawShape): Attended['trace'] {
  const each = queries * valueDim;
  return Array.from({ length: tiles }, (_, t) => ({
    max: raw.traceMax!.slice(t * queries, (t + 1) * queries),
    sum: raw.traceSum!.slice(t * queries, (t + 1) * queries),
    accumulator: matrixOf(queries, valueDim, raw.traceAccumulator!.slice(t * each, (t + 1) * each)),
  }));
}
