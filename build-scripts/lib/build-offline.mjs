// dist/offline (and dist/site/v1/offline): each activity as one HTML file, and one file with all of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { activities } from './activities.mjs';
import { load } from './bundle.mjs';
import { root, say } from './run.mjs';
import { singleFileWriter } from './single-file.mjs';

export default async function buildOffline() {
  const entries = await activities();
  const page = await singleFileWriter();
  const { catalogueList } = await load('web/pages/embed/documents.ts');
  const { OWN_PAGE } = await load('web/pages/embed/own-page.ts');
  const files = new Map(
    [...entries, OWN_PAGE].map(({ id, title, summary, still }) => [
      `${id}.html`,
      page({ ex: id, title, summary, still }),
    ]),
  );
  files.set(
    'linear-attention.html',
    page({
      ex: '',
      title: 'Linear attention: activities',
      summary: 'Examples and exercises on linear attention, in one file.',
      still: catalogueList(entries),
      everything: true,
    }),
  );
  for (const folder of ['dist/offline', 'dist/site/v1/offline']) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const [name, text] of files) writeFileSync(join(root, folder, name), text);
  }
  say(`  dist/offline: ${files.size} pages`);
}
