// A Vite plugin: fills the marked places of a page with the lesson's text, rendered by web/pages/site/static-html.ts.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { runnerImport } from 'vite';
import { renderInline, renderMarkdown } from './prose.mjs';

/** `pages` is Vite's root, web/pages; the lessons lie beside it. */
export function staticHtml(pages) {
  const lessons = join(pages, '../lessons');
  const source = join(pages, 'site/static-html.ts');
  const used = new Set();
  let serving = false;
  const read = (path) => {
    used.add(join(lessons, path));
    return readFileSync(join(lessons, path), 'utf8');
  };
  const kitchen = { read, markdown: renderMarkdown, inline: renderInline };
  return {
    name: 'static-html',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    configureServer(server) {
      server.watcher.on('change', (file) => {
        if (used.has(file)) server.ws.send({ type: 'full-reload' });
      });
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        const folder = relative(pages, dirname(filename)).split(sep).join('/');
        const { module } = await runnerImport(source);
        // The development server puts styles into the page itself, which the strict policy would refuse.
        return module.fillPage(html, folder, kitchen, { policy: !serving });
      },
    },
  };
}
