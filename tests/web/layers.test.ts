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
const HEADERS_ANYWHERE = ['attn/matrix.h'];

const filesOf = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) =>
      relative(root, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    );

const roomOf = (path: string) => path.split('/').slice(0, 2).join('/');

/** What `text`, as the file `file`, imports from rooms that its own room may not use. */
function crossings(file: string, text: string): string[] {
  const targets: string[] = [];
  if (file.startsWith('web/')) {
    for (const [statement, specifier] of text.matchAll(/(?:import|export)\b[^;'"]*?['"]([^'"]+)['"]/g)) {
      if (!specifier?.startsWith('.')) continue;
      const target = relative(root, resolve(root, dirname(file), specifier))
        .split(sep)
        .join('/');
      const typesOnly = /^(import|export)\s+type\b/.test(statement);
      if (typesOnly && TYPES_ANYWHERE.some((pattern) => pattern.test(target))) continue;
      if (target.startsWith('web/')) targets.push(target);
    }
  } else {
    for (const [, header] of text.matchAll(/#include\s+"([^"]+)"/g))
      if (header && !HEADERS_ANYWHERE.includes(header)) targets.push(`cpp/${header}`);
  }
  return targets.filter((target) => {
    const [from, to] = [roomOf(file), roomOf(target)];
    return from !== to && !MAY_USE[from]?.includes(to);
  });
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

  it('keep Emscripten in the bindings', () => {
    const users = filesOf('cpp', /\.(cpp|h)$/).filter((file) =>
      readFileSync(join(root, file), 'utf8').includes('#include <emscripten'),
    );
    expect(users.filter((file) => !file.startsWith('cpp/bindings/'))).toEqual([]);
  });
});
