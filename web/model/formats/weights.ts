// From the arrays of a file to the W of a learned feature map.
import type { Matrix } from '../../engine/types.js';
import { shorten } from '../text.js';
import { headsOf } from './heads.js';
import { FormatError, type NumberArray, shapeText } from './number-array.js';
import { readFile } from './read-file.js';

export interface WeightsFile {
  readonly name: string;
  /** (h, d): the map has 2 h features of a query or key of d numbers. */
  readonly W: Matrix;
}

const NAMES = [/^W$/, /^w$/, /^weights?$/i];
/** Names that are listed in a message. */
const LISTED = 6;

/** The matrix called W in a file of any kind, or its only one. Throws a FormatError that begins with the file's name. */
export function readWeights(fileName: string, bytes: Uint8Array): WeightsFile {
  const { arrays } = readFile(fileName, bytes);
  const name = shorten(fileName, 60);
  try {
    return { name, W: matrixOf(weightsAmong(arrays)) };
  } catch (error) {
    if (error instanceof FormatError) throw new FormatError(`${name}: ${error.message}`);
    throw error;
  }
}

/** Why the weights are of no use for queries and keys of `d` numbers, as a sentence; '' where they are. */
export function misfit({ name, W }: WeightsFile, d: number): string {
  if (W.cols === d) return '';
  return `${name}: W is ${W.rows} × ${W.cols}, for d = ${W.cols}. Here d is ${d}, so W needs ${d} columns.`;
}

function weightsAmong(arrays: readonly NumberArray[]): NumberArray {
  for (const pattern of NAMES) {
    const found = arrays.find(({ name }) => pattern.test(name));
    if (found !== undefined) return found;
  }
  if (arrays.length === 1) return arrays[0]!;
  const names = arrays.slice(0, LISTED).map(({ name }) => `“${shorten(name, 30)}”`);
  const more = arrays.length > LISTED ? ' and more' : '';
  throw new FormatError(
    `The file holds ${arrays.length} arrays (${names.join(', ')}${more}) and none is called W. Call the weights W, or save them alone.`,
  );
}

function matrixOf(array: NumberArray): Matrix {
  if (array.shape.length !== 2) {
    throw new FormatError(
      `“${array.name}” is ${shapeText(array.shape)}. Weights are one matrix, with a column for each of the d numbers of a query.`,
    );
  }
  return headsOf(array)[0]!.matrix;
}
