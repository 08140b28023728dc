// A page that is one file: script, core, style and data inside it, and a policy that lets nothing else run.
import { basename } from 'node:path';
import { bundle, load } from './bundle.mjs';
import { pageStyle } from './page-style.mjs';
import { hashOf } from './script-hash.mjs';

let parts;

/**
 * Answers a function that writes the page of one activity. It carries the trained heads of the short text;
 * `everything: true` adds the longer ones, fourteen times the size.
 */
export async function singleFileWriter() {
  parts ??= Promise.all([
    load('web/pages/embed/documents.ts'),
    bundle('web/pages/offline/main.ts', 'iife'),
    pageStyle(),
  ]);
  const [{ activityDocument, scriptText }, { code: bundled, files }, css] = await parts;
  const code = scriptText(bundled);
  const hash = hashOf(code);
  const data = [...files].map(([path, bytes]) => [basename(path), Buffer.from(bytes).toString('base64')]);
  const few = new Map(data.filter(([name]) => name.startsWith('short.')));
  const all = new Map(data);
  return ({ everything = false, ...page }) =>
    activityDocument({ ...page, css, script: { code, hash }, files: everything ? all : few });
}
