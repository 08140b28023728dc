// dist/scorm (and dist/site/v1/scorm): each activity as a SCORM 1.2 and a SCORM 2004 package.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { activities } from './activities.mjs';
import { load } from './bundle.mjs';
import { root, say } from './run.mjs';
import { singleFileWriter } from './single-file.mjs';

/** A fixed date, so that the same sources give the same bytes. */
const DATE = new Date(2020, 0, 1);

export default async function buildScorm() {
  const entries = await activities();
  const page = await singleFileWriter();
  const { manifest } = await load('web/pages/scorm/manifest.ts');
  const folders = ['dist/scorm', 'dist/site/v1/scorm'].map((folder) => join(root, folder));
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  for (const { id, title, summary, still, modules } of entries) {
    const index = strToU8(page({ ex: id, title, summary, still, modules, scorm: true }));
    for (const version of ['1.2', '2004']) {
      const files = { 'imsmanifest.xml': strToU8(manifest({ version, id, title })), 'index.html': index };
      const zip = zipSync(files, { level: 9, mtime: DATE });
      for (const folder of folders) writeFileSync(join(folder, `${id}-${version.replace('.', '')}.zip`), zip);
    }
  }
  say(`  dist/scorm: ${2 * entries.length} packages`);
}
