// dist/lib: the public module as one ES module, its types, and the wasm files beside it.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './run.mjs';

/**
 * The comment that keeps our own build from taking the .wasm files in would keep those of others from finding them, and
 * no minifier takes it out.
 */
const bundlersWelcome = {
  name: 'bundlers-welcome',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/\s*\/\* @vite-ignore \*\/\s*/g, '');
    }
  },
};

export default async function buildLib() {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir: 'dist/lib',
      emptyOutDir: true,
      target: 'es2022',
      lib: { entry: 'web/engine/attention.ts', formats: ['es'], fileName: () => 'attention.js' },
      // Vite itself would leave white space in a library.
      rolldownOptions: { output: { minify: true } },
    },
    plugins: [bundlersWelcome],
  });
  const out = join(root, 'dist/lib');
  mkdirSync(out, { recursive: true });
  for (const name of ['simd', 'scalar', 'analysis'])
    copyFileSync(join(root, `build/core/attention-${name}.wasm`), join(out, `attention-${name}.wasm`));
  copyFileSync(join(root, 'web/engine/types.ts'), join(out, 'attention.d.ts'));
  for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(root, name), join(out, name));
  say('  dist/lib: attention.js, attention.d.ts, three .wasm files');
}
