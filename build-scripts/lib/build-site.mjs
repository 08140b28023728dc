// dist/site: the static site.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LICENCES, licences } from './licences.mjs';
import { root, say } from './run.mjs';

export default async function buildSite() {
  const { build } = await import('vite');
  await build({ configFile: fileURLToPath(new URL('../vite.config.mjs', import.meta.url)) });
  writeFileSync(join(root, 'dist/site', LICENCES), licences());
  say('  dist/site: the pages');
}
