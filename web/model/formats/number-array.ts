// What every reader of a file gives back: named arrays of any shape, in C order.
import { formatCount } from '../format-number.js';

export interface NumberArray {
  /** As the file calls it; the file's own name where it has only one array. */
  readonly name: string;
  readonly shape: readonly number[];
  /** Row-major. Widened where the file is narrower, never narrowed: float64 stays float64. */
  readonly data: Float32Array | Float64Array;
  /** What the file stores, in its own words: '<f8', 'BF16', 'text'. */
  readonly type: string;
  /** Names of the last axis, from a header line. */
  readonly columnNames?: readonly string[];
  /** Names of the first axis, from a first column of words. */
  readonly rowNames?: readonly string[];
}

/** What a reader throws. The message is a sentence that says what was found and what was needed. */
export class FormatError extends Error {
  override get name(): 'FormatError' {
    return 'FormatError';
  }
}

/** Upper bound on the numbers of one array: 256 MiB as float32, as much as the core takes. */
export const MAX_NUMBERS = 2 ** 26;

/** The first bytes of a file in hexadecimal, for a message. */
export function startOf(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

export function shapeText(shape: readonly number[]): string {
  if (shape.length === 0) return 'a single number';
  return shape.length === 1 ? `${shape[0]} numbers` : shape.join(' × ');
}

/** The product of a shape. Throws where it is not a size that can be read here. */
export function countOf(shape: readonly number[], what: string): number {
  const count = shape.reduce((product, size) => product * size, 1);
  if (count <= MAX_NUMBERS) return count;
  // Not even a number where one size is 0 and the others overflow.
  const found = Number.isSafeInteger(count) ? formatCount(count) : 'more than 2⁵³';
  throw new FormatError(
    `${what} has the shape ${shapeText(shape)}, which is ${found} numbers. ` +
      `Up to ${formatCount(MAX_NUMBERS)} are read here; save a part of it.`,
  );
}
