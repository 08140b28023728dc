// A page that is one file: script, core, style and data inside it, and a policy that lets nothing else run.
import { basename } from 'node:path';
import { load } from './bundle.mjs';
import { classicParts, partsWith, startScript } from './classic-parts.mjs';
import { licences } from './licences.mjs';
import { pageStyle } from './page-style.mjs';
import { hashOf } from './script-hash.mjs';

const ENTRY = 'main.js';
/**
 * Parts that every page carries: all of WebAssembly, because a page cannot fetch what only one of its questions asks for,
 * and the page's own thread where workers are refused.
 */
const ALWAYS = ['core-simd', 'core-scalar', 'core-analysis', 'local-port'];
/** Modules that ask for trained heads. */
const HEAD_READERS = ['la-input', 'la-station-learned-map'];

let ready;

/**
 * Answers a function that writes the page of one activity, of which `modules` are the catalogue's. It carries the trained
 * heads of the short text where the activity can show them. `everything: true` is the page with all activities and all
 * heads.
 */
export async function singleFileWriter() {
  ready ??= prepare();
  return ready;
}

async function prepare() {
  const [{ activityDocument, scriptText }, { parts, files }, css] = await Promise.all([
    load('web/pages/stills/documents.ts'),
    classicParts('web/pages/offline/main.ts', ENTRY, { hosted: false }),
    pageStyle(),
  ]);
  const data = [...files].map(([path, bytes]) => [basename(path), Buffer.from(bytes).toString('base64')]);
  // The file travels alone, and so do the licences of what it carries. A comment may not hold two hyphens.
  const notice = licences().replaceAll('--', '- -');
  const short = new Map(data.filter(([name]) => name.startsWith('short.')));
  const loader = await startScript('web/pages/embed/parts-carried.ts', [], ENTRY);
  const [opening, start] = [
    loader.slice(0, loader.lastIndexOf('\n')),
    loader.slice(loader.lastIndexOf('\n')),
  ];
  return ({ everything = false, modules = [], ...page }) => {
    const carried = everything ? [...parts.values()] : partsWith(parts, ENTRY, [...ALWAYS, ...modules]);
    const code = scriptText([opening, ...carried.map((part) => part.code)].join('\n') + start);
    const showsHeads = carried.some((part) => HEAD_READERS.some((module) => part.modules.has(module)));
    const document = activityDocument({
      ...page,
      css,
      script: { code, hash: hashOf(code) },
      files: everything ? new Map(data) : showsHeads ? short : new Map(),
    });
    return `${document}<!--\n${notice}-->\n`;
  };
}
