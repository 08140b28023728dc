#!/usr/bin/env node
// node build-scripts/size.mjs: what the packages weigh as a browser receives them (brotli), against their budgets.
// Exits with 1 when one is over.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { Explained, main, root, say } from './lib/run.mjs';

const kB = 1000;
const brotli = (file) =>
  brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** A page's files that load before anything is asked of it: HTML, and scripts and styles followed through static imports. */
function firstLoad(page) {
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    const references = file.endsWith('.html')
      ? text.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="([^":]+\.(?:js|css))"/g)
      : text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g);
    for (const [, path] of references) visit(join(dirname(file), path));
  };
  visit(page);
  return [...seen];
}

/** The worker and the wasm come right after the page; the reader's browser takes one of the two wasm builds. */
function engineFiles(site) {
  const assets = join(site, 'assets');
  return readdirSync(assets)
    .filter((name) => /^worker.*\.js$/.test(name) || /simd.*\.wasm$/.test(name))
    .map((name) => join(assets, name));
}

await main(async () => {
  const site = join(root, 'dist/site');
  const lib = join(root, 'dist/lib');
  const budgets = [
    [
      'module: attention.js + SIMD wasm',
      40 * kB,
      [join(lib, 'attention.js'), join(lib, 'attention-simd.wasm')],
    ],
    ['first load of the site', 150 * kB, [...firstLoad(join(site, 'index.html')), ...engineFiles(site)]],
  ];
  let over = false;
  for (const [name, budget, files] of budgets) {
    const sizes = files.map((file) => [relative(root, file), brotli(file)]);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    over ||= total > budget;
    say(
      `${name}: ${(total / kB).toFixed(1)} kB of ${budget / kB} kB${total > budget ? '  OVER BUDGET' : ''}`,
    );
    for (const [file, size] of sizes) say(`    ${(size / kB).toFixed(1).padStart(6)} kB  ${file}`);
  }
  if (over) throw new Explained('A package is over its budget.');
});
