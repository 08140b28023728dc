// Arrays that are not what they say, or change while a call reads its arguments, are refused; the core lives on.
import { expect, test } from 'vitest';
import type { AttendOptions, Matrix } from '../../web/engine/types.js';
import { freshCore } from './builds.js';

const matrix = (rows: number, cols: number): Matrix => ({
  rows,
  cols,
  data: Float32Array.from({ length: rows * cols }, (_, at) => at / 8),
});
const detach = (array: Uint8Array | Float32Array) =>
  structuredClone(array.buffer, { transfer: [array.buffer as ArrayBuffer] });
const core = await freshCore('simd');

function refused(call: () => unknown, code: string, message: RegExp): void {
  expect(call).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
  expect(
    core.attend(matrix(2, 2), matrix(2, 2), matrix(2, 2), { mechanism: { kind: 'softmax' } }).status,
  ).toEqual(new Uint8Array(2));
}

test('an array that names a length of its own', () => {
  class Short extends Float32Array {}
  Object.defineProperty(Short.prototype, 'length', { get: () => 4 });
  const data = new Short(6);
  const options: AttendOptions = { mechanism: { kind: 'softmax' } };
  const k = matrix(2, 2);
  refused(() => core.attend({ rows: 2, cols: 2, data }, k, k, options), 'bad-argument', /^q\.data is /);
  const short = Object.defineProperty(new Float32Array(6), 'length', { value: 4 });
  refused(() => core.attend(k, k, k, options, short), 'bad-argument', /^output is /);
  const stream = core.stream({ keyDim: 4, valueDim: 4, featureMap: { kind: 'identity' } });
  const token = new Float32Array(4);
  refused(() => stream.step(short, token, token), 'bad-argument', /^q is /);
  stream.dispose();
});

test('gates are those that were given, whatever a later getter does to their array', () => {
  const beta = Float32Array.of(0.5, 0.25);
  const run = (options: AttendOptions) =>
    core.attend(matrix(2, 2), matrix(2, 2), matrix(2, 2), options).output;
  const mechanism = {
    kind: 'linear',
    featureMap: { kind: 'elu+1' },
    update: { kind: 'delta', beta },
  } as const;
  const right = run({ mechanism });
  const options: AttendOptions = {
    mechanism,
    get want() {
      detach(beta);
      return [];
    },
  };
  expect(run(options)).toEqual(right);
});
