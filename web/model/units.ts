// Units as people type them behind a number, where the field names its unit.

/** What a size in bytes may also be given in; of kB and MB it is not known whether 1000 or 1024 is meant. */
const OF_BYTES: ReadonlyMap<string, number> = new Map([
  ['b', 1],
  ['kib', 2 ** 10],
  ['mib', 2 ** 20],
  ['gib', 2 ** 30],
]);

/** A size in one of these could mean either. */
const UNCLEAR = /\d\s*[kmg]b$/i;

/** Whether a size for a field in bytes is given in kB, MB or GB, of which nobody knows how many bytes they are. */
export function isUnclearSize(typed: string, unit: string | undefined): boolean {
  return unit === 'bytes' && UNCLEAR.test(typed.trim());
}

export interface Quantity {
  /** What stands before the unit, as typed. */
  readonly number: string;
  /** How many of the field's unit one of the typed unit is. */
  readonly factor: number;
}

/**
 * '16,640 bytes' for a field in bytes is 16,640, '16.25 KiB' is 16.25 times 1024. The unit may stand in the singular or
 * plural, in small or capital letters and without a space. Whatever does not end in such a unit is all `number`.
 */
export function splitUnit(typed: string, unit: string | undefined): Quantity {
  const text = typed.trim();
  const named = unit?.trim().toLowerCase() ?? '';
  if (named === '') return { number: text, factor: 1 };
  const one = named.replace(/s$/, '');
  const units = new Map([[named, 1], [one, 1], [`${one}s`, 1], ...(named === 'bytes' ? OF_BYTES : [])]);
  const small = text.toLowerCase();
  for (const [name, factor] of [...units].sort(([a], [b]) => b.length - a.length))
    if (name !== '' && small.endsWith(name) && small.length > name.length)
      return { number: text.slice(0, -name.length).trim(), factor };
  return { number: text, factor: 1 };
}
