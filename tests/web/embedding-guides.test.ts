// The guides say what /teach/ says: each platform has one, with the blocks it shows, to the letter.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commonParameters } from '../../web/model/common-parameters.js';
import { print, urlKey } from '../../web/model/parameters.js';
import { type Embedded, platforms } from '../../web/pages/teach/snippets.js';

const folder = new URL('../../docs/embedding/', import.meta.url);
const guide = (name: string) => readFileSync(new URL(name, folder), 'utf8');

/** What the guides' snippets stand for. */
const example: Embedded = {
  base: 'https://example.org/linear-attention/v1/',
  ex: 'vanishing-denominator',
  title: 'Make a denominator vanish',
  query: '',
  height: 520,
};

test.each(platforms.map((platform) => [platform.id, platform] as const))(
  '%s has a guide with its blocks, and says how far it was tried',
  (id, platform) => {
    const text = guide(`${id}.md`);
    for (const block of platform.blocks(example)) expect(text).toContain(`\n${block.text}\n`);
    expect(text).toMatch(/## How far this was tried\n\n(Tried|Not tried) /);
    expect(guide('README.md')).toContain(`(${id}.md)`);
  },
);

test('the table of settings has every common parameter with its default and its sentence', () => {
  const rows = guide('README.md').split('\n');
  for (const parameter of commonParameters) {
    const row = rows.find((line) => line.startsWith(`| \`${urlKey(parameter)}\``));
    expect(row, parameter.name).toBeDefined();
    expect(row).toContain(`| ${print(parameter.default) || '–'} `);
    expect(row).toContain(parameter.about);
    if (parameter.kind === 'choice') for (const { value } of parameter.choices) expect(row).toContain(value);
  }
});

test('links between guides lead somewhere', () => {
  for (const name of readdirSync(folder)) {
    for (const [, target] of guide(name).matchAll(/\]\(([^)#]+\.md)\)/g)) {
      expect(existsSync(new URL(target!, new URL(name, folder))), `${name}: ${target}`).toBe(true);
    }
  }
});

test.each([
  'docs/embedding/element.md',
  'build-scripts/package/README.md',
  'build-scripts/package/linear-attention.d.ts',
])('%s names each event of the element', (path) => {
  const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const [, events] = /interface ActivityEvents \{(.*?)\n\}/s.exec(read('web/widgets/activity.ts'))!;
  const names = [...events!.matchAll(/'(la-[a-z]+)':/g)].map(([, name]) => name!);
  expect(names).toContain('la-complete');
  for (const name of names) expect(read(path)).toContain(name);
});
