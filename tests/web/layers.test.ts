// Arrows between rooms point one way. The table is docs/architecture.md's; a new room needs a row here.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const MAY_USE: Record<string, string[]> = {
  'web/engine': [],
  'web/model': [],
  'web/lesson-kit': ['web/model'],
  'web/lessons': ['web/lesson-kit'],
  'web/widgets': ['web/engine', 'web/model', 'web/lesson-kit'],
  'web/pages': ['web/engine', 'web/model', 'web/lesson-kit', 'web/lessons', 'web/widgets'],
  'cpp/kernels': [],
  'cpp/attn': ['cpp/kernels'],
  'cpp/bindings': ['cpp/attn'],
  'cpp/bench': ['cpp/attn', 'cpp/kernels'],
};
// Types cross without code: the page may speak of the public module's types anywhere, and a kernel of views.
const TYPES_ANYWHERE = [/^web\/engine\/(types|calls)(\.[jt]s)?$/];
const HEADERS_ANYWHERE = ['cpp/attn/matrix.h'];

const filesOf = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) =>
      relative(root, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    );

const roomOf = (path: string) => path.split('/').slice(0, 2).join('/');

interface Import {
  readonly target: string;
  readonly typesOnly: boolean;
}

/** What `text`, as the file `file`, takes from other files, as it names them. */
function importsOf(file: string, text: string): Import[] {
  if (!/\.m?[jt]s$/.test(file))
    return [...text.matchAll(/#include\s+"([^"]+)"/g)].map(([, header]) => ({
      target: `cpp/${header}`,
      typesOnly: false,
    }));
  return [...text.matchAll(/(?:import|export)\b[^;'"]*?['"](\.[^'"]+)['"]/g)].map(
    ([statement, specifier = '']) => ({
      target: relative(root, resolve(root, dirname(file), specifier))
        .split(sep)
        .join('/'),
      typesOnly: /^(import|export)\s+type\b/.test(statement),
    }),
  );
}

/** What `text`, as the file `file`, imports from rooms that its own room may not use. */
const crossings = (file: string, text: string): string[] =>
  importsOf(file, text)
    .filter(
      ({ target, typesOnly }) =>
        !HEADERS_ANYWHERE.includes(target) &&
        !(typesOnly && TYPES_ANYWHERE.some((pattern) => pattern.test(target))),
    )
    .map(({ target }) => target)
    .filter((target) => {
      const [from, to] = [roomOf(file), roomOf(target)];
      return /^(web|cpp)\//.test(target) && from !== to && !MAY_USE[from]?.includes(to);
    });

/** Ways from a file through what it imports back to itself, each once, types included. */
function circles(sources: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file);
    if (at >= 0) found.push([...way.slice(at), file].join(' -> '));
    if (at >= 0 || done.has(file)) return;
    for (const { target } of importsOf(file, sources.get(file) ?? '')) {
      const source = [target, target.replace(/\.js$/, '.ts')].find((path) => sources.has(path));
      if (source !== undefined) visit(source, [...way, file]);
    }
    done.add(file);
  };
  for (const file of sources.keys()) visit(file, []);
  return found;
}

describe('rooms', () => {
  const sources = [...filesOf('web', /\.ts$/), ...filesOf('cpp', /\.(cpp|h|inc)$/)];

  it('finds sources to read', () => expect(sources.length).toBeGreaterThan(5));

  it('use only the rooms the table allows', () => {
    const wrong = sources.flatMap((file) =>
      crossings(file, readFileSync(join(root, file), 'utf8')).map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('hold no files that need each other', () => {
    const files = [...sources, ...filesOf('build-scripts', /\.mjs$/)];
    expect(circles(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])))).toEqual([]);
    expect(
      circles(
        new Map([
          ['web/model/a.ts', "import { b } from './b.js';"],
          ['web/model/b.ts', "import type { A } from './a.js';"],
        ]),
      ),
    ).toEqual(['web/model/a.ts -> web/model/b.ts -> web/model/a.ts']);
  });

  it('would be told apart from an arrow the wrong way', () => {
    expect(crossings('web/model/a.ts', "import { x } from '../widgets/x.js';")).toEqual(['web/widgets/x.js']);
    expect(crossings('web/model/a.ts', "import type { Matrix } from '../engine/types.js';")).toEqual([]);
    expect(crossings('cpp/kernels/a.h', '#include "attn/attend.h"')).toEqual(['cpp/attn/attend.h']);
  });

  it('keep intrinsics in the SIMD files and one helper', () => {
    const users = filesOf('cpp', /\.(cpp|h)$/).filter((file) =>
      readFileSync(join(root, file), 'utf8').includes('<wasm_simd128.h>'),
    );
    expect(users.filter((file) => !file.endsWith('_simd128.cpp')).length).toBeLessThanOrEqual(1);
    expect(users.every((file) => file.startsWith('cpp/kernels/'))).toBe(true);
  });

  it('are tested natively with a header of our own, of the intrinsics in use and no others', () => {
    const header = 'tests/cpp/native_simd/wasm_simd128.h';
    const test = 'tests/cpp/intrinsics.test.cpp';
    const users = filesOf('tests', /\.(cpp|h)$/).filter((file) =>
      readFileSync(join(root, file), 'utf8').includes('#include <wasm_simd128.h>'),
    );
    expect(users).toEqual([test]);
    const namesIn = (...files: string[]) => [
      ...new Set(
        files.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\bwasm_[a-z]\w+/g) ?? []),
      ),
    ];
    const intrinsics = (names: string[]) => names.filter((name) => name !== 'wasm_simd128').sort();
    const used = intrinsics(namesIn(...filesOf('cpp/kernels', /\.(cpp|h)$/)));
    expect(used.length).toBeGreaterThan(20);
    expect(intrinsics(namesIn(header))).toEqual(used);
    expect(intrinsics(namesIn(test))).toEqual(used);
  });

  it('keep Emscripten in the bindings', () => {
    const users = filesOf('cpp', /\.(cpp|h)$/).filter((file) =>
      readFileSync(join(root, file), 'utf8').includes('#include <emscripten'),
    );
    expect(users.filter((file) => !file.startsWith('cpp/bindings/'))).toEqual([]);
  });
});
