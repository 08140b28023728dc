// A short name for a text, by which it can be told from others that were written without malice.

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/**
 * 16 hexadecimal digits: FNV-1a with 64 bits (Fowler, Noll, Vo), of the text's UTF-8. Of a million texts two have the
 * same with a probability of 3e-8. Not for secrets: who wants two texts with one digest finds them.
 */
export function digest(text: string): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(16).padStart(16, '0');
}
