// A bundle as classic scripts that load each other: what frames without an origin can load piece by piece, and what
// a page that is one file carries, the pieces it needs and no others. web/pages/embed/parts.ts runs them.
import { basename } from 'node:path';
import { buildForOthers, bundle } from './bundle.mjs';

/** How Rolldown writes `import('./x.js')` in the CommonJS form. */
const LATER = /Promise\.resolve\(\)\.then\(\(\)\s*=>\s*require\((["'`])\.\/([^"'`]+)\1\)\)/g;
const NOW = /\brequire\((["'`])\.\/([^"'`]+)\1\)/g;

/**
 * The chunks of `entry`. `entryName` is the file name of the first; the others get names with a hash. `hosted`: as of
 * buildForOthers. Answers `parts`: file name to {code, modules (source names without folder and extension), needs
 * (transitive, static)}, and `files`: what may be fetched later from data/, path to bytes.
 */
export async function classicParts(entry, entryName, { hosted }) {
  const output = await buildForOthers(entry, {
    place: 'laPlace',
    hosted,
    // Vite's own helper reads import.meta.resolve, which classic scripts have not; nothing here asks it to.
    onLog: (level, log, handle) => log.code !== 'EMPTY_IMPORT_META' && handle(level, log),
    output: { format: 'cjs', entryFileNames: entryName, chunkFileNames: 'part-[name]-[hash].js' },
  });
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((one) => [one.fileName, one]));
  const needs = (name, found = new Set()) => {
    for (const next of chunks.get(name).imports) {
      if (!chunks.has(next) || found.has(next)) continue;
      found.add(next);
      needs(next, found);
    }
    return found;
  };
  const opening = new Set([entryName, ...needs(entryName)]);
  const asPart = (name, code) => {
    const body = code
      .replace(LATER, (_found, _quote, other) => {
        // The entry, with what it needs, is there already wherever something is loaded later.
        const names = [other, ...needs(other)].filter((one) => one === other || !opening.has(one));
        return `laParts.load(${JSON.stringify(names)})`;
      })
      .replace(NOW, (_found, _quote, other) => `require(${JSON.stringify(other)})`);
    return `laParts.part(${JSON.stringify(name)},function(require,exports,laPlace){${body}\n});`;
  };
  const parts = new Map(
    [...chunks].map(([name, { code, moduleIds }]) => [
      name,
      {
        code: asPart(name, code),
        needs: needs(name),
        modules: new Set(
          moduleIds.map((id) =>
            basename(id)
              .replace(/\.\w+$/, '')
              .replace(/^\0?virtual:/, ''),
          ),
        ),
      },
    ]),
  );
  const files = new Map(
    output.filter(({ type }) => type === 'asset').map(({ fileName, source }) => [fileName, source]),
  );
  return { parts, files };
}

/** The text of the script that runs the parts: the loader, the given parts, and the start of the entry. */
export async function startScript(loader, parts, entryName) {
  const { code } = await bundle(loader, 'iife');
  return [
    code,
    ...parts.map(({ code: part }) => part),
    `laParts.require(${JSON.stringify(entryName)});`,
  ].join('\n');
}

/**
 * The parts that hold the named modules and all that these need, the entry among them. A module that is in none, or a
 * name that two have, is a mistake in the catalogue.
 */
export function partsWith(parts, entryName, modules) {
  const wanted = new Set([entryName, ...parts.get(entryName).needs]);
  for (const module of modules) {
    const holders = [...parts].filter(([, part]) => part.modules.has(module));
    if (holders.length !== 1) {
      throw new Error(`The module ${module} is in ${holders.length} parts of ${entryName}; expected one.`);
    }
    const [[name, part]] = holders;
    for (const one of [name, ...part.needs]) wanted.add(one);
  }
  return [...parts].filter(([name]) => wanted.has(name)).map(([, part]) => part);
}
