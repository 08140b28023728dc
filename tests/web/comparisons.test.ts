// How the tests of the core compare numbers.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../cpp/', import.meta.url));

test('no test of the core compares by doctest’s Approx, which lets 0 pass for 1e-20: relative.h does', () => {
  const files = readdirSync(folder).filter((name) => /\.(cpp|h)$/.test(name));
  const users = files.filter((name) => readFileSync(join(folder, name), 'utf8').includes('Approx('));
  expect(users).toEqual(['relative.h']);
});
