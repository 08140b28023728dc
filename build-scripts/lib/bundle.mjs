// One entry, one file: what frames without an origin, single-file pages and other people's sites can load.
import { coreAsText } from './embed-plugins.mjs';
import { root } from './run.mjs';

/**
 * Engines that know light-dark(). Rewritten for older ones, a colour would be settled where the tokens are defined,
 * and a card could not be dark in a light page. Those engines get the light theme, which tokens.css sees to itself.
 */
export const CSS_TARGET = ['chrome123', 'firefox120', 'safari17.5'];

/**
 * The text of the bundle of `entry`. `format` is 'iife' for a classic script, 'es' for a module.
 * The core, the worker and every activity are inside it: nothing is fetched later.
 */
export async function bundle(entry, { format, name = 'linearAttention' }) {
  const { build } = await import('vite');
  const { plugins } = await import('../vite.config.mjs');
  const [result] = [
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [...plugins, coreAsText()],
      worker: { format: 'iife', plugins: () => [coreAsText()] },
      build: {
        write: false,
        target: 'es2022',
        cssTarget: CSS_TARGET,
        modulePreload: false,
        cssCodeSplit: false,
        assetsInlineLimit: Number.POSITIVE_INFINITY,
        lib: { entry, formats: [format], name, fileName: () => 'bundle.js' },
        rollupOptions: { output: { codeSplitting: false } },
        minify: true,
      },
    }),
  ].flat();
  const chunks = result.output.filter(({ type }) => type === 'chunk');
  if (chunks.length !== 1) {
    throw new Error(
      `${entry} became ${chunks.length} files: ${chunks.map(({ fileName }) => fileName).join(', ')}`,
    );
  }
  return chunks[0].code;
}

/** A module of the page's sources, run in Node, with the site's plug-ins. */
export async function load(path) {
  const { runnerImport } = await import('vite');
  const { plugins } = await import('../vite.config.mjs');
  const { module } = await runnerImport(path, { configFile: false, root, logLevel: 'error', plugins });
  return module;
}
