// dist/site: the static site.
import { fileURLToPath } from 'node:url';
import { say } from './run.mjs';

export default async function buildSite() {
  const { build } = await import('vite');
  await build({ configFile: fileURLToPath(new URL('../vite.config.mjs', import.meta.url)) });
  say('  dist/site: the pages');
}
