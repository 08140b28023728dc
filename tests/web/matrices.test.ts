import { expect, test } from 'vitest';
import { fromRows, rowsOf, scaledBy, toDecimalRows, toRows } from '../../web/model/matrices.js';

test('rows that were typed come back as they were typed, to the last digit that float32 has', () => {
  // Seven figures are too few for the second, and 0.1 is no float32.
  const typed = [
    [0.1, 16_777_216],
    [-1.5, 1_234_567.5],
  ];
  expect(toDecimalRows(fromRows(typed))).toEqual(typed);
  expect(toRows(fromRows(typed))[0]![0]).toBe(Math.fround(0.1));
});

test('rows are cut out as copies, and a factor of 1 makes none', () => {
  const matrix = fromRows([[1], [2], [3]]);
  const cut = rowsOf(matrix, 1, 3);
  cut.data[0] = 9;
  expect(toRows(matrix)).toEqual([[1], [2], [3]]);
  expect(scaledBy(matrix, 1)).toBe(matrix);
  expect(toRows(scaledBy(matrix, -2))).toEqual([[-2], [-4], [-6]]);
});
