// The weights of a learned map, given back as a file: the same bits, or a sentence that says what is wrong.
import { describe, expect, it } from 'vitest';
import type { Matrix } from '../../web/engine/types.js';
import { writeCsv } from '../../web/model/formats/csv.js';
import { writeNpy } from '../../web/model/formats/npy.js';
import { writeNpz } from '../../web/model/formats/npz.js';
import { FormatError } from '../../web/model/formats/number-array.js';
import { misfit, readWeights } from '../../web/model/formats/weights.js';
import { toDecimalRows } from '../../web/model/matrices.js';
import { defaults } from '../../web/model/state.js';
import { optionsOf, sideState, table } from '../../web/widgets/bench/bench-parameters.js';

const textBytes = (text: string) => new TextEncoder().encode(text);
/** (2, 3), with numbers that no short decimal is. */
const W: Matrix = { rows: 2, cols: 3, data: Float32Array.of(1 / 3, -2e-8, 1, Math.PI, -0, 3e38) };
const array = { shape: [2, 3], data: W.data };
const json = (value: unknown) => textBytes(JSON.stringify(value));

function refusal(name: string, bytes: Uint8Array): string {
  try {
    readWeights(name, bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    return (error as Error).message;
  }
  throw new Error('Nothing was refused.');
}

describe('weights come back with the same bits', () => {
  it.each([
    ['learned-map.json', json({ W: toDecimalRows(W) })],
    ['learned-map.npy', writeNpy(array.shape, array.data)],
    ['learned-map.npz', writeNpz({ bias: { shape: [2], data: Float32Array.of(1, 2) }, W: array })],
    ['learned-map.csv', textBytes(writeCsv(W))],
  ])('%s', (name, bytes) => {
    const file = readWeights(name, bytes);
    expect(file.name).toBe(name);
    expect([file.W.rows, file.W.cols]).toEqual([2, 3]);
    // + 0: JSON and CSV have one zero, and φ gives the same for both.
    expect(Array.from(file.W.data, (entry) => entry + 0)).toEqual(Array.from(W.data, (entry) => entry + 0));
  });
});

describe('a file that is none is answered by its name and', () => {
  it.each([
    ['the axes it has', 'w.json', json({ W: [1, 2, 3] }), 'w.json: “W” is 3 numbers. Weights are one matrix'],
    ['its shape', 'w.json', json({ W: [[[1, 2]]] }), 'w.json: “W” is 1 × 1 × 2. Weights are one matrix'],
    [
      'what is no number',
      'w.json',
      json({ W: [[1, 'x']] }),
      'w.json: “W”[0][1] is the text “x”. A number is needed',
    ],
    [
      'what is not finite',
      'w.npy',
      writeNpy([1, 2], Float32Array.of(1, Number.NaN)),
      'is NaN. A finite number',
    ],
    [
      'the names it has',
      'h.json',
      json({ q: [[1]], k: [[1]], v: [[1]] }),
      'h.json: The file holds 3 arrays (“q”, “k”, “v”) and none is called W.',
    ],
    ['what it is', 'w.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0), 'w.png: This is a PNG picture'],
    ['what is missing', 'w.json', json({ steps: 200 }), 'w.json: The JSON object has the entries “steps”'],
    ['that it is empty', 'w.json', json({ W: [[]] }), 'is empty'],
  ])('%s', (_, name, bytes, words) => expect(refusal(name, bytes)).toContain(words));
});

it('weights for another size of head are refused by both sizes', () => {
  const file = readWeights('w.json', json({ W: toDecimalRows(W) }));
  expect(misfit(file, 3)).toBe('');
  expect(misfit(file, 16)).toBe('w.json: W is 2 × 3, for d = 3. Here d is 16, so W needs 16 columns.');
});

it('a side of the bench takes weights for Hedgehog and for no other map', () => {
  const state = { ...defaults(table), rightMap: 'hedgehog' };
  const mapWith = (map: string, weights: Matrix | null) => {
    const side = sideState({ ...state, rightMap: map }, 'right');
    const { mechanism } = optionsOf(side, false, 1, 3, weights);
    return mechanism.kind === 'linear' ? mechanism.featureMap : null;
  };
  expect(mapWith('hedgehog', W)).toEqual({ kind: 'hedgehog', weights: W });
  expect(mapWith('hedgehog', null)).toEqual({ kind: 'hedgehog' });
  expect(mapWith('elu+1', W)).toEqual({ kind: 'elu+1' });
});
