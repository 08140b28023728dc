// JSON of our own data on somebody else's page.

/** Of plain data. An old library may have given `toJSON` to all arrays, and what `JSON.stringify` then writes is no JSON of them. */
export function jsonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${jsonOf(one)}`).join(',')}}`;
}
