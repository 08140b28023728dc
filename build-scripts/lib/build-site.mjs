// dist/site: the static site.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LICENCES, licences } from './licences.mjs';
import { root, say } from './run.mjs';

/** Empties `folder` and fills it. */
export default async function buildSite(folder = join(root, 'dist/site')) {
  const { build } = await import('vite');
  await build({
    configFile: fileURLToPath(new URL('../vite.config.mjs', import.meta.url)),
    build: { outDir: folder },
  });
  writeFileSync(join(folder, LICENCES), licences());
  say(`  ${relative(root, folder)}: the pages`);
}
