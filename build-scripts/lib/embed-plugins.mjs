// What bundles that fetch nothing need beyond the site's plug-ins.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { root } from './run.mjs';

const NAME = /^\0virtual:core-(simd|scalar|analysis)$/;

/**
 * `import text from 'virtual:core-simd'`, -scalar or -analysis: one of the wasm files as text, and 'virtual:core-reader' with
 * `bytesOfCore`, which reads it. `lettersOf` (web/model/letters.ts) makes the text of scripts that a server compresses.
 * Without it the file is deflated, and base64: for pages that travel as they are.
 */
export function coreAsText(lettersOf) {
  const textOf = lettersOf ?? ((bytes) => deflateRawSync(bytes, { level: 9 }).toString('base64'));
  const reader = lettersOf ? 'letters-text.ts' : 'deflated-text.ts';
  return {
    name: 'core-as-text',
    resolveId(id) {
      if (id === 'virtual:core-reader') return join(root, 'web/pages/embed', reader);
      return NAME.test(`\0${id}`) ? `\0${id}` : null;
    },
    load(id) {
      const name = NAME.exec(id)?.[1];
      if (name === undefined) return null;
      const bytes = readFileSync(join(root, `build/core/attention-${name}.wasm`));
      return `export default ${JSON.stringify(textOf(bytes))};`;
    },
  };
}
