// Style that some browser would drop without a word.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const web = fileURLToPath(new URL('../../web/', import.meta.url));

it('sets the parts of text-decoration one by one: WebKit knows the shorthand with a line alone', () => {
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(css|ts)$/.test(name),
  );
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.filter((name) =>
    /text-decoration:\s*[\w-]+\s+[\w-]/.test(readFileSync(web + name, 'utf8')),
  );
  expect(found).toEqual([]);
});
