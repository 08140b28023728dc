// What the catalogue says of each activity, read once for every package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { load } from './bundle.mjs';
import { root } from './run.mjs';

const HEADS = join(root, 'web/lessons/data/attention-heads');

/** The trained heads that stand in a worked example, by the names under which pages fetch them. */
function heads() {
  const names = ['short.json', 'short.qkv.safetensors'];
  return new Map(names.map((name) => [name, () => new Uint8Array(readFileSync(join(HEADS, name)))]));
}

let read;

/** id, title, summary, kind, minutes and still (HTML, its numbers computed by the core) of each. */
export function activities() {
  read ??= load('web/pages/stills/stills.ts').then(({ readStills }) =>
    readStills((name) => pathToFileURL(join(root, `build/core/attention-${name}.wasm`)), heads()),
  );
  return read;
}
