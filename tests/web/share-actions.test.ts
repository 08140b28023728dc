import { describe, expect, it } from 'vitest';
import type { Engine } from '../../web/engine/calls.js';
import type { Matrix } from '../../web/engine/types.js';
import { readNpy } from '../../web/model/formats/npy.js';
import { readNpz } from '../../web/model/formats/npz.js';
import { shareActions, withDrawnNumbers } from '../../web/widgets/share-actions.js';

const matrix = (rows: number, cols: number, data: number[]): Matrix => ({
  rows,
  cols,
  data: Float32Array.from(data),
});
const Q = matrix(2, 2, [0.1, -2, 3, 4]);
const weights = matrix(1, 2, [0.25, 0.75]);

async function resultOf(
  actions: ReturnType<typeof shareActions>,
  id: string,
): Promise<Record<string, unknown>> {
  return (await actions.find((action) => action.id === id)!.run()) as unknown as Record<string, unknown>;
}

describe('what a figure shares', () => {
  it('is only what it was given', () => {
    expect(shareActions({ stem: 'x' })).toEqual([]);
    const ids = shareActions({ stem: 'x', link: () => '#s=1', reset: () => {} }).map(({ id }) => id);
    expect(ids).toEqual(['link', 'reset']);
  });

  it('is the numbers, readable by what they are meant for', async () => {
    const actions = shareActions({ stem: 'station', matrices: () => ({ Q, 'φ(K)': weights }) });
    expect((await resultOf(actions, 'numbers')).copy).toBe('Q\n0.1\t-2\n3\t4\n\nφ(K)\n0.25\t0.75\n');
    const npz = await resultOf(actions, 'npy');
    expect(npz.file).toBe('station.npz');
    expect(readNpz(npz.content as Uint8Array).map(({ name, shape }) => [name, shape])).toEqual([
      ['Q', [2, 2]],
      ['phi_K', [1, 2]],
    ]);
    expect(await resultOf(actions, 'csv-φ(K)')).toEqual({
      file: 'station-phi_K.csv',
      content: '0.25,0.75\n',
    });
    const one = await resultOf(shareActions({ stem: 'q', matrices: () => ({ Q }) }), 'npy');
    expect(one.file).toBe('q.npy');
    expect(readNpy(one.content as Uint8Array).data).toEqual(Q.data);
  });

  it('asks for the numbers when they are wanted, not before', async () => {
    let now = Q;
    const actions = shareActions({ stem: 'x', matrices: () => ({ Q: now }) });
    now = weights;
    expect((await resultOf(actions, 'numbers')).copy).toBe('0.25\t0.75\n');
  });
});

describe('numbers that a run draws', () => {
  it('are asked of the core, and only where they are missing', async () => {
    const asked: string[] = [];
    const engine = {
      call: (name: string) => {
        asked.push(name);
        return Promise.resolve(name === 'pattern' ? Uint8Array.of(1, 0, 0, 1) : weights);
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
            options: { mechanism: { kind: 'linear', featureMap: { ...drawn, projection: weights } } },
          },
          { name: 'bigbird', options: { mechanism: { kind: 'sparse', pattern: bigbird } } },
        ],
      },
      engine,
    );
    expect(asked.sort()).toEqual(['pattern', 'projection']);
    expect(runs[1]!.projection).toBe(weights);
    expect(runs[2]!.projection).toBeUndefined();
    expect(runs[3]!.pattern).toEqual(Uint8Array.of(1, 0, 0, 1));
  });
});
