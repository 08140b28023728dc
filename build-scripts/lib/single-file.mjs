// A page that is one file: script, core and style inside it, and a policy that lets nothing else run.
import { createHash } from 'node:crypto';
import { bundle, load } from './bundle.mjs';
import { pageStyle } from './page-style.mjs';

let parts;

/** Answers a function that writes the page of one activity. */
export async function singleFileWriter() {
  parts ??= Promise.all([
    load('/web/pages/embed/documents.ts'),
    bundle('web/pages/offline/main.ts', { format: 'iife' }),
    pageStyle(),
  ]);
  const [{ activityDocument, scriptText }, bundled, css] = await parts;
  const code = scriptText(bundled);
  const hash = `sha256-${createHash('sha256').update(code).digest('base64')}`;
  return (page) => activityDocument({ ...page, css, script: { code, hash } });
}
