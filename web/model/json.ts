// JSON that is written: of our own data on somebody else's page, and of anybody's data in a sentence.

import { shorten } from './text.js';

/** Of plain data. An old library may have given `toJSON` to all arrays, and what `JSON.stringify` then writes is no JSON of them. */
export function jsonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${jsonOf(one)}`).join(',')}}`;
}

/** Any value as a sentence can carry it, in at most `length` characters of JSON. Never throws. */
export function jsonExcerpt(value: unknown, length: number): string {
  try {
    return shorten(JSON.stringify(value) ?? typeof value, length);
  } catch {
    // Engines read deeper nesting than they write.
    return Array.isArray(value) ? '[…]' : '{…}';
  }
}
