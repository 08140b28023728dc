// What bundles that fetch nothing need beyond the site's plug-ins.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { root } from './run.mjs';

const NAME = /^virtual:core-(simd|scalar|analysis)$/;

/**
 * `import text from 'virtual:core-simd'`, -scalar or -analysis: one of the wasm files, deflated, as base64 text. Deflated, it is a
 * third of the size in a file that nobody compresses on its way, and no larger in one that is.
 */
export function coreAsText() {
  return {
    name: 'core-as-text',
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : null),
    load(id) {
      const name = NAME.exec(id.slice(1))?.[1];
      if (!id.startsWith('\0') || name === undefined) return null;
      const bytes = readFileSync(join(root, `build/core/attention-${name}.wasm`));
      return `export default '${deflateRawSync(bytes, { level: 9 }).toString('base64')}';`;
    },
  };
}
