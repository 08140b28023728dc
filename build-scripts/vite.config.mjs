// The site: one HTML entry a page, everything addressed relatively so that it runs below any path.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { CSS_TARGET } from './lib/css-target.mjs';
import { prose } from './lib/prose.mjs';
import { staticHtml } from './lib/static-html-plugin.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
export const pages = join(root, 'web/pages');

/** Folders of web/pages that are pages of the site; `gallery` is for development alone. */
function siteEntries() {
  const folders = readdirSync(pages, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'gallery',
  );
  const files = ['index.html', ...folders.map(({ name }) => `${name}/index.html`)];
  return Object.fromEntries(
    files
      .filter((file) => existsSync(join(pages, file)))
      .map((file) => [file.replace(/\/?index\.html$/, '') || 'home', join(pages, file)]),
  );
}

/** Shared by the site, the packages and the tests. */
export const plugins = [prose()];

export default defineConfig(({ command }) => ({
  root: pages,
  plugins: [...plugins, staticHtml(pages)],
  base: './',
  logLevel: command === 'build' ? 'error' : 'info',
  server: { fs: { allow: [root] }, port: 5173 },
  build: {
    outDir: join(root, 'dist/site'),
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: CSS_TARGET,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: siteEntries() },
  },
  worker: { format: 'es' },
}));
