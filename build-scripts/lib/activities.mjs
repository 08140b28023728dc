// What the catalogue says of each activity, read once for every package.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { load } from './bundle.mjs';
import { root } from './run.mjs';

let read;

/** id, title, summary, kind, minutes and still (HTML, its numbers computed by the core) of each. */
export function activities() {
  read ??= load('web/pages/embed/stills.ts').then(({ readStills }) =>
    readStills((build) => pathToFileURL(join(root, `build/core/attention-${build}.wasm`))),
  );
  return read;
}
