// A stream is one thing, however its tokens come.
import { describe, expect, test } from 'vitest';
import type { Matrix } from '../../web/engine/types.js';
import { BUILDS, freshCore } from './builds.js';

describe.each(BUILDS)('%s', (build) => {
  test('a stream gives the same bits step by step and in one call, at every width', async () => {
    const core = await freshCore(build);
    for (const keyDim of [1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 31]) {
      for (const valueDim of [1, 3, 4, 9, 17]) {
        const options = { keyDim, valueDim, featureMap: { kind: 'elu+1' } } as const;
        const n = 40;
        const [q, k, v] = [keyDim, keyDim, valueDim].map((cols, seed) =>
          core.random({ rows: n, cols, seed }),
        );
        const whole = core.stream(options).extend(q!, k!, v!).data;
        const stream = core.stream(options);
        const row = ({ cols, data }: Matrix, t: number) => data.subarray(t * cols, (t + 1) * cols);
        for (let t = 0; t < n; t++) {
          const { output } = stream.step(row(q!, t), row(k!, t), row(v!, t));
          expect(output, `${keyDim} ${valueDim} ${t}`).toEqual(
            whole.subarray(t * valueDim, (t + 1) * valueDim),
          );
        }
      }
    }
  });
});
