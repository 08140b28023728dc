// What only a driver that sees into the frames can tell of an exercise in somebody's course: where its progress is kept,
// its own address, and how it looks where the system chooses the colours.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CHROMIUM, inChromium } from './lib/chromium.js';
import { CHANGED, EX } from './lib/exercise.js';
import { startHost } from './lib/hosts.js';
import { frame } from './lib/suite.js';

const stage = inChromium();
const address = (query = '') => `${stage.site.address}v1/embed/${EX}/?load=auto${query}`;
const course = (query?: string) => ({
  body: `<!doctype html><title>Course</title>${frame(address(query), 'width="700" height="900"')}`,
});
const stored = (page: Page) => page.frames()[1]!.evaluate(() => ({ ...localStorage }));

/** What a Chromium that has just started prints about itself. */
function debuggingAddress(running: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    running.once('exit', () => reject(new Error(`Chromium ended: ${printed}`)));
    running.stderr!.on('data', (text) => {
      printed += text;
      const found = /DevTools listening on (ws:\S+)/.exec(printed);
      if (found !== null) resolve(found[1]!);
    });
  });
}

test('the same exercise in two courses keeps two records, which know nothing of each other', async () => {
  const other = await startHost('course.localhost');
  // Private windows, and some builds of Chromium, let no frame of another site keep anything.
  const profile = mkdtempSync(join(tmpdir(), 'reader-'));
  mkdirSync(join(profile, 'Default'));
  const allows = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(allows));
  // Started by hand: Playwright's own switches put one storage in place of one a course.
  const running = spawn(CHROMIUM.executablePath, [
    ...CHROMIUM.args,
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ]);
  try {
    const browser = await chromium.connectOverCDP(await debuggingAddress(running));
    const page = await browser.contexts()[0]!.newPage();
    await page.goto(stage.host.page('course', course()));
    const inside = page.frameLocator('iframe');
    await inside.locator('[data-question="elu"] input[value="never"]').check();
    await inside.locator('[data-action="run"]').click();
    await inside.locator('[data-question="elu"][data-verdict="right"]').waitFor();
    expect(Object.values(await stored(page)).join()).toContain(EX);
    await page.goto(other.page('course', course()));
    await inside.locator('[data-action="run"]').waitFor();
    expect(await stored(page)).toEqual({});
    // Back in the first course it is all there.
    await page.goto(stage.host.page('course', course()));
    await inside.locator('[data-action="run"]').waitFor();
    expect(Object.values(await stored(page)).join()).toContain(EX);
  } finally {
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill();
    await ended;
    await other.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('framed, it leaves its own address alone; in a window of its own, the address holds the state', async () => {
  const page = await stage.browser.newPage();
  await page.goto(stage.host.page('address', course('&mode=example')));
  const inside = page.frames()[1]!;
  await inside.locator('la-exercise dl.results dd').first().waitFor();
  const change = (s: string) =>
    (document.querySelector('la-exercise') as unknown as { setState(s: string): void }).setState(s);
  await inside.evaluate(change, CHANGED);
  await inside.locator('la-exercise dl.results dd', { hasText: /^1$/ }).first().waitFor();
  const top = await stage.browser.newPage();
  await top.goto(address('&mode=example'));
  await top.locator('la-exercise').waitFor();
  await top.evaluate(change, CHANGED);
  await expect.poll(() => top.url()).toContain('#s=1.');
  // By then the framed one would have done the same, had it meant to.
  expect(inside.url()).toBe(address('&mode=example'));
  await Promise.all([page.close(), top.close()]);
});

test('in the colours of the system, every field and button has an edge', async () => {
  const page = await stage.browser.newPage({ forcedColors: 'active' });
  await page.goto(stage.host.page('forced', course()));
  const inside = page.frameLocator('iframe');
  await inside.locator('[data-action="run"]').waitFor();
  expect(await inside.locator('body').evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(
    true,
  );
  const controls = inside.locator(
    'la-exercise button, la-exercise input:not([type="radio"], [type="checkbox"])',
  );
  const edges = await controls.evaluateAll((all) =>
    all.map((one) => {
      const { borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(one);
      return { name: one.outerHTML.slice(0, 80), borderTopStyle, seen: borderTopColor !== backgroundColor };
    }),
  );
  expect(edges.length).toBeGreaterThan(2);
  expect(edges.filter(({ borderTopStyle, seen }) => borderTopStyle === 'none' || !seen)).toEqual([]);
  await page.close();
});
