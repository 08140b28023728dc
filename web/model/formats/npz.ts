// NumPy's .npz: a ZIP of .npy files, stored (numpy.savez) or deflated (numpy.savez_compressed).
import { type UnzipFileInfo, unzipSync, zipSync } from 'fflate';
import { readNpy, writeNpy } from './npy.js';
import { FormatError, MAX_NUMBERS, type NumberArray, startOf } from './number-array.js';

/** Of all entries together once unpacked: a small file can claim to be a very large one. */
const MAX_UNPACKED_BYTES = MAX_NUMBERS * 8;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

export function readNpz(bytes: Uint8Array): NumberArray[] {
  const names: string[] = [];
  let unpacked = 0;
  const filter = ({ name, originalSize }: UnzipFileInfo): boolean => {
    names.push(name);
    if (!name.endsWith('.npy')) return false;
    unpacked += originalSize;
    if (unpacked > MAX_UNPACKED_BYTES) {
      throw new FormatError(
        `The archive would unpack to more than ${MAX_UNPACKED_BYTES / 2 ** 20} MiB. Save fewer arrays in one file.`,
      );
    }
    return true;
  };
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw new FormatError(
      isZip(bytes)
        ? 'The .npz archive is damaged or cut off, so its arrays could not be unpacked.'
        : `This is not an .npz archive: it begins with ${startOf(bytes)}, and PK is needed. Save it again with numpy.savez.`,
    );
  }
  const arrays = Object.entries(files).map(([name, content]) => readNpy(content, name.replace(/\.npy$/, '')));
  if (arrays.length === 0) {
    const found = names.length === 0 ? 'nothing' : names.slice(0, 5).join(', ');
    throw new FormatError(
      `The ZIP archive holds ${found}. Arrays saved by numpy.savez (.npy files) are needed.`,
    );
  }
  return arrays;
}

/** Named arrays, deflated, as numpy.savez_compressed writes them. */
export function writeNpz(
  arrays: Readonly<Record<string, { shape: readonly number[]; data: Float32Array | Float64Array }>>,
): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(arrays).map(([name, { shape, data }]) => [
    `${name}.npy`,
    writeNpy(shape, data),
  ]);
  return zipSync(Object.fromEntries(entries)) as Uint8Array<ArrayBuffer>;
}
