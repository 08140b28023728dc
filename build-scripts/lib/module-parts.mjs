// The element as ES modules: /v1/linear-attention.js, and the parts that it imports when an activity needs them.
import { buildForOthers } from './bundle.mjs';

/** Path below /v1/ to text or bytes. */
export async function moduleParts() {
  const output = await buildForOthers('web/pages/element/linear-attention.ts', {
    place: null,
    hosted: true,
    output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
  });
  return output.map((one) => [one.fileName, one.type === 'chunk' ? one.code : one.source]);
}
