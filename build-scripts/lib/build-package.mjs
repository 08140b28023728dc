// dist/npm: what `npm pack ./dist/npm` makes a package of. The module with its types and wasm files, and the element.
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LICENCES, licences } from './licences.mjs';
import { root, say } from './run.mjs';

export default function buildPackage() {
  const out = join(root, 'dist/npm');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const copy = (from, to) => copyFileSync(join(root, from), join(out, to));

  for (const name of ['attention.js', 'attention.d.ts']) copy(`dist/lib/${name}`, name);
  for (const name of ['simd', 'scalar', 'analysis'])
    copy(`dist/lib/attention-${name}.wasm`, `attention-${name}.wasm`);
  for (const name of ['linear-attention.js', 'anywidget.js']) copy(`dist/site/v1/${name}`, name);
  copy('build-scripts/package/linear-attention.d.ts', 'linear-attention.d.ts');
  for (const name of ['LICENSE', 'NOTICE']) copy(name, name);
  writeFileSync(join(out, LICENCES), licences());
  copy('build-scripts/package/README.md', 'README.md');
  cpSync(join(root, 'dist/site/v1/parts'), join(out, 'parts'), { recursive: true });
  // What the element fetches when a reader asks for a trained head.
  cpSync(join(root, 'dist/site/v1/data'), join(out, 'data'), { recursive: true });
  const manifest = {
    name: own.name,
    version: own.version,
    description: own.description,
    license: own.license,
    type: 'module',
    // The element defines itself when it is loaded; the module does nothing until it is called.
    sideEffects: ['./linear-attention.js', './parts/*.js'],
    exports: {
      '.': { types: './attention.d.ts', default: './attention.js' },
      './element': { types: './linear-attention.d.ts', default: './linear-attention.js' },
      './anywidget': './anywidget.js',
      './*.wasm': './*.wasm',
    },
    files: ['*.js', '*.d.ts', '*.wasm', 'data', 'parts', 'NOTICE', LICENCES],
  };
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  say('  dist/npm: the package');
}
