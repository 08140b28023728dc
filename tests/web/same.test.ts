import { expect, test } from 'vitest';
import { differs } from '../../web/widgets/same.js';

test('equal content does not differ', () => {
  const series = () => [{ id: 'a', x: [1, 2], y: Float32Array.of(1, Number.NaN) }];
  expect(differs(series(), series())).toBe(false);
  expect(differs(null, null)).toBe(false);
  expect(differs([], [])).toBe(false);
});

test('any other content does', () => {
  expect(differs([{ id: 'a', x: [1, 2] }], [{ id: 'a', x: [1, 3] }])).toBe(true);
  expect(differs([{ id: 'a' }], [{ id: 'a', dash: undefined }])).toBe(true);
  expect(differs([{ id: 'a', dash: undefined }], [{ id: 'a', marks: undefined }])).toBe(true);
  expect(differs([0, 1], [0, 1, 2])).toBe(true);
  expect(differs([0, 1], null)).toBe(true);
  expect(differs({ length: 0 }, [])).toBe(true);
  expect(differs(Float32Array.of(1), Float32Array.of(2))).toBe(true);
});
