// A reader's own file, or a file for each: which of the arrays are q, k and v.
import { checkFit, guessRoles, type Head, headsIn, headsOf } from '../../model/formats/heads.js';
import type { NumberArray } from '../../model/formats/number-array.js';
import { readFile } from '../../model/formats/read-file.js';
import type { OpenedFile } from './resolve-input.js';

export type Role = 'q' | 'k' | 'v';
export const ROLES: readonly Role[] = ['q', 'k', 'v'];

/** Files whose arrays have been read, and the head chosen for each role; null while the reader has to choose. */
export interface FileChoice {
  readonly fileName: string;
  readonly heads: readonly Head[];
  readonly chosen: Readonly<Record<Role, string | null>>;
}

/** Throws a FormatError: a sentence for the reader. */
export function readChoice(
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): FileChoice {
  const arrays = allDistinct(
    files.map(({ name, bytes }) => ({ name, arrays: readFile(name, bytes).arrays })),
  );
  const heads = headsIn(arrays);
  const guessed = guessRoles(arrays);
  // A single array serves as all three: attention of a sequence to itself.
  const only = arrays.length === 1 ? arrays[0]! : null;
  const firstHeadOf = (name: string | null): string | null => {
    const array: NumberArray | undefined =
      name === null ? (only ?? undefined) : arrays.find((one) => one.name === name);
    return array === undefined ? null : headsOf(array)[0]!.name;
  };
  return {
    fileName: files.map(({ name }) => name).join(', '),
    heads,
    chosen: { q: firstHeadOf(guessed.q), k: firstHeadOf(guessed.k), v: firstHeadOf(guessed.v) },
  };
}

/** Of all files; where two of them call an array by the same name, each is called after its file too. */
function allDistinct(
  files: readonly { readonly name: string; readonly arrays: readonly NumberArray[] }[],
): NumberArray[] {
  const names = files.flatMap(({ arrays }) => arrays.map(({ name }) => name));
  const twice = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  return files.flatMap((file) =>
    file.arrays.map((array) =>
      twice.has(array.name) && files.length > 1 ? { ...array, name: `${file.name}, ${array.name}` } : array,
    ),
  );
}

/** What a reader chooses from. No numbers are looked at: one head's NaN is no matter to who takes another. */
export function headOptions({ heads }: FileChoice): { value: string; label: string }[] {
  return heads.map(({ name, rows, cols }) => ({ value: name, label: `${name} (${rows} × ${cols})` }));
}

/** The three matrices, or null while one of them is not chosen. Throws a FormatError when they do not fit. */
export function openedFile({ fileName, heads, chosen }: FileChoice): OpenedFile | null {
  const [q, k, v] = ROLES.map((role) => heads.find(({ name }) => name === chosen[role]));
  if (q === undefined || k === undefined || v === undefined) return null;
  checkFit(q, k, v);
  return { name: fileName, q: q.matrix, k: k.matrix, v: v.matrix };
}
