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
  ...['docs', 'cpp', 'web', 'tests', 'build-scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      // The lesson is no documentation, and what a package holds lies beside its README only there.
      .filter(
        (name) =>
          name.endsWith('.md') && !name.includes('node_modules') && !/^(lessons|package)\//.test(name),
      )
      .map((name) => join(folder, name)),
  ),
];

/** The names by which GitHub lets a link reach the headings of a page. */
const anchors = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(pages)('%s: links, files and commands exist', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const missing: string[] = [];
  for (const [, target, anchor] of text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
    const file = target === '' ? join(root, page) : join(root, dirname(page), target!);
    if (!existsSync(file)) missing.push(target!);
    else if (anchor !== undefined && !anchors(file).includes(anchor)) missing.push(`${target}#${anchor}`);
  }
  for (const [, path, more] of text.matchAll(/`((?:cpp|web|tests|build-scripts|docs)\/[\w./-]*)([`*<])/g)) {
    // Before a * or a <name> only the folder is sure; a test may be named without the end of its file.
    const named = more === '`' ? [path!, `${path}.test.ts`] : [dirname(`${path}x`)];
    if (!named.some((one) => existsSync(join(root, one)))) missing.push(path!);
  }
  for (const [, name] of text.matchAll(/\bnpm run ([\w:-]+)/g))
    if (!scripts.includes(name!)) missing.push(`npm run ${name}`);
  expect(missing).toEqual([]);
});

test('docs/conventions.md: the test cases that it names exist', () => {
  const sources = ['cpp', 'wasm'].flatMap((folder) =>
    readdirSync(join(root, 'tests', folder))
      .filter((name) => /\.test\.(cpp|ts)$/.test(name))
      .map((name) => readFileSync(join(root, 'tests', folder, name), 'utf8')),
  );
  // A long name of a C++ test stands in two strings, one after the other.
  const all = sources.join('\n').replace(/"\s*\n\s*"/g, '');
  const text = readFileSync(join(root, 'docs/conventions.md'), 'utf8');
  const names = [...text.matchAll(/"([^"\n]+)"/g)].map(([, name]) => name!.replace(/ ?…$/, ''));
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter((name) => !all.includes(name))).toEqual([]);
});

test('cpp/README.md: every file of the core has its place there', () => {
  const text = readFileSync(join(root, 'cpp/README.md'), 'utf8');
  const operators = readFileSync(join(root, 'cpp/kernels/kernels.inc'), 'utf8');
  const unnamed = ['attn', 'kernels', 'bindings'].flatMap((folder) =>
    readdirSync(join(root, 'cpp', folder)).filter((name) => {
      const stem = name.replace(/\.\w+$/, '').replace(/_(reference|simd128)$/, '');
      const operator = operators.includes(`ATTN_KERNEL(${stem}, `);
      return name.includes('.') && !operator && !/_calls\.cpp$/.test(name) && !text.includes(`\`${stem}.`);
    }),
  );
  expect(unnamed).toEqual(['CMakeLists.txt']);
});

test('cpp/README.md: its example is the one that tests/cpp/readme.test.cpp runs', () => {
  const linesOf = (text: string) => text.trim().split(/\s*\n\s*/);
  const [, example] = readFileSync(join(root, 'cpp/README.md'), 'utf8').match(/```cpp\n([\s\S]*?)```/)!;
  const run = linesOf(readFileSync(join(root, 'tests/cpp/readme.test.cpp'), 'utf8')).join('\n');
  expect(run).toContain(linesOf(example!).join('\n'));
});

test('the pages are found', () => expect(pages.length).toBeGreaterThan(25));
