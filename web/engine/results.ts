// From what the core returns to what callers are given: fresh objects of the public shape, without the status.
import type { RawAttended } from './raw-module.js';
import type { Attended } from './types.js';

/** `into`: the array for the output; where it lies in another, it is copied. */
export function attendedOf(raw: RawAttended, into = raw.output.data): Attended {
  const { rows, cols, data } = raw.output;
  if (data !== into) into.set(data);
  const answer: Attended = { output: { rows, cols, data: into }, status: raw.status, counts: raw.counts };
  if (raw.weights) answer.weights = raw.weights;
  if (raw.logSumExp) answer.logSumExp = raw.logSumExp;
  if (raw.normaliser) answer.normaliser = raw.normaliser;
  if (raw.stateS && raw.stateZ) answer.state = { S: raw.stateS, z: raw.stateZ };
  if (raw.traceTiles !== undefined) answer.trace = traceOf(raw, raw.traceTiles);
  return answer;
}

function traceOf(raw: RawAttended, tiles: number): Attended['trace'] {
  const { rows, cols } = raw.output;
  const part = (numbers: Float32Array, t: number, size: number) => numbers.slice(t * size, (t + 1) * size);
  return Array.from({ length: tiles }, (_, t) => ({
    max: part(raw.traceMax!, t, rows),
    sum: part(raw.traceSum!, t, rows),
    accumulator: { rows, cols, data: part(raw.traceAccumulator!.data, t, rows * cols) },
  }));
}

/** The result without the core's status code. */
export function plain<T extends object>(raw: T): T {
  const { code: _, ...answer } = raw as T & { code: number };
  return answer as unknown as T;
}
