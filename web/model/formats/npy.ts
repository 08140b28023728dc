// NumPy's .npy, versions 1 to 3 (numpy.lib.format), of real numbers: f2, f4, f8, signed and unsigned integers, bool;
// little- and big-endian; C and Fortran order. Python is never run: the header is read as the literal it is.
import { halfToNumber } from './half.js';
import { countOf, FormatError, type NumberArray, shapeText, startOf } from './number-array.js';

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

export function isNpy(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte);
}

/** Reads one array. Throws a FormatError that says what the file holds instead. */
export function readNpy(bytes: Uint8Array, name = 'array'): NumberArray {
  if (!isNpy(bytes))
    throw new FormatError(
      `“${name}” is not a .npy file: it begins with ${startOf(bytes)}, and \\x93NUMPY is needed. Save it again with numpy.save.`,
    );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = bytes[6] ?? 0;
  if (version < 1 || version > 3) {
    throw new FormatError(
      `“${name}” is a .npy file of version ${version}. Versions 1, 2 and 3 are read here.`,
    );
  }
  const wide = version > 1;
  if (bytes.length < (wide ? 12 : 10)) throw cutOff(name);
  const start = wide ? 12 : 10;
  const length = wide ? view.getUint32(8, true) : view.getUint16(8, true);
  if (bytes.length < start + length) throw cutOff(name);
  const text = new TextDecoder(version === 3 ? 'utf-8' : 'latin1').decode(
    bytes.subarray(start, start + length),
  );
  const { descr, fortran, shape } = headerOf(text, name);
  const count = countOf(shape, `“${name}”`);
  const reader = readerOf(descr, name);
  const body = start + length;
  const found = bytes.length - body;
  if (found < count * reader.size) {
    throw new FormatError(
      `“${name}” is cut off: its header promises ${shapeText(shape)} of type ${descr}, ` +
        `${count * reader.size} bytes, and ${found} follow.`,
    );
  }
  const flat = reader.wide ? new Float64Array(count) : new Float32Array(count);
  for (let i = 0; i < count; i++) flat[i] = reader.get(view, body + i * reader.size);
  return { name, shape, data: fortran ? fromFortran(flat, shape) : flat, type: descr };
}

function cutOff(name: string): FormatError {
  return new FormatError(`“${name}” is cut off inside its header.`);
}

interface Header {
  descr: string;
  fortran: boolean;
  shape: number[];
}

/** The header is a Python dict with three known keys; anything else is not a plain array of numbers. */
function headerOf(text: string, name: string): Header {
  const descr = /'descr'\s*:\s*'([^']*)'/.exec(text)?.[1];
  const fortran = /'fortran_order'\s*:\s*(True|False)/.exec(text)?.[1];
  const shape = /'shape'\s*:\s*\(([^)]*)\)/.exec(text)?.[1];
  if (descr === undefined && /'descr'\s*:\s*\[/.test(text)) {
    throw new FormatError(
      `“${name}” is a structured array with named fields. One plain array of numbers is needed.`,
    );
  }
  if (descr === undefined || fortran === undefined || shape === undefined) {
    throw new FormatError(`The header of “${name}” could not be read: ${text.trim().slice(0, 80)}`);
  }
  const sizes = shape
    .split(',')
    .map((size) => size.trim())
    .filter((size) => size !== '')
    .map((size) => Number(size.replace(/L$/, '')));
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 0)) {
    throw new FormatError(`The shape of “${name}” could not be read: (${shape}).`);
  }
  return { descr, fortran: fortran === 'True', shape: sizes };
}

interface Reader {
  readonly size: number;
  /** Whether float32 would lose digits of it. */
  readonly wide: boolean;
  get(view: DataView, at: number): number;
}

const WORDS: Readonly<Record<string, string>> = {
  c: 'complex numbers',
  O: 'Python objects',
  U: 'text',
  S: 'text',
  a: 'text',
  M: 'dates',
  m: 'time spans',
  V: 'raw bytes',
};

function readerOf(descr: string, name: string): Reader {
  const little = descr[0] !== '>';
  const readers: Readonly<Record<string, Reader>> = {
    f2: { size: 2, wide: false, get: (view, at) => halfToNumber(view.getUint16(at, little)) },
    f4: { size: 4, wide: false, get: (view, at) => view.getFloat32(at, little) },
    f8: { size: 8, wide: true, get: (view, at) => view.getFloat64(at, little) },
    i1: { size: 1, wide: false, get: (view, at) => view.getInt8(at) },
    i2: { size: 2, wide: false, get: (view, at) => view.getInt16(at, little) },
    i4: { size: 4, wide: true, get: (view, at) => view.getInt32(at, little) },
    i8: { size: 8, wide: true, get: (view, at) => Number(view.getBigInt64(at, little)) },
    u1: { size: 1, wide: false, get: (view, at) => view.getUint8(at) },
    u2: { size: 2, wide: false, get: (view, at) => view.getUint16(at, little) },
    u4: { size: 4, wide: true, get: (view, at) => view.getUint32(at, little) },
    u8: { size: 8, wide: true, get: (view, at) => Number(view.getBigUint64(at, little)) },
    b1: { size: 1, wide: false, get: (view, at) => view.getUint8(at) },
  };
  const type = descr.replace(/^[<>=|]/, '');
  // Of its own: every object has a member called `constructor`.
  if (Object.hasOwn(readers, type)) return readers[type]!;
  const found = WORDS[type[0] ?? ''] ?? `the type ${descr}`;
  throw new FormatError(
    `“${name}” holds ${found} (${descr}). Real numbers are needed: float16, float32, float64 or integers.`,
  );
}

/** First index fastest, to last index fastest. */
function fromFortran<T extends Float32Array | Float64Array>(flat: T, shape: readonly number[]): T {
  const ordered = flat.slice() as T;
  const index = shape.map(() => 0);
  for (let from = 0; from < flat.length; from++) {
    let to = 0;
    for (let axis = 0; axis < shape.length; axis++) to = to * shape[axis]! + index[axis]!;
    ordered[to] = flat[from]!;
    for (let axis = 0; axis < shape.length && ++index[axis]! === shape[axis]; axis++) index[axis] = 0;
  }
  return ordered;
}

/** Writes version 1.0, C order, '<f4' or '<f8' by the array given, as numpy.save does. */
export function writeNpy(
  shape: readonly number[],
  data: Float32Array | Float64Array,
): Uint8Array<ArrayBuffer> {
  const descr = data instanceof Float32Array ? '<f4' : '<f8';
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const dict = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${sizes}), }`;
  // The numbers begin at a multiple of 64 bytes, so that they can be mapped.
  const padded = `${dict.padEnd(Math.ceil((dict.length + 11) / 64) * 64 - 11)}\n`;
  const bytes = new Uint8Array(10 + padded.length + data.byteLength);
  bytes.set([...MAGIC, 1, 0, padded.length & 255, padded.length >> 8]);
  bytes.set(new TextEncoder().encode(padded), 10);
  const view = new DataView(bytes.buffer, 10 + padded.length);
  data.forEach((value, i) => {
    if (data instanceof Float32Array) view.setFloat32(i * 4, value, true);
    else view.setFloat64(i * 8, value, true);
  });
  return bytes;
}
