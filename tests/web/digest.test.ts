import { expect, test } from 'vitest';
import { digest } from '../../web/model/digest.js';

// From the authors' own list of test vectors.
test.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
])('the digest of “%s” is %s', (text, expected) => {
  expect(digest(text)).toBe(expected);
});

test('texts that differ in a letter of two bytes have other digests, with all digits written', () => {
  const digests = Array.from({ length: 1000 }, (_, i) => digest(String.fromCharCode(0x100 + i)));
  expect(new Set(digests).size).toBe(1000);
  for (const one of digests) expect(one).toMatch(/^[0-9a-f]{16}$/);
});
