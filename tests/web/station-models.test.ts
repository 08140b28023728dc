// The sums that stations do on what the core answers, against numbers worked out elsewhere.
import { describe, expect, test } from 'vitest';
import type { Measurement } from '../../web/engine/calls.js';
import { erfc } from '../../web/model/erfc.js';
import { writeNpy } from '../../web/model/formats/npy.js';
import { writeNpz } from '../../web/model/formats/npz.js';
import { logLogSlope } from '../../web/model/statistics.js';
import { openedFile, readChoice } from '../../web/widgets/inputs/open-file.js';
import { seedOf, tokensOf } from '../../web/widgets/inputs/resolve-input.js';
import { handSetLine, type MeasuredPoint, summarise } from '../../web/widgets/stations/cost-model.js';
import { randomKeysTheory, rankBound } from '../../web/widgets/stations/recall-model.js';

describe('erfc', () => {
  // Abramowitz and Stegun, table 7.1, and mpmath to 16 figures.
  test.each([
    [0, 1],
    [0.5, 0.4795001221869535],
    [1, 0.15729920705028513],
    [2, 0.004677734981047266],
    [3, 2.209049699858544e-5],
    [-1, 1.8427007929497148],
  ])('of %s', (x, expected) => expect(Math.abs(erfc(x) / expected - 1)).toBeLessThan(1e-12));
});

describe('recall in theory', () => {
  // ½ erfc(√(d / 2(N−1))) for d = 64, rounded as they are printed at station 7.
  test.each([
    [16, 0.0194],
    [32, 0.0754],
    [64, 0.157],
    [128, 0.239],
    [256, 0.308],
  ])('%i pairs', (pairs, expected) =>
    expect(Number(randomKeysTheory(64, pairs).toPrecision(3))).toBe(expected),
  );

  test('one pair is never wrong, and the bound begins at the rank', () => {
    expect(randomKeysTheory(64, 1)).toBe(0);
    expect(rankBound(64, 64)).toBe(0);
    expect(rankBound(64, 96)).toBeCloseTo(1 / 6, 12);
    expect(rankBound(64, 128)).toBe(0.25);
  });
});

describe('cost', () => {
  test('the slope of a power is its exponent', () => {
    expect(logLogSlope([2, 8, 64].map((n) => [n, 5 * n ** 1.5]))).toBe(1.5);
  });

  test('points without a logarithm are left out', () => {
    expect(
      logLogSlope([
        [1, 1],
        [10, 0],
        [100, 100],
      ]),
    ).toBe(1);
  });

  test('a hand-set line begins on the curve and says how far it misses its end', () => {
    const curve = [
      { n: 10, standard: 200, linear: 100 },
      { n: 1000, standard: 2_000_000, linear: 10_000 },
    ];
    expect(handSetLine(curve, 'standard', 2).missAtEnd).toBeCloseTo(1, 12);
    expect(handSetLine(curve, 'linear', 2).missAtEnd).toBeCloseTo(100, 9);
    expect(handSetLine(curve, 'linear', 1).points[0]).toEqual([10, 100]);
  });

  const time = (n: number, medianMs: number, spread = 0.1): Measurement => ({
    label: '',
    n,
    runs: 9,
    medianMs,
    minMs: medianMs * (1 - spread),
    maxMs: medianMs * (1 + spread),
    resolutionMs: 0.1,
  });
  const at = (n: number, standard: number, linear: number, spread?: number): MeasuredPoint => ({
    n,
    standard: time(n, standard, spread),
    linear: time(n, linear, spread),
  });

  test('the crossover lies where two straight lines on log-log axes meet', () => {
    // standard n², linear 100 n: they meet at 100.
    const view = summarise([10, 50, 200, 1000].map((n) => at(n, n * n, 100 * n)));
    expect(view.crossover).toBeCloseTo(100, 6);
    expect(view.slowerAt).toEqual([10, 50]);
    expect(view.slopes.standard).toBeCloseTo(2, 9);
    expect(view.unclearAt).toEqual([]);
  });

  test('no length is both too noisy to tell and slower', () => {
    const view = summarise([at(10, 1, 1.1, 0.2), at(15, 1, 2, 0.2), at(20, 4, 2.2, 0.2)]);
    expect(view.unclearAt).toEqual([10]);
    expect(view.slowerAt).toEqual([15]);
  });

  test('lines that do not cross have no crossover', () => {
    expect(summarise([at(10, 2, 1), at(20, 8, 2)]).crossover).toBeNull();
  });
});

describe('a text', () => {
  test('falls into words and signs', () => {
    expect(tokensOf('The cat’s mat, naïve!')).toEqual(['the', 'cat’s', 'mat', ',', 'naïve', '!']);
    expect(tokensOf('  ')).toEqual([]);
  });

  test('gives a word the same seed wherever it stands', () => {
    // FNV-1a of 'a', as its authors publish it.
    expect(seedOf('a')).toBe(0xe40c292c);
    expect(seedOf('mat')).not.toBe(seedOf('tam'));
  });
});

describe('a file of one’s own', () => {
  const array = (rows: number, cols: number) => ({
    shape: [rows, cols],
    data: new Float32Array(rows * cols),
  });

  test('with q, k and v named is open at once', () => {
    const bytes = writeNpz({ q: array(3, 2), k: array(4, 2), v: array(4, 5) });
    const file = openedFile(readChoice([{ name: 'mine.npz', bytes }]));
    expect([file!.q.rows, file!.k.rows, file!.v.cols]).toEqual([3, 4, 5]);
  });

  test('for each of q, k and v is open at once, in whatever order they come', () => {
    const npy = (name: string, rows: number, cols: number) => ({
      name,
      bytes: writeNpy([rows, cols], new Float32Array(rows * cols)),
    });
    const choice = readChoice([npy('v.npy', 4, 5), npy('q.npy', 3, 2), npy('k.npy', 4, 2)]);
    const file = openedFile(choice);
    expect([file!.q.rows, file!.k.rows, file!.v.cols]).toEqual([3, 4, 5]);
    expect(file!.name).toBe('v.npy, q.npy, k.npy');
  });

  test('beside another that calls an array by the same name is told from it', () => {
    const one = { name: 'one.npz', bytes: writeNpz({ x: array(3, 2), q: array(3, 2) }) };
    const choice = readChoice([one, { ...one, name: 'two.npz' }]);
    expect(openedFile(choice)).toBeNull();
    expect(choice.heads.map(({ name }) => name)).toEqual([
      'one.npz, x',
      'one.npz, q',
      'two.npz, x',
      'two.npz, q',
    ]);
  });

  test('with one array attends to itself', () => {
    const file = openedFile(readChoice([{ name: 'x.npy', bytes: writeNpy([3, 2], new Float32Array(6)) }]));
    expect([file!.q.rows, file!.v.cols]).toEqual([3, 2]);
  });

  test('with other names waits for a choice', () => {
    const choice = readChoice([
      { name: 'mine.npz', bytes: writeNpz({ one: array(3, 2), two: array(3, 2) }) },
    ]);
    expect(openedFile(choice)).toBeNull();
    expect(choice.heads.map(({ name }) => name)).toEqual(['one', 'two']);
  });

  test('that does not fit says what does not', () => {
    const bytes = writeNpz({ q: array(3, 2), k: array(4, 7), v: array(4, 5) });
    expect(() => openedFile(readChoice([{ name: 'mine.npz', bytes }]))).toThrow(
      /q has 2 dimensions and k has 7/,
    );
  });
});
