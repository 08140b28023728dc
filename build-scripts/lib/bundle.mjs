// One entry, one file: what frames without an origin, single-file pages and other people's sites can load.
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CSS_TARGET } from './css-target.mjs';
import { coreAsText } from './embed-plugins.mjs';
import { root } from './run.mjs';

/**
 * What Rolldown makes of `entry` for other people's pages, with the core and the worker inside. `place` names the variable
 * that stands for import.meta.url in scripts that have none; null in modules, and where nobody asks. `hosted`: the files
 * stand on a server, which compresses them.
 */
export async function buildForOthers(entry, { place, hosted = false, output, ...options }) {
  const { build } = await import('vite');
  const { plugins } = await import('../vite.config.mjs');
  const lettersOf = hosted ? (await load('web/model/letters.ts')).lettersOf : undefined;
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    base: './',
    plugins: [...plugins, coreAsText(lettersOf)],
    ...(place !== null && { define: { 'import.meta.url': place } }),
    worker: { format: 'iife' },
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
 * `format` is 'es' for a module, in which the core, the worker and every activity are, or 'iife' for a classic script,
 * which does not know where it lies: one that asks for its address, or for a file, is refused.
 */
export async function bundle(entry, format) {
  const classic = format === 'iife';
  const output = await buildForOthers(entry, {
    place: null,
    onLog: (level, log, handle) => {
      if (log.code === 'EMPTY_IMPORT_META') throw new Error(`${entry}: ${log.message}`);
      handle(level, log);
    },
    output: { format, name: 'linearAttention', codeSplitting: false, entryFileNames: 'bundle.js' },
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
  if (classic && files.length > 0)
    throw new Error(`${entry} needs ${files.map(([name]) => name).join(', ')}`);
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
