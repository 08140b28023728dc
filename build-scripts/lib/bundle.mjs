// One entry, one file: what frames without an origin, single-file pages and other people's sites can load.
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { coreAsText } from './embed-plugins.mjs';
import { root } from './run.mjs';

/**
 * Engines that know light-dark(). Rewritten for older ones, a colour would be settled where the tokens are defined,
 * and a card could not be dark in a light page. Those engines get the light theme, which tokens.css sees to itself.
 */
export const CSS_TARGET = ['chrome123', 'firefox120', 'safari17.5'];

/**
 * A classic script knows its own address only while it runs first; files beside it are found from there. The address of
 * a page made from a blob is no base for any other: such a page carries its files, and only their names count.
 */
const OWN_ADDRESS = `
var laScript = typeof document === 'undefined' ? '' : document.currentScript?.src || document.baseURI;
try { new URL('.', laScript); } catch { laScript = 'file:///'; }
`;

/**
 * What Rolldown makes of `entry` for other people's pages, with the core and the worker inside. `place` names the variable
 * that stands for import.meta.url in scripts that have none; null in modules.
 */
export async function buildForOthers(entry, { place, output, ...options }) {
  const { build } = await import('vite');
  const { plugins } = await import('../vite.config.mjs');
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    base: './',
    plugins: [...plugins, coreAsText()],
    ...(place !== null && { define: { 'import.meta.url': place } }),
    worker: { format: 'iife', plugins: () => [coreAsText()] },
    experimental: {
      renderBuiltUrl: (file, { hostType }) =>
        hostType === 'js' && place !== null
          ? { runtime: `new URL(${JSON.stringify(file)}, ${place}).href` }
          : { relative: true },
    },
    build: {
      write: false,
      target: 'es2022',
      cssTarget: CSS_TARGET,
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      rollupOptions: {
        ...options,
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { assetFileNames: 'data/[name][extname]', ...output },
      },
      minify: true,
    },
  });
  return [result].flat()[0].output;
}

/**
 * The bundle of `entry`: its text, and the files it may fetch later from `data/` beside it (name to bytes).
 * `format` is 'iife' for a classic script, 'es' for a module. The core, the worker and every activity are inside.
 */
export async function bundle(entry, format) {
  const classic = format === 'iife';
  const output = await buildForOthers(entry, {
    place: classic ? 'laScript' : null,
    output: {
      format,
      name: 'linearAttention',
      codeSplitting: false,
      entryFileNames: 'bundle.js',
      ...(classic && { intro: OWN_ADDRESS }),
    },
  });
  const chunks = output.filter(({ type }) => type === 'chunk');
  if (chunks.length !== 1) {
    throw new Error(
      `${entry} became ${chunks.length} files: ${chunks.map(({ fileName }) => fileName).join(', ')}`,
    );
  }
  const files = output
    .filter(({ type }) => type === 'asset')
    .map(({ fileName, source }) => [fileName, source]);
  return { code: chunks[0].code, files: new Map(files) };
}

/** A module of the page's sources, made one file for Node in build/node and imported. */
export async function load(entry) {
  const { build } = await import('vite');
  const { plugins } = await import('../vite.config.mjs');
  const outDir = join(root, 'build/node', basename(entry, '.ts'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins,
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      minify: false,
      rollupOptions: { output: { codeSplitting: false, entryFileNames: 'module.mjs' } },
    },
  });
  return import(pathToFileURL(join(outDir, 'module.mjs')).href);
}
