import { expect, test } from 'vitest';
import { expectSameBits } from './same-bits.js';

const zeros = () => new Float32Array(1000);

test('equal arrays pass, in the middle of their buffers and with NaN', () => {
  const room = zeros().fill(Number.NaN);
  expectSameBits(room.subarray(3, 900), room.slice(100, 997));
});

test('the first number that differs is named, be it by its sign alone', () => {
  const other = zeros();
  other[998] = 2;
  expect(() => expectSameBits(zeros(), other)).toThrow('at 998 stands 0 in place of 2');
  other[3] = -0;
  expect(() => expectSameBits(zeros(), other)).toThrow('at 3 stands 0');
});

test('another length is refused', () => {
  expect(() => expectSameBits(zeros(), zeros().subarray(1))).toThrow('length');
  expect(() => expectSameBits(zeros().subarray(1), zeros())).toThrow('length');
});
