// Any file a reader may bring: told by what it begins with. The end of its name says only what was expected where
// that is nothing known.
import { shorten } from '../text.js';
import { readCsv } from './csv.js';
import { readJson } from './json.js';
import { isNpy, readNpy } from './npy.js';
import { isZip, readNpz } from './npz.js';
import { FormatError, type NumberArray, startOf } from './number-array.js';
import { isSafetensors, readSafetensors } from './safetensors.js';

export type FileFormat = 'npy' | 'npz' | 'safetensors' | 'csv' | 'json';

export interface FileContents {
  readonly format: FileFormat;
  readonly arrays: readonly NumberArray[];
}

const READABLE = 'Files that are read here: .npy, .npz, .safetensors, .csv, .json.';

/** First bytes of files that people take for arrays, and what to do instead. */
const OTHERS: readonly (readonly [readonly number[], string])[] = [
  [[0x89, 0x48, 0x44, 0x46], 'an HDF5 file. Save each array with numpy.save'],
  [[0x1f, 0x8b], 'compressed with gzip. Unpack it first'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG picture'],
  [[0xff, 0xd8, 0xff], 'a JPEG picture'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
  [[0x50, 0x41, 0x52, 0x31], 'a Parquet file. Save the columns as CSV'],
  [[0x47, 0x47, 0x55, 0x46], 'a GGUF model. Save the arrays as safetensors'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Office document. Save the sheet as CSV'],
];

/** Formats that are told by their beginning; each answers a file without it by what is wrong there. */
const BINARY = new Map<string, (bytes: Uint8Array, name: string) => unknown>([
  ['npy', readNpy],
  ['npz', readNpz],
  ['safetensors', readSafetensors],
]);

/**
 * Reads a file's arrays. Throws a FormatError that begins with the file's name and says what was found and what was
 * needed. The bytes are read where they are; nothing is sent anywhere.
 */
export function readFile(fileName: string, bytes: Uint8Array): FileContents {
  try {
    return contentsOf(fileName.replace(/^.*[\\/]/, ''), bytes);
  } catch (error) {
    if (error instanceof FormatError) throw new FormatError(`${shorten(fileName, 60)}: ${error.message}`);
    throw error;
  }
}

function contentsOf(baseName: string, bytes: Uint8Array): FileContents {
  const [, stem, extension] = /^(.*?)(?:\.([^.]*))?$/s.exec(baseName) as unknown as [string, string, string?];
  if (bytes.length === 0) throw new FormatError(`The file is empty. ${READABLE}`);
  if (isNpy(bytes)) return { format: 'npy', arrays: [readNpy(bytes, stem)] };
  if (isZip(bytes)) return { format: 'npz', arrays: readZip(bytes) };
  if (isSafetensors(bytes)) return { format: 'safetensors', arrays: readSafetensors(bytes, stem) };
  if (bytes[0] === 0x80 && bytes[1]! >= 2 && bytes[1]! <= 5) {
    throw new FormatError(
      `This is a Python pickle, which can run any program and is not opened here. Save with numpy.save. ${READABLE}`,
    );
  }
  for (const [start, words] of OTHERS) {
    if (start.every((byte, i) => bytes[i] === byte)) throw new FormatError(`This is ${words}. ${READABLE}`);
  }
  try {
    return readText(stem, decode(bytes));
  } catch (error) {
    BINARY.get(extension?.toLowerCase() ?? '')?.(bytes, stem);
    throw error;
  }
}

/** Office documents and PyTorch checkpoints are ZIP archives too. */
function readZip(bytes: Uint8Array): NumberArray[] {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  if (start.includes('[Content_Types].xml') || start.includes('xl/')) {
    throw new FormatError(`This is an Office document. Save the sheet as CSV. ${READABLE}`);
  }
  if (/data\.pkl/.test(start)) {
    throw new FormatError(
      `This is a PyTorch checkpoint, which holds a Python pickle and is not opened here. Save with safetensors. ${READABLE}`,
    );
  }
  return readNpz(bytes);
}

function decode(bytes: Uint8Array): string {
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  try {
    // Spreadsheets save Unicode text as UTF-16 with a byte order mark.
    if (wide)
      return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be', { fatal: true }).decode(bytes);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary from text
    if (!/[\0-\x08\x0e-\x1a]/.test(text.slice(0, 4096))) return text;
  } catch {
    // Not text of any kind known here.
  }
  throw new FormatError(
    `This is a binary file of an unknown kind (it begins with ${startOf(bytes)}). ${READABLE}`,
  );
}

function readText(stem: string, text: string): FileContents {
  const trimmed = text.trimStart();
  if (/^[[{]/.test(trimmed)) return { format: 'json', arrays: readJson(text, stem) };
  if (/^<(!doctype|html|\?xml|svg)/i.test(trimmed)) {
    throw new FormatError(`This is a web page or XML, not numbers. ${READABLE}`);
  }
  return { format: 'csv', arrays: [readCsv(text, stem)] };
}
