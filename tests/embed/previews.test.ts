// What a platform reads when somebody pastes the bare address of an activity: oEmbed, Open Graph, and the picture.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogue } from '../../web/pages/catalogue.js';
import { built, dist } from './lib/hosts.js';
import { readPng } from './lib/png.js';

/** As an HTML reader undoes it. */
const plain = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** The values of a page's meta elements, by property or name. */
function metaOf(page: string): Map<string, string> {
  const metas = page.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g);
  return new Map([...metas].map(([, key, content]) => [key!, plain(content!)]));
}

test.each(catalogue.map((row) => [row.id, row] as const))('%s', (id, { title, summary }) => {
  const folder = `site/v1/embed/${id}/`;
  const page = built(`${folder}index.html`);
  const canonical = plain(/<link rel="canonical" href="([^"]+)">/.exec(page)![1]!);
  const { pathname } = new URL(canonical);
  expect(pathname.endsWith(`/v1/embed/${id}/`)).toBe(true);

  const meta = metaOf(page);
  expect(meta.get('og:title')).toBe(title);
  expect(meta.get('og:description')).toBe(summary);
  expect(meta.get('og:url')).toBe(canonical);
  expect(meta.get('og:type')).toBe('website');
  expect(meta.get('og:image')).toBe(`${canonical}poster.png`);
  expect(meta.get('og:image:alt')!.length).toBeGreaterThan(20);

  const [, href] = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(page)!;
  const oembed = JSON.parse(built(folder + href));
  expect(oembed).toMatchObject({
    version: '1.0',
    type: 'rich',
    title,
    provider_url: new URL('../../../', canonical).href,
    thumbnail_url: meta.get('og:image'),
  });
  // The reply's own width and height are those of the frame in its HTML, and that is one frame of this address.
  const frame = /^<iframe ([^>]*)><\/iframe>$/.exec(oembed.html)![1]!;
  const attribute = (name: string) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(frame)![1]!);
  expect(attribute('src')).toBe(canonical);
  expect(attribute('title')).toBe(title);
  expect([Number(attribute('width')), Number(attribute('height'))]).toEqual([oembed.width, oembed.height]);
  expect(oembed.width).toBeGreaterThan(300);
  expect(oembed.height).toBeGreaterThan(200);

  // A picture of the size that is said, on paper, with numbers of different sizes on it.
  const picture = readPng(readFileSync(`${dist}${folder}poster.png`));
  const size = [picture.width, picture.height];
  expect(size).toEqual([Number(meta.get('og:image:width')), Number(meta.get('og:image:height'))]);
  expect(size).toEqual([oembed.thumbnail_width, oembed.thumbnail_height]);
  const colours = new Set<string>();
  for (let y = 0; y < picture.height; y += 6) {
    for (let x = 0; x < picture.width; x += 6) colours.add(String(picture.at(x, y)));
  }
  expect(colours.size).toBeGreaterThanOrEqual(3);
});

test('pages that stand for no one activity promise no preview of one', () => {
  for (const path of ['own', '']) {
    const page = built(`site/v1/embed/${path}${path && '/'}index.html`);
    expect(metaOf(page).get('og:image')).toBeUndefined();
    expect(page).not.toContain('json+oembed');
    expect(existsSync(`${dist}site/v1/embed/${path}${path && '/'}poster.png`)).toBe(false);
  }
});
