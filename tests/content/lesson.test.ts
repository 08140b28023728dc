// The walk as a text: every statement has its place, every term its meaning, and sentences stay short.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderInline, renderMarkdown } from '../../build-scripts/lib/prose.mjs';
import { terms } from '../../web/lessons/glossary/terms.js';
import { statements } from '../../web/lessons/statements.js';
import { formatCount } from '../../web/model/format-number.js';
import { entry } from '../../web/pages/catalogue.js';
import { fillPage, type Kitchen, stationTexts } from '../../web/pages/site/static-html.js';
import { countsAt, SIZE, START } from '../../web/widgets/opening-model.js';
import { engineHere } from './engine.js';

const lessons = new URL('../../web/lessons/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, lessons), 'utf8');
const kitchen: Kitchen = { read, markdown: renderMarkdown, inline: renderInline };
const template = (path: string) =>
  readFileSync(new URL(`../../web/pages/${path}index.html`, import.meta.url), 'utf8');

const stationFiles = readdirSync(new URL('stations/', lessons)).map((file) => `stations/${file}`);
const texts = ['intro.md', 'play.md', 'about.md', ...stationFiles];
/** What a reader reads: no headings, tables, tags, link targets or formulas (each of which is one word). */
function sentencesOf(markdown: string): string[] {
  return markdown
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split('\n')
    .filter((line) => !/^\s*(#|\||<)/.test(line))
    .join('\n')
    .replaceAll(/\$\$[\s\S]*?\$\$/g, '')
    .replaceAll(/\$[^$]*\$/g, 'x')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`]/g, '')
    .split(/\n\s*\n|\n\s*- |(?<=[.?:])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}{2,}/u.test(sentence));
}

const words = (sentence: string) => sentence.split(/\s+/).length;

describe('sentences', () => {
  test.each(texts)('%s: under 25 words on average, none above 40', (file) => {
    const lengths = sentencesOf(read(file)).map(words);
    expect(lengths.length).toBeGreaterThan(0);
    expect(lengths.reduce((sum, length) => sum + length, 0) / lengths.length).toBeLessThan(25);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(40);
  });

  test.each(texts)('%s: none of the words that belittle', (file) => {
    expect(read(file)).not.toMatch(/\b(simply|just|obviously|of course|easy|easily)\b/i);
    expect(sentencesOf(read(file)).join(' ')).not.toContain('!');
  });

  test('of the statements are as short', () => {
    const lengths = statements
      .flatMap(({ lesson, exact }) => [lesson, exact].flatMap(sentencesOf))
      .map(words);
    expect(lengths.reduce((sum, length) => sum + length, 0) / lengths.length).toBeLessThan(25);
  });
});

describe('terms', () => {
  const marked = texts.flatMap((file) =>
    [...read(file).matchAll(/\]\(term:([^)]+)\)/g)].map(([, key]) => decodeURIComponent(key!)),
  );

  test('that the text marks are all explained', () => {
    expect([...new Set(marked)].filter((key) => terms[key] === undefined)).toEqual([]);
  });

  test('that are explained are all marked somewhere', () => {
    expect(Object.keys(terms).filter((key) => !marked.includes(key))).toEqual([]);
  });

  test('are explained in short sentences', () => {
    for (const { means } of Object.values(terms)) {
      for (const sentence of sentencesOf(means)) expect(words(sentence)).toBeLessThanOrEqual(25);
    }
  });
});

test('the opening’s worked example has the core’s counts', async () => {
  const { n, softmax, linear } = await countsAt(engineHere(), START);
  const example = /Worked example.*$/m.exec(read('intro.md'))![0];
  const numbers = example.match(/\d[\d,]*\d/g)!.filter((number) => number !== String(SIZE));
  expect(numbers).toEqual([n, softmax, linear, softmax / linear].map(formatCount));
});

describe('the walk', () => {
  const page = fillPage(template(''), '', kitchen, { policy: true });

  test('has nine stations in order', () => {
    expect(stationTexts(kitchen).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (let n = 1; n <= 9; ++n) expect(page).toContain(`id="station-${n}"`);
  });

  test('places every statement once, in its own station', () => {
    for (const { id, station } of statements) {
      expect(page.split(`id="statement-${id}"`).length).toBe(2);
      const from = page.indexOf(`id="station-${station}"`);
      const to = page.indexOf(`id="station-${station + 1}"`);
      const at = page.indexOf(`id="statement-${id}"`);
      expect(at).toBeGreaterThan(from);
      if (to !== -1) expect(at).toBeLessThan(to);
    }
  });

  test('has an activity for every figure, and a worked example in it before any script runs', () => {
    const figures = [...page.matchAll(/<div class="figure wide" data-activity="([^"]+)">([\s\S]*?)<\/div>/g)];
    expect(figures.length).toBeGreaterThanOrEqual(12);
    for (const [, id, still] of figures) {
      expect(entry(id!), id).toBeDefined();
      expect(still).toContain('Worked example');
    }
  });

  test('leaves no mark unfilled and no formula unread', () => {
    for (const path of ['', 'play/', 'about/']) {
      const filled = fillPage(template(path), path.replace('/', ''), kitchen, { policy: true });
      expect(filled).not.toMatch(/<!-- [a-z]+ -->/);
      expect(filled.replaceAll(/<annotation[\s\S]*?<\/annotation>/g, '')).not.toMatch(/\$[^$<]{1,80}\$/);
    }
  });

  test('allows no script but its own, and addresses nothing absolutely', () => {
    expect(page).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(page).not.toMatch(/ (src|href)="\//);
    expect(page).not.toMatch(/<script(?![^>]* src=)/);
    expect(page).not.toMatch(/ on[a-z]+="/);
  });
});
