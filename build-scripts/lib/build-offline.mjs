// dist/offline: each activity as one HTML file, and one file with all of them, which dist/site/v1/offline has too.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { activities } from './activities.mjs';
import { load } from './bundle.mjs';
import { root, say } from './run.mjs';
import { singleFileWriter } from './single-file.mjs';

const ALL = 'linear-attention.html';

export default async function buildOffline() {
  const entries = await activities();
  const page = await singleFileWriter();
  const { catalogueList } = await load('web/pages/stills/documents.ts');
  const { OWN_PAGE } = await load('web/pages/embed/own-page.ts');
  const files = new Map(
    [...entries, OWN_PAGE].map(({ id, title, summary, still, modules }) => [
      `${id}.html`,
      page({ ex: id, title, summary, still, modules }),
    ]),
  );
  files.set(
    ALL,
    page({
      ex: '',
      title: 'Linear attention: activities',
      summary: 'Examples and exercises on linear attention, in one file.',
      still: catalogueList(entries),
      everything: true,
    }),
  );
  const write = (folder, names) => {
    mkdirSync(join(root, folder), { recursive: true });
    for (const name of names) writeFileSync(join(root, folder, name), files.get(name));
  };
  write('dist/offline', files.keys());
  // The site has the file of each activity in its packages already.
  write('dist/site/v1/offline', [ALL, `${OWN_PAGE.id}.html`]);
  say(`  dist/offline: ${files.size} pages`);
}
