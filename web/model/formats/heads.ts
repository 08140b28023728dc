// From arrays of any shape to the 2-D heads that attention is computed on, and from their names to q, k and v.
import type { Matrix } from '../../engine/types.js';
import { formatCount } from '../format-number.js';
import { FLOAT32_MAX } from '../parse-number.js';
import { FormatError, type NumberArray, shapeText } from './number-array.js';

/** One head: (tokens, dimensions). */
export interface Head {
  /** 'q', 'q, head 3', 'q, batch 1, head 3'; counted from 1. */
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  /** Rounded to float32 when it is first asked for; throws a FormatError where a number is not finite or too large. */
  readonly matrix: Matrix;
}

/** Of one array: more are no list to choose from. */
const MAX_HEADS = 4096;

/** The heads of [n, d], [h, n, d] or [b, h, n, d]. Leading sizes of 1 are not named. Throws a FormatError. */
export function headsOf(array: NumberArray): Head[] {
  const { name, shape, data } = array;
  if (shape.length < 2 || shape.length > 4) {
    throw new FormatError(
      `“${name}” has ${shape.length} ${shape.length === 1 ? 'axis' : 'axes'} (${shapeText(shape)}). ` +
        'Needed are [tokens, dimensions], [heads, tokens, dimensions] or [batch, heads, tokens, dimensions].',
    );
  }
  const rows = shape.at(-2)!;
  const cols = shape.at(-1)!;
  const batches = shape.length === 4 ? shape[0]! : 1;
  const heads = shape.length === 2 ? 1 : shape.at(-3)!;
  if (rows * cols * batches * heads === 0) {
    throw new FormatError(
      `“${name}” is empty: its shape is ${shapeText(shape)}. At least one token and dimension are needed.`,
    );
  }
  if (batches * heads > MAX_HEADS) {
    throw new FormatError(
      `“${name}” has the shape ${shapeText(shape)}, which is ${formatCount(batches * heads)} heads. ` +
        `Up to ${formatCount(MAX_HEADS)} are read here; save a part of it.`,
    );
  }
  return Array.from({ length: batches * heads }, (_, i) => {
    const parts = [
      batches > 1 ? `batch ${Math.floor(i / heads) + 1}` : '',
      heads > 1 ? `head ${(i % heads) + 1}` : '',
    ];
    const headName = [name, ...parts.filter((part) => part !== '')].join(', ');
    const part = data.subarray(i * rows * cols, (i + 1) * rows * cols);
    let matrix: Matrix | null = null;
    return {
      name: headName,
      rows,
      cols,
      get matrix() {
        matrix ??= { rows, cols, data: toFloat32(part, cols, headName) };
        return matrix;
      },
    };
  });
}

/** The heads of every array of a file that has some; a bias or an embedding beside them is left alone. */
export function headsIn(arrays: readonly NumberArray[]): Head[] {
  const heads: Head[] = [];
  let refused: FormatError | null = null;
  for (const array of arrays) {
    try {
      heads.push(...headsOf(array));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      refused ??= error;
    }
  }
  if (heads.length === 0)
    throw refused ?? new FormatError('The file holds no arrays. Arrays q, k and v are needed.');
  return heads;
}

/** Rounds to float32. Throws where a number is not finite, or is too large for it. */
function toFloat32(data: Float32Array | Float64Array, cols: number, name: string): Float32Array {
  for (let i = 0; i < data.length; i++) {
    const value = data[i]!;
    if (Math.abs(value) <= FLOAT32_MAX) continue;
    const where = `Row ${Math.floor(i / cols) + 1}, column ${(i % cols) + 1} of “${name}”`;
    throw new FormatError(
      Number.isFinite(value)
        ? `${where} is ${value}, which float32 cannot hold. The largest it can is about 3.4 × 10³⁸.`
        : `${where} is ${Number.isNaN(value) ? 'NaN' : 'infinite'}. A finite number is needed there.`,
    );
  }
  return Float32Array.from(data);
}

/** How the three are called in the wild, most telling first. */
const NAMES = {
  q: [/^q$/i, /^quer(y|ies)$/i, /(^|[._/-])q(uery)?($|[._/-])/i, /q_?proj/i],
  k: [/^k$/i, /^keys?$/i, /(^|[._/-])k(ey)?($|[._/-])/i, /k_?proj/i],
  v: [/^v$/i, /^values?$/i, /(^|[._/-])v(alue)?($|[._/-])/i, /v_?proj/i],
} as const;

/** Which array is q, which k, which v, told by their names; null for those whose name does not say, or says twice. */
export function guessRoles(arrays: readonly NumberArray[]): {
  q: string | null;
  k: string | null;
  v: string | null;
} {
  const find = (patterns: readonly RegExp[]): string | null => {
    for (const pattern of patterns) {
      const matches = arrays.filter(({ name }) => pattern.test(name));
      if (matches.length === 1) return matches[0]!.name;
      if (matches.length > 1) return null;
    }
    return null;
  };
  return { q: find(NAMES.q), k: find(NAMES.k), v: find(NAMES.v) };
}

/** Checks that three heads fit one another: d_k for q and k, n_k for k and v. Throws a FormatError. */
export function checkFit(q: Head, k: Head, v: Head): void {
  if (q.cols !== k.cols) {
    throw new FormatError(
      `${q.name} has ${q.cols} dimensions and ${k.name} has ${k.cols}. Queries and keys need the same number.`,
    );
  }
  if (k.rows !== v.rows) {
    throw new FormatError(
      `${k.name} has ${k.rows} tokens and ${v.name} has ${v.rows}. Every key needs one value.`,
    );
  }
}
