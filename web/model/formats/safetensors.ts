// safetensors (https://github.com/huggingface/safetensors): eight bytes with the length of a JSON header, the header,
// and the numbers, little-endian and in C order. F16, BF16, F32 and F64 are read.
import { bfloat16ToNumber, halfToNumber } from './half.js';
import { countOf, FormatError, type NumberArray, shapeText, startOf } from './number-array.js';

interface Entry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

interface Type {
  size: number;
  wide: boolean;
  get(view: DataView, at: number): number;
}

const TYPES: Readonly<Record<string, Type>> = {
  F64: { size: 8, wide: true, get: (view, at) => view.getFloat64(at, true) },
  F32: { size: 4, wide: false, get: (view, at) => view.getFloat32(at, true) },
  F16: { size: 2, wide: false, get: (view, at) => halfToNumber(view.getUint16(at, true)) },
  BF16: { size: 2, wide: false, get: (view, at) => bfloat16ToNumber(view.getUint16(at, true)) },
};

// The format allows 100 MB of header; a header of a whole model has a few hundred kB.
const MAX_HEADER_BYTES = 1e8;

export function isSafetensors(bytes: Uint8Array): boolean {
  const length = headerLength(bytes);
  return length !== null && length <= bytes.length - 8 && bytes[8] === 0x7b; // {
}

/** Every array of floating-point numbers in the file, by its name there. `name`: of the file, for messages. */
export function readSafetensors(bytes: Uint8Array, name = 'file'): NumberArray[] {
  const header = headerOf(bytes, name);
  const body = bytes.subarray(8 + headerLength(bytes)!);
  const entries = Object.entries(header).filter(([key]) => key !== '__metadata__');
  if (entries.length === 0) throw new FormatError(`“${name}” holds no arrays. At least one is needed.`);
  const found = entries.map(([key, value]) => [key, entryOf(key, value)] as const);
  const readable = found.filter(([, { dtype }]) => Object.hasOwn(TYPES, dtype));
  if (readable.length === 0) {
    const types = [...new Set(found.map(([, { dtype }]) => dtype))].join(', ');
    throw new FormatError(
      `“${name}” holds arrays of type ${types}. Floating-point numbers are needed: F16, BF16, F32 or F64.`,
    );
  }
  return readable.map(([key, entry]) => arrayOf(key, entry, body));
}

/** null: not even the eight bytes, or a length that no file has. */
function headerLength(bytes: Uint8Array): number | null {
  if (bytes.length < 8) return null;
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true));
  return length >= 2 && length <= MAX_HEADER_BYTES ? length : null;
}

function headerOf(bytes: Uint8Array, name: string): object {
  const length = headerLength(bytes);
  if (length === null) {
    throw new FormatError(
      `“${name}” is not a safetensors file: it begins with ${startOf(bytes)}, and eight bytes with the length of a ` +
        'header are needed. Save it again with safetensors.',
    );
  }
  if (length > bytes.length - 8) {
    throw new FormatError(
      `“${name}” is cut off: its header has ${length} bytes, and ${bytes.length - 8} follow.`,
    );
  }
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(8, 8 + length)));
  } catch {
    throw new FormatError(`“${name}” is not a safetensors file: its header is not JSON.`);
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header)) {
    throw new FormatError(`“${name}” is not a safetensors file: its header is not an object of arrays.`);
  }
  return header;
}

function entryOf(key: string, value: unknown): Entry {
  const { dtype, shape, data_offsets: offsets } = (value ?? {}) as Partial<Entry>;
  const sizes = (list: unknown): list is number[] =>
    Array.isArray(list) && list.every((size) => Number.isSafeInteger(size) && size >= 0);
  if (typeof dtype !== 'string' || !sizes(shape) || !sizes(offsets) || offsets.length !== 2) {
    throw new FormatError(`The array “${key}” needs a dtype, a shape and two data_offsets in the header.`);
  }
  return { dtype, shape, data_offsets: offsets };
}

function arrayOf(
  key: string,
  { dtype, shape, data_offsets: [from, to] }: Entry,
  body: Uint8Array,
): NumberArray {
  const type = TYPES[dtype]!;
  const count = countOf(shape, `“${key}”`);
  if (to - from !== count * type.size) {
    throw new FormatError(
      `“${key}” is ${shapeText(shape)} of type ${dtype}, ${count * type.size} bytes, and its data_offsets span ${to - from}.`,
    );
  }
  if (to > body.length) {
    throw new FormatError(`“${key}” is cut off: it ends at byte ${to}, and the file has ${body.length}.`);
  }
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const data = type.wide ? new Float64Array(count) : new Float32Array(count);
  for (let i = 0; i < count; i++) data[i] = type.get(view, from + i * type.size);
  return { name: key, shape, data, type: dtype };
}
