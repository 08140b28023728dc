// For long arrays. `toEqual` takes some 3 µs for each number: 768,000 of them are more than 2 seconds, and here 0.03.
import { expect } from 'vitest';

const bitsOf = ({ buffer, byteOffset, length }: Float32Array) => new Uint32Array(buffer, byteOffset, length);

/** Expects as many numbers, of the same bits: 0 is not -0. The failure names the first index that differs. */
export function expectSameBits(actual: Float32Array, expected: Float32Array): void {
  expect(actual.length, 'length').toBe(expected.length);
  const wanted = bitsOf(expected);
  const first = bitsOf(actual).findIndex((bits, i) => bits !== wanted[i]);
  expect(first, `at ${first} stands ${actual[first]} in place of ${expected[first]}`).toBe(-1);
}
