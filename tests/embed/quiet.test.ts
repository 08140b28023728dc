// What the pages ask of the network and of the reader's browser: nothing of any other host, and nothing kept before use.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Locator, type Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pack } from '../../web/model/state.js';
import { FIRST } from '../../web/pages/teach/own-draft.js';
import { CHROMIUM, inChromium } from './lib/chromium.js';
import { EX } from './lib/exercise.js';
import { dist } from './lib/hosts.js';

const stage = inChromium();
let page: Page;
let asked: string[];
beforeEach(async () => {
  // A context of its own: nothing was kept in it before.
  page = await (await stage.browser.newContext()).newPage();
  asked = [];
  page.on('request', (request) => asked.push(request.url()));
});
afterEach(() => page.context().close());

/** Every page of the built site, by its path. */
const pages = readdirSync(`${dist}site`, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('index.html'))
  .map((path) => path.replaceAll('\\', '/').replace(/index\.html$/, ''));

const elsewhere = (home: string) =>
  asked.filter((url) => !url.startsWith(home) && !/^(blob|data):/.test(url));

/** What the page has put into the browser. */
const kept = () =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookie: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
const NOTHING = { local: {}, session: {}, cookie: '', databases: 0, caches: 0, workers: 0 };

test.each(pages)('site/%s asks no other host for anything, and keeps nothing', async (path) => {
  const settings = path.startsWith('v1/embed/') ? `?load=auto&mode=example&exercise=${pack(FIRST)}` : '';
  await page.goto(`${stage.site.address}${path}${settings}`);
  await page.waitForLoadState('networkidle');
  // To the end, past everything that waits until it is seen.
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      // What is watched for comes into view in one frame, and is heard before the next.
      for (let i = 0; i < 2; i += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    }
  });
  await page.waitForLoadState('networkidle');
  expect(asked.length).toBeGreaterThan(1);
  expect(elsewhere(stage.site.address)).toEqual([]);
  expect(await kept()).toEqual(NOTHING);
  expect(await page.context().cookies()).toEqual([]);
});

test('the element asks only the place that its script came from, and keeps nothing in the page it stands in', async () => {
  const body = `<!doctype html><title>Course</title><link rel="icon" href="data:,">
    <script type="module" src="${stage.site.address}v1/linear-attention.js"></script>
    <linear-attention ex="${EX}" load="auto" mode="example">soon</linear-attention>`;
  const address = stage.host.page('element.html', { body });
  await page.goto(address);
  await page.locator('la-exercise dl.results dd').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.startsWith(stage.site.address)).length).toBeGreaterThan(2);
  expect(elsewhere(stage.site.address)).toEqual([address]);
  expect(await kept()).toEqual(NOTHING);
});

test.each(readdirSync(`${dist}offline`))('the file %s asks for nothing but itself', async (name) => {
  const file = pathToFileURL(`${dist}offline/${name}`).href;
  const settings = name === 'linear-attention.html' ? `&ex=${EX}` : `&exercise=${pack(FIRST)}`;
  await page.goto(`${file}?load=auto&mode=example${settings}`);
  await page.locator('#la-wrapper > :not(#la-notices, #la-static, .la-footer)').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => !/^(blob|data):/.test(url))).toEqual([expect.stringContaining(file)]);
});

test('what was solved is known in the next session, forgotten when the reader says so, and brought back until they go on', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'reader-'));
  const session = async (use: (page: Page) => Promise<void>) => {
    const context = await chromium.launchPersistentContext(profile, CHROMIUM);
    try {
      await use(await context.newPage());
    } finally {
      await context.close();
    }
  };
  const solved = (page: Page) => page.locator(`#exercise-${EX} summary`).getByText('Solved.');
  const solve = async (place: Locator) => {
    const fields = place.locator('la-exercise .inputs la-matrix input');
    await fields.nth(0).fill('1');
    await fields.nth(1).fill('1');
    await fields.nth(1).press('Tab');
    await place.locator('input[value="never"]').check();
    await place.locator('form button[type="submit"]').first().click();
    await place.locator('[data-complete]').waitFor();
  };
  try {
    await session(async (page) => {
      await page.goto(`${stage.site.address}v1/embed/${EX}/?load=auto`);
      await solve(page.locator('body'));
    });
    await session(async (page) => {
      await page.goto(stage.site.address);
      await solved(page).waitFor();
      const forget = page.getByRole('button', { name: 'Forget my progress' });
      const undo = page.getByRole('button', { name: 'Bring my progress back' });
      expect(await undo.isVisible()).toBe(false);
      // The second click has nothing to forget, and takes nothing from what can be brought back.
      await forget.dblclick();
      await solved(page).waitFor({ state: 'detached' });
      await page.getByText('You can undo that until you check an answer.').waitFor();
      await undo.press('Enter');
      await solved(page).waitFor();
      await page.getByText('Your progress is here again.').waitFor();
      expect(await forget.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(await undo.isVisible()).toBe(false);
      await forget.click();
      await undo.waitFor();
      await page.locator(`#exercise-${EX} summary`).click();
      await solve(page.locator(`#exercise-${EX}`));
      await undo.waitFor({ state: 'hidden' });
      await forget.click();
      await solved(page).waitFor({ state: 'detached' });
    });
    await session(async (page) => {
      await page.goto(stage.site.address);
      await page.locator(`#exercise-${EX}`).waitFor();
      expect(await solved(page).count()).toBe(0);
      expect(await page.evaluate('localStorage.length')).toBe(0);
    });
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
});
