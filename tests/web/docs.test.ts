// A page of documentation names files and commands; a reader who follows one must find it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);

const pages = [
  'README.md',
  'CHANGELOG.md',
  ...['docs', 'web', 'tests', 'build-scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      // The lesson is no documentation, and what a package holds lies beside its README only there.
      .filter(
        (name) =>
          name.endsWith('.md') && !name.includes('node_modules') && !/^(lessons|package)\//.test(name),
      )
      .map((name) => join(folder, name)),
  ),
];

test.each(pages)('%s: links, files and commands exist', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const missing: string[] = [];
  for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#\s]+)/g))
    if (!existsSync(join(root, dirname(page), target!))) missing.push(target!);
  for (const [, path, more] of text.matchAll(/`((?:cpp|web|tests|build-scripts|docs)\/[\w./-]*)([`*<])/g)) {
    // Before a * or a <name> only the folder is sure; a test may be named without the end of its file.
    const named = more === '`' ? [path!, `${path}.test.ts`] : [dirname(`${path}x`)];
    if (!named.some((one) => existsSync(join(root, one)))) missing.push(path!);
  }
  for (const [, name] of text.matchAll(/\bnpm run ([\w:-]+)/g))
    if (!scripts.includes(name!)) missing.push(`npm run ${name}`);
  expect(missing).toEqual([]);
});

test('the pages are found', () => expect(pages.length).toBeGreaterThan(25));
