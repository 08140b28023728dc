// For `hasChanged` of properties that hosts build anew at every rendering: a plot is not drawn again for an equal list.

/** Whether two values of plain objects, arrays and typed arrays differ in content. */
export function differs(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return false;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return true;
  if (isList(a) && isList(b)) {
    if (a.length !== b.length) return true;
    for (let i = 0; i < a.length; ++i) if (differs(a[i], b[i])) return true;
    return false;
  }
  if (isList(a) || isList(b)) return true;
  const keys = Object.keys(a);
  return (
    keys.length !== Object.keys(b).length ||
    keys.some((key) => !Object.hasOwn(b, key) || differs(Reflect.get(a, key), Reflect.get(b, key)))
  );
}

function isList(value: object): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
}
