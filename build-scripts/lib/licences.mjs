// The licences of all that reaches a reader, as one text: whoever passes a build on has to pass them on as well.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** The packages that web/ imports; what they import themselves is found. A test compares this list with the sources. */
export const BUNDLED = ['lit', 'd3-scale', 'd3-shape', 'fflate'];

/** Types, and what Lit takes in place of a browser. */
const NOT_IN_PAGES = /^@types\/|^@lit-labs\/ssr-dom-shim$/;

export const LICENCES = 'licences.txt';

const SAMPLES = 'web/lessons/data/attention-heads';

const read = (path) => readFileSync(join(root, path), 'utf8').trim();

function withDependencies(names, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    const { dependencies = {} } = JSON.parse(read(`node_modules/${name}/package.json`));
    withDependencies(
      Object.keys(dependencies).filter((one) => !NOT_IN_PAGES.test(one)),
      found,
    );
  }
  return [...found].sort();
}

/** NOTICE, our own licence, origin and licence of the trained heads, and each text of the bundled packages once. */
export function licences() {
  const packages = new Map();
  for (const name of withDependencies(BUNDLED)) {
    const text = read(`node_modules/${name}/LICENSE`);
    packages.set(text, [...(packages.get(text) ?? []), name]);
  }
  return `${[
    read('NOTICE'),
    read('LICENSE'),
    `Sample data\n\n${read(`${SAMPLES}/NOTICE`)}\n\n${read(`${SAMPLES}/LICENSE`)}`,
    ...[...packages].map(([text, names]) => `${names.join(', ')}\n\n${text}`),
  ].join(`\n\n${'='.repeat(80)}\n\n`)}\n`;
}
