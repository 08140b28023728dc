// What is pasted into a matrix. A part of its own: most readers never paste, and its readers of files are as long as the matrix.
import { readCsv } from '../../model/formats/csv.js';
import { readJson } from '../../model/formats/json.js';
import { FormatError, type NumberArray, shapeText } from '../../model/formats/number-array.js';
import type { Block } from './cells.js';

/** Reads a pasted block: a table (commas, semicolons, tabs, spaces) or a JSON list of lists. Throws FormatError. */
export function readBlock(text: string): Block {
  const array = /^\s*[[{]/.test(text) ? only(readJson(text)) : readCsv(text);
  const shape = array.shape.length === 1 ? [1, array.shape[0]!] : array.shape;
  if (shape.length !== 2 || shape.includes(0)) {
    throw new FormatError(
      `The pasted array has the shape ${shapeText(array.shape)}. A table of rows and columns is needed.`,
    );
  }
  return { rows: shape[0]!, cols: shape[1]!, data: array.data };
}

function only(arrays: readonly NumberArray[]): NumberArray {
  if (arrays.length === 1) return arrays[0]!;
  throw new FormatError(
    `The pasted JSON holds ${arrays.length} arrays (${arrays.map(({ name }) => name).join(', ')}). Paste one of them.`,
  );
}
