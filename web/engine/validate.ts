// Checks of what callers pass in, made before any memory is taken: Embind takes {} for 0 and cuts 2.7 to 2.
// Each returns the value it was given, typed; each refusal names the argument, what was found, what was expected.
import { AttentionError } from './errors.js';
import type { ErrorCode, Matrix } from './types.js';

/** The largest size that crosses: sizes are int in the core. */
const LARGEST_INT = 2 ** 31 - 1;
const LARGEST_SEED = 2 ** 32 - 1;

export type Bag = Record<string, unknown>;

/** A value in words, short enough for a sentence. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `the text "${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return `the bigint ${value}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (ArrayBuffer.isView(value)) {
    const length = 'length' in value ? ` of length ${value.length}` : '';
    return `a ${value.constructor.name}${length}`;
  }
  return 'an object';
}

export function refuse(code: ErrorCode, name: string, found: unknown, expected: string): never {
  throw new AttentionError(code, `${name} is ${describe(found)}; expected ${expected}.`);
}

export function object(name: string, value: unknown, expected = 'an object'): Bag {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) {
    refuse('bad-argument', name, value, expected);
  }
  return value as Bag;
}

/** A misspelt option must not be ignored in silence. */
export function onlyKeys(name: string, value: Bag, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) {
      throw new AttentionError(
        'bad-option',
        `${name}.${key} is no option; expected one of ${known.join(', ')}.`,
      );
    }
  }
}

/** Like an index into `known`: the place of the name in the list. */
export function oneOf<T>(name: string, value: unknown, known: readonly T[], fallback?: T): number {
  const chosen = value === undefined ? fallback : value;
  const index = known.indexOf(chosen as T);
  if (index >= 0) return index;
  refuse('bad-option', name, value, `one of ${known.map((each) => JSON.stringify(each)).join(', ')}`);
}

export function boolean(name: string, value: unknown, fallback: boolean): boolean {
  if (value === undefined) return fallback;
  if (typeof value !== 'boolean') refuse('bad-argument', name, value, 'true or false');
  return value;
}

export function integer(
  name: string,
  value: unknown,
  min: number,
  max: number = LARGEST_INT,
  code: ErrorCode = 'bad-option',
): number {
  const range =
    max === LARGEST_INT ? `a whole number of at least ${min}` : `a whole number from ${min} to ${max}`;
  if (typeof value !== 'number') refuse('bad-argument', name, value, range);
  if (!Number.isInteger(value) || value < min || value > max) refuse(code, name, value, range);
  return value + 0; // -0 is 0
}

export function size(name: string, value: unknown, min: number): number {
  return integer(name, value, min, LARGEST_INT, 'bad-shape');
}

export function seed(name: string, value: unknown): number {
  return integer(name, value, 0, LARGEST_SEED);
}

export function number(name: string, value: unknown, min = -Infinity, max = Infinity): number {
  const range =
    min === -Infinity
      ? 'a finite number'
      : max === Infinity
        ? `a finite number of at least ${min}`
        : `a number from ${min} to ${max}`;
  if (typeof value !== 'number') refuse('bad-argument', name, value, range);
  if (!Number.isFinite(value) || value < min || value > max) refuse('bad-option', name, value, range);
  return value;
}

/** 0 unless given; never below 0: a negative guard would make small denominators smaller. */
export function epsilon(name: string, value: unknown): number {
  return value === undefined ? 0 : number(name, value, 0);
}

const trueGetter = (name: PropertyKey) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name)!.get as () => unknown;
const tagOf = trueGetter(Symbol.toStringTag);
const lengthOf = trueGetter('length');

/**
 * Whether this is such an array itself: of this page or of another window, but no proxy of one, which `instanceof` takes
 * for one and which cannot be read as one, and none that names a length of its own.
 */
function isArrayOf(tag: string, value: unknown): boolean {
  return tagOf.call(value) === tag && lengthOf.call(value) === (value as Float32Array).length;
}
export function isFloats(value: unknown): value is Float32Array {
  return isArrayOf('Float32Array', value);
}
export function isBytes(value: unknown): value is Uint8Array {
  return isArrayOf('Uint8Array', value);
}

/** How many of something there are. `expected`: undefined where any number will do; `per` completes it. */
export function count(
  name: string,
  found: number,
  what: string,
  expected: number | undefined,
  per = '',
): void {
  if (expected !== undefined && found !== expected) {
    throw new AttentionError('bad-shape', `${name} has ${found} ${what}; expected ${expected}${per}.`);
  }
}

export function floats(name: string, value: unknown, length?: number, per = ' entries'): Float32Array {
  if (!isFloats(value)) refuse('bad-argument', name, value, 'a Float32Array');
  count(name, value.length, 'numbers', length, per);
  return value;
}

/** `rows` and `cols` fix a size; without them any number of rows, and at least one column, will do. */
export function matrix(name: string, value: unknown, rows?: number, cols?: number): Matrix {
  const expected = 'a matrix {rows, cols, data} with data in a Float32Array';
  const given = object(name, value, expected);
  const rowCount = size(`${name}.rows`, given.rows, 0);
  const colCount = size(`${name}.cols`, given.cols, 1);
  const data = floats(`${name}.data`, given.data, rowCount * colCount, ` for ${rowCount} x ${colCount}`);
  count(name, rowCount, 'rows', rows);
  count(name, colCount, 'columns', cols);
  return { rows: rowCount, cols: colCount, data };
}

/** Bytes; the core looks whether each is 0 or 1. */
export function mask(name: string, value: unknown, length: number): Uint8Array {
  if (!isBytes(value)) refuse('bad-argument', name, value, 'a Uint8Array');
  count(name, value.length, 'bytes', length);
  return value;
}

export function wholeNumbers(name: string, value: unknown, max: number): Int32Array {
  if (!Array.isArray(value)) refuse('bad-argument', name, value, 'an array of whole numbers');
  return Int32Array.from(value, (each, i) => integer(`${name}[${i}]`, each, 0, max));
}

/** The bytes of a .wasm file, or where they lie. */
export function wasm(name: string, value: unknown): BufferSource | URL {
  if (value instanceof URL || value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
    return value as BufferSource | URL;
  }
  refuse('bad-argument', name, value, 'bytes or a URL');
}
