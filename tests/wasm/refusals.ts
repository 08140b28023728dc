// What the tests of refused calls share: calls that are wrong in one way each, and what must be said about them. Wrong
// types are passed on purpose: this is what JavaScript callers can do.
import { beforeAll, describe, expect, test } from 'vitest';
import type { LoadedAnalysis } from '../../web/engine/analysis.js';
import type { Instance } from '../../web/engine/instance.js';
import type { OpenStream } from '../../web/engine/stream.js';
import type { OpenTrainer } from '../../web/engine/trainer.js';
import type { Matrix } from '../../web/engine/types.js';
import { BUILDS, freshCore, matrix } from './builds.js';

type Bad = [what: string, call: (bench: Bench) => unknown, code: string, message: RegExp];

export const q = matrix([[1, 2]]);
// biome-ignore format: one row a line is less clear here
export const k = matrix([[3, 4], [5, 6]]);
export const v = matrix([[7], [8]]);
export const softmax = { mechanism: { kind: 'softmax' } };
export const linear = (options: object = {}) => ({
  mechanism: { kind: 'linear', featureMap: { kind: 'elu+1' }, ...options },
});
export const floats = (...numbers: number[]) => Float32Array.from(numbers);
export const bytes = (...numbers: number[]) => Uint8Array.from(numbers);
export const spoilt = ({ rows, cols, data }: Matrix, at: number, value: number): Matrix => {
  const copy = data.slice();
  copy[at] = value;
  return { rows, cols, data: copy };
};

/** A core, and a stream and a trainer that live in it and must not be touched by what fails. */
export class Bench {
  readonly core: Instance;
  readonly analysis: LoadedAnalysis;
  readonly stream: OpenStream;
  readonly trainer: OpenTrainer;

  constructor(core: Instance, analysis: LoadedAnalysis) {
    this.core = core;
    this.analysis = analysis;
    this.stream = core.stream({ keyDim: 2, valueDim: 1, featureMap: { kind: 'elu+1' } });
    this.trainer = analysis.trainer({ q: k, k, seed: 1 });
  }

  attend(a: unknown, b: unknown, c: unknown, options: unknown) {
    return this.core.attend(a as never, b as never, c as never, options as never);
  }

  state() {
    const { core, analysis, stream, trainer } = this;
    return [core.memory(), analysis.memory(), stream.save(), trainer.save(), stream.tokens, trainer.steps];
  }
}

/** Each call fails with its code and a sentence; all of them together leave everything as it was. */
export function refuses(what: string, all: readonly Bad[]): void {
  describe.each(BUILDS)(`${what}, %s build:`, (build) => {
    let bench: Bench;
    beforeAll(async () => {
      const core = await freshCore(build);
      bench = new Bench(core, await core.analysis());
    });

    test.each(all)('%s', (_, call, code, message) => {
      let error: unknown;
      try {
        call(bench);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({ name: 'AttentionError', code });
      const { message: sentence } = error as Error;
      expect(sentence).toMatch(message);
      // A whole sentence, with no status number and no hole in it.
      expect(sentence).toMatch(/^\S.*\S\.$/);
      expect(sentence).not.toMatch(/expected \.|expected undefined|\[object/);
    });

    test('all of it leaves everything as it was: memory, streams and trainers', () => {
      const before = bench.state();
      for (const [, call] of all) expect(() => call(bench)).toThrow();
      expect(bench.state()).toEqual(before);
      expect([bench.stream.tokens, bench.trainer.steps]).toEqual([0, 0]);
    });
  });
}
