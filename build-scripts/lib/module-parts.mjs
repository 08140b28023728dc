// The element as ES modules: /v1/linear-attention.js, and the parts that it imports when an activity needs them.

import { CSS_TARGET } from './bundle.mjs';
import { coreAsText } from './embed-plugins.mjs';
import { root } from './run.mjs';

/** Path below /v1/ to text or bytes. */
export async function moduleParts() {
  const { build } = await import('vite');
  const { plugins } = await import('../vite.config.mjs');
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    base: './',
    plugins: [...plugins, coreAsText()],
    worker: { format: 'iife', plugins: () => [coreAsText()] },
    experimental: { renderBuiltUrl: () => ({ relative: true }) },
    build: {
      write: false,
      target: 'es2022',
      cssTarget: CSS_TARGET,
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      rollupOptions: {
        input: 'web/pages/element/linear-attention.ts',
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'parts/[name]-[hash].js',
          assetFileNames: 'data/[name][extname]',
        },
      },
      minify: true,
    },
  });
  const { output } = [result].flat()[0];
  return output.map((one) => [one.fileName, one.type === 'chunk' ? one.code : one.source]);
}
