// dist/site/v1: everything that other people's pages load. Addresses below it never change.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { activities } from './activities.mjs';
import { bundle, load } from './bundle.mjs';
import { classicParts, startScript } from './classic-parts.mjs';
import { moduleParts } from './module-parts.mjs';
import { pageStyle } from './page-style.mjs';
import { png } from './png.mjs';
import { root, say } from './run.mjs';
import { hashOf } from './script-hash.mjs';

/** Where the site will stand: oEmbed and Open Graph have no relative addresses. */
const SITE = (process.env.SITE_ADDRESS ?? 'http://127.0.0.1:8080/').replace(/\/?$/, '/');

/** What pages of others load, and what the pages in frames load. */
async function writeScripts(write) {
  for (const [entry, format, path] of [
    ['web/pages/element/anywidget.ts', 'es', 'anywidget.js'],
    ['web/pages/embed/resize-host.ts', 'iife', 'resize.js'],
    ['web/pages/embed-check/main.ts', 'iife', 'embed-check/check.js'],
  ]) {
    const { code, files } = await bundle(entry, format);
    write(path, code);
    for (const [name, bytes] of files) write(join(dirname(path), name), bytes);
  }

  const { parts, files } = await classicParts('web/pages/embed/main.ts', 'activity.js', { hosted: true });
  const atOnce = ['activity.js', ...parts.get('activity.js').needs];
  for (const [name, { code }] of parts) if (!atOnce.includes(name)) write(`embed/${name}`, code);
  const opening = atOnce.map((name) => parts.get(name));
  write('embed/activity.js', await startScript('web/pages/embed/parts-hosted.ts', opening, 'activity.js'));
  // Frames and elements fetch the same data.
  for (const [name, bytes] of [...files, ...(await moduleParts())]) write(name, bytes);
}

/** The page of each activity, with what link previews and oEmbed ask for. `page` gives its HTML. */
async function writeActivities(write, entries, page, { oembed, POSTER, POSTER_SIZE }) {
  const { drawPoster } = await load('web/pages/stills/poster.ts');
  for (const { id, title, summary, still, poster } of entries) {
    const address = new URL(`v1/embed/${id}/`, SITE).href;
    const about = { ex: id, title, summary, still, address, poster: poster.says };
    write(`embed/${id}/index.html`, page(about, '../activity.js'));
    write(`embed/${id}/${POSTER}`, png(drawPoster(poster), POSTER_SIZE.width, POSTER_SIZE.height));
    write(`embed/${id}/oembed.json`, oembed({ title, address }));
  }
}

export default async function buildEmbed(out = join(root, 'dist/site/v1')) {
  const write = (path, content) => {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), content);
  };
  const documents = await load('web/pages/stills/documents.ts');
  const { OWN_PAGE } = await load('web/pages/embed/own-page.ts');
  const entries = await activities();
  const css = await pageStyle();
  const page = (about, src) => {
    const script = { src, hash: hashOf(documents.inlineScript({ src })) };
    return documents.activityDocument({ ...about, css, script });
  };
  await writeScripts(write);
  await writeActivities(write, entries, page, documents);
  write(`embed/${OWN_PAGE.id}/index.html`, page({ ...OWN_PAGE, ex: OWN_PAGE.id }, '../activity.js'));
  const list = {
    ex: '',
    title: 'Linear attention: activities',
    summary: 'Examples and exercises on linear attention, each for a page of its own.',
    still: documents.catalogueList(entries),
  };
  write('embed/index.html', page(list, './activity.js'));
  const check = {
    ex: '',
    title: 'What does this place allow?',
    summary: 'Frame this page where an activity will stand, and read what that place allows.',
    still: '<p>Frame this page where your activity will stand. Each line says what that place allows.</p>',
    asks: true,
  };
  write('embed-check/index.html', page(check, './check.js'));
  say(
    `  ${relative(root, out)}: ${entries.length} activities; public addresses begin with ${SITE} (SITE_ADDRESS)`,
  );
}
