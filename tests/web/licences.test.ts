// What is built in and not named would be passed on without its licence.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BUNDLED, licences } from '../../build-scripts/lib/licences.mjs';

const web = fileURLToPath(new URL('../../web/', import.meta.url));

test('each package that web/ imports is listed, and no other', () => {
  const imported = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(web + name, 'utf8').matchAll(/\b(?:from|import) '([a-z@][\w/.@-]*)'/g),
    ])
    .map(([, specifier]) => /^(@[^/]+\/)?[^/]+/.exec(specifier!)![0]);
  expect([...new Set(imported)].sort()).toEqual([...BUNDLED].sort());
});

test('the text names what the packages import themselves, and gives every licence', () => {
  const text = licences();
  for (const name of [...BUNDLED, 'lit-html', '@lit/reactive-element', 'd3-time-format', 'internmap'])
    expect(text).toMatch(new RegExp(`^(.*, )?${name}(,|$)`, 'm'));
  for (const words of [
    'Redistributions in binary form must reproduce', // BSD, of Lit
    'Permission to use, copy, modify, and/or distribute this software', // ISC, of D3
    'Arjun Barrett',
    'Mozilla Public License',
    'Universal Sentence Encoder',
    'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION', // Apache, of the sample data
  ])
    expect(text).toContain(words);
});
