// Bytes as text for scripts that a server compresses.
import { describe, expect, test } from 'vitest';
import { bytesOfLetters, lettersOf } from '../../web/model/letters.js';

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

describe('bytes as letters', () => {
  test('come back as they were, each beside each', () => {
    const pairs = Uint8Array.from({ length: 2 * 65_536 }, (_, at) =>
      at % 2 === 0 ? at >> 9 : (at >> 1) & 255,
    );
    for (const bytes of [new Uint8Array(), everyByte, everyByte.slice().reverse(), pairs])
      expect(bytesOfLetters(lettersOf(bytes))).toEqual(bytes);
  });

  test('have a buffer of their own length, which a worker can be sent', () => {
    expect(bytesOfLetters(lettersOf(everyByte)).buffer.byteLength).toBe(everyByte.length);
  });

  test('are printable ASCII that no string of JavaScript escapes, whatever its quotes', () => {
    const text = lettersOf(everyByte);
    expect(text).toMatch(/^[ -~]+$/);
    expect(text).not.toMatch(/["'`\\$]/);
  });

  test('keep their letters wherever they stand, so that what repeats still repeats', () => {
    const word = everyByte.slice(100, 140);
    for (const before of [0, 1, 2, 3]) {
      const bytes = new Uint8Array([...everyByte.slice(0, before), ...word]);
      expect(lettersOf(bytes).endsWith(lettersOf(word))).toBe(true);
    }
  });
});
