// What bundles that must be one file need beyond the site's plug-ins.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { root } from './run.mjs';

const NAME = 'virtual:core-wasm';

/**
 * `import { simd, scalar } from 'virtual:core-wasm'`: both builds of the core, deflated, as base64 text. Deflated, they
 * are a third of the size in a file that nobody compresses on its way, and no larger in one that is.
 */
export function coreAsText() {
  return {
    name: 'core-as-text',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      return ['simd', 'scalar']
        .map((build) => {
          const bytes = readFileSync(join(root, `build/core/attention-${build}.wasm`));
          return `export const ${build} = '${deflateRawSync(bytes, { level: 9 }).toString('base64')}';`;
        })
        .join('\n');
    },
  };
}
