// A step fills a fresh array, or the caller's own.
import { describe, expect, test } from 'vitest';
import type { Instance } from '../../web/engine/instance.js';
import { BUILDS, freshCore } from './builds.js';

const DIM = 3;
const TOKENS = 8;
const open = (core: Instance) => core.stream({ keyDim: DIM, valueDim: DIM, featureMap: { kind: 'elu+1' } });
const tokens = (core: Instance, seed: number) => core.random({ rows: TOKENS, cols: DIM, seed }).data;

describe.each(BUILDS)('Stream.step in the %s build', (build) => {
  test('fills the array it is given with what a fresh one would hold, and nothing beside it', async () => {
    const core = await freshCore(build);
    const [q, k, v] = [1, 2, 3].map((seed) => tokens(core, seed)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    const fresh = open(core);
    const filling = open(core);
    const outputs = new Float32Array(TOKENS * DIM + 1).fill(-7);
    for (let at = 0; at < TOKENS * DIM; at += DIM) {
      const token = [q, k, v].map((x) => x.subarray(at, at + DIM)) as [
        Float32Array,
        Float32Array,
        Float32Array,
      ];
      const into = outputs.subarray(at, at + DIM);
      const expected = fresh.step(...token);
      const answer = filling.step(...token, into);
      expect(answer.output).toBe(into);
      expect([...into]).toEqual([...expected.output]);
      expect(answer.status).toBe(expected.status);
    }
    expect(outputs.at(-1)).toBe(-7);
    expect(filling.save()).toEqual(fresh.save());
  });

  test('may be given its own query: all is read before it is written', async () => {
    const core = await freshCore(build);
    const token = new Float32Array([0.5, -1, 2]);
    const expected = open(core).step(token, token, token).output;
    open(core).step(token, token, token, token);
    expect([...token]).toEqual([...expected]);
  });

  test('each answer without an array has memory of its own', async () => {
    const stream = open(await freshCore(build));
    const token = new Float32Array([1, 2, 3]);
    const first = stream.step(token, token, token).output;
    const second = stream.step(token, token, token).output;
    expect(first.buffer).not.toBe(second.buffer);
    expect(first.byteLength).toBe(first.buffer.byteLength);
  });

  test('a refused token, or array, changes neither the stream nor the array', async () => {
    const stream = open(await freshCore(build));
    const token = new Float32Array([1, 2, 3]);
    stream.step(token, token, token);
    const before = stream.save();
    const output = new Float32Array([4, 5, 6]);
    const refusals: [() => unknown, string, RegExp][] = [
      [
        () => stream.step(token, token, new Float32Array([1, Number.NaN, 3]), output),
        'not-finite',
        /^v.* is NaN/,
      ],
      [
        () => stream.step(token, token, token, new Float32Array(2)),
        'bad-shape',
        /^output has 2 numbers; expected 3/,
      ],
      [() => stream.step(token, token, token, [0, 0, 0] as never), 'bad-argument', /^output is an array/],
    ];
    for (const [call, code, message] of refusals) {
      expect(call).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
    }
    expect([...output]).toEqual([4, 5, 6]);
    expect(stream.tokens).toBe(1);
    expect(stream.save()).toEqual(before);
  });
});
