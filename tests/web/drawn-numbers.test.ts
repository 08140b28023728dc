import { describe, expect, it } from 'vitest';
import type { Engine } from '../../web/engine/calls.js';
import { exportCode, MAX_WRITTEN_NUMBERS, withDrawnNumbers } from '../../web/model/code-export.js';

const Q = { rows: 2, cols: 2, data: Float32Array.of(0.1, -2, 3, 4) };
const W = { rows: 1, cols: 2, data: Float32Array.of(0.25, 0.75) };

describe('numbers that a run draws', () => {
  it('are asked of the core, and only where they are missing', async () => {
    const asked: string[] = [];
    const engine = {
      call: (name: string) => {
        asked.push(name);
        return Promise.resolve(name === 'pattern' ? Uint8Array.of(1, 0, 0, 1) : W);
      },
    } as unknown as Engine;
    const drawn = { kind: 'favor', features: 1, seed: 2 } as const;
    const bigbird = { kind: 'bigbird', blockSize: 1, randomBlocks: 1, seed: 3 } as const;
    const { runs } = await withDrawnNumbers(
      {
        title: '',
        q: Q,
        k: Q,
        v: Q,
        runs: [
          { name: 'softmax', options: { mechanism: { kind: 'softmax' } } },
          { name: 'drawn', options: { mechanism: { kind: 'linear', featureMap: drawn } } },
          {
            name: 'given',
            options: { mechanism: { kind: 'linear', featureMap: { ...drawn, projection: W } } },
          },
          { name: 'bigbird', options: { mechanism: { kind: 'sparse', pattern: bigbird } } },
        ],
      },
      engine,
    );
    expect(asked.sort()).toEqual(['pattern', 'projection']);
    expect(runs[1]!.projection).toBe(W);
    expect(runs[2]!.projection).toBeUndefined();
    expect(runs[3]!.pattern).toEqual(Uint8Array.of(1, 0, 0, 1));
  });
});

describe('a script', () => {
  it('is not written for more numbers than anybody could paste', () => {
    const large = { rows: 1, cols: MAX_WRITTEN_NUMBERS, data: new Float32Array(MAX_WRITTEN_NUMBERS) };
    expect(() => exportCode('numpy', { title: '', q: large, k: large, v: large, runs: [] })).toThrow(
      /600,000 numbers\. A script holds up to 200,000/,
    );
  });
});
