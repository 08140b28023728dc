// npm start -- --dev: the pages from their sources, and what only a build makes from where it left it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { develop } from '../../build-scripts/lib/develop.mjs';

let site: string;
let server: Awaited<ReturnType<typeof develop>>;
beforeAll(async () => {
  site = mkdtempSync(join(tmpdir(), 'site-'));
  mkdirSync(join(site, 'v1/embed/a'), { recursive: true });
  writeFileSync(join(site, 'v1/embed/a/index.html'), 'an embed page');
  writeFileSync(join(site, 'licences.txt'), 'the licences');
  server = await develop(site, { port: 0 });
}, 60_000);
afterAll(async () => {
  await server?.close();
  rmSync(site, { recursive: true, force: true });
}, 60_000);

const get = async (path: string) => {
  const response = await fetch(server.address + path);
  return { status: response.status, text: await response.text() };
};

test('shows each page from its source', async () => {
  for (const [path, title] of [
    ['', /<title>.*linear attention/],
    ['teach/', /<title>For teachers/],
  ] as const) {
    const { status, text } = await get(path);
    expect(status).toBe(200);
    expect(text).toMatch(title);
    expect(text).toContain('/@vite/client');
  }
});

// The home page stood in the preview of Teach, and its files were "invalid zip data".
test('has what was built, and never the home page in its place', async () => {
  expect(await get('v1/embed/a/?load=auto')).toEqual({ status: 200, text: 'an embed page' });
  expect(await get('licences.txt')).toEqual({ status: 200, text: 'the licences' });
  for (const path of ['v1/scorm/none.zip', 'v1/embed/none/', 'nowhere/', 'nowhere.js'])
    expect((await get(path)).status, path).toBe(404);
});
