#!/usr/bin/env node
// node build-scripts/size.mjs: what the packages weigh as a browser receives them (brotli), against their goals.
// Exits with 1 when one is over its ceiling.
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

/** What a browser with SIMD loads to show one activity alone in a frame: the page, and each script it puts there. */
function framedActivity(site, modules) {
  const folder = join(site, 'v1/embed');
  const names = new Set(['activity.js']);
  const all = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const wanted = (module) => all.find((name) => name.startsWith(`part-${module}-`));
  // The lists that stand where a part is loaded: each begins with that part, and holds all it needs.
  const lists = [
    ...readFileSync(join(folder, 'activity.js'), 'utf8').matchAll(/laParts\.load\((\[.*?\])\)/g),
  ].map(([, list]) => JSON.parse(list));
  for (const module of modules) {
    const list = lists.find(([first]) => first === wanted(module));
    if (list === undefined)
      throw new Explained(`No part of ${folder} is called ${module}. Run \`npm run build\`.`);
    for (const name of list) names.add(name);
  }
  return [...names].map((name) => join(folder, name));
}

await main(async () => {
  const site = join(root, 'dist/site');
  const lib = join(root, 'dist/lib');
  // Name, the goal, the ceiling that fails a build, files. A ceiling stands just above what is reached with the
  // toolchain that makes the largest of them (docs/performance.md compares them): one above its goal says how far there is to
  // go.
  const budgets = [
    [
      'module: attention.js + SIMD wasm',
      40 * kB,
      52.8 * kB,
      [join(lib, 'attention.js'), join(lib, 'attention-simd.wasm')],
    ],
    [
      'first load of the site',
      100 * kB,
      93.5 * kB,
      [...firstLoad(join(site, 'index.html')), ...engineFiles(site)],
    ],
    [
      'an exercise alone in a frame',
      120 * kB,
      119.9 * kB,
      [
        join(site, 'v1/embed/vanishing-denominator/index.html'),
        ...framedActivity(site, ['vanishing-denominator', 'la-exercise', '_virtual_core-simd']),
      ],
    ],
  ];
  let over = false;
  for (const [name, goal, ceiling, files] of budgets) {
    const sizes = files.map((file) => [relative(root, file), brotli(file)]);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    over ||= total > ceiling;
    const verdict =
      total > ceiling ? `, OVER the ceiling of ${ceiling / kB} kB` : total > goal ? ', over the goal' : '';
    say(`${name}: ${(total / kB).toFixed(1)} kB, goal ${goal / kB} kB${verdict}`);
    for (const [file, size] of sizes) say(`    ${(size / kB).toFixed(1).padStart(6)} kB  ${file}`);
  }
  if (over) throw new Explained('A package is over its ceiling.');
});
