// A link to a station has to land on it, whatever grows above while the page loads.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useSite } from './harness.js';

const site = useSite();

/** Where the station begins in the window, once every figure near it has started and stopped growing. */
async function settledTop(page: Page, station: number): Promise<number> {
  await page.locator(`#station-${station} .figure[data-started]`).first().waitFor();
  let last = Number.NaN;
  await expect
    .poll(
      async () => {
        const before = last;
        last = await page.evaluate(() => document.documentElement.scrollHeight);
        return last === before;
      },
      { interval: 600, timeout: 20_000 },
    )
    .toBe(true);
  return page.locator(`#station-${station}`).evaluate((one) => one.getBoundingClientRect().top);
}

/** Below the bar of stations: walk.css keeps 64 px for it. */
const TOP = 64;
const within = (top: number) => Math.abs(top - TOP);

/** As in a browser that does not keep the place of what is read. */
const withoutAnchoring = (page: Page) =>
  page.addInitScript(() => {
    const style = new CSSStyleSheet();
    style.replaceSync('* { overflow-anchor: none !important; }');
    document.adoptedStyleSheets = [style];
  });

describe.each([
  ['a browser that keeps the place of what is read', false],
  ['one that does not', true],
])('in %s', (_, plain) => {
  for (const width of [360, 1440]) {
    test(`an address with #station-7 opens on station 7, ${width} px`, async () => {
      const page = await site.open('about/', { viewport: { width, height: 800 } });
      if (plain) await withoutAnchoring(page);
      await page.goto(`${site.address}#station-7`);
      expect(within(await settledTop(page, 7))).toBeLessThanOrEqual(2);
    });

    test(`from the top, the bar leads to station 7 past figures that have not started, ${width} px`, async () => {
      const page = await site.open('about/', { viewport: { width, height: 800 } });
      if (plain) await withoutAnchoring(page);
      await page.goto(site.address);
      await page.locator('.stations-bar a[href="#station-7"]').click();
      expect(within(await settledTop(page, 7))).toBeLessThanOrEqual(2);
    });
  }
});

test('who scrolls on from there is not pulled back when something grows', async () => {
  const page = await site.open('#station-7', { viewport: { width: 1440, height: 800 } });
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, 500);
  await page.waitForTimeout(200);
  const before = await settledTop(page, 7);
  expect(before).toBeLessThan(-300);
  await page.evaluate(() => {
    const growth = document.createElement('div');
    growth.style.height = '333px';
    document.body.append(growth);
  });
  await page.waitForTimeout(300);
  expect(await page.locator('#station-7').evaluate((one) => one.getBoundingClientRect().top)).toBe(before);
});

test('who loads the page again further down is not taken back to the link that they came by', async () => {
  const page = await site.open('#station-4', { viewport: { width: 1440, height: 800 } });
  await settledTop(page, 4);
  await page.evaluate(() => scrollBy({ top: 700 }));
  await page.waitForTimeout(300);
  await page.reload();
  await page.waitForTimeout(1500);
  const top = await page.locator('#station-4').evaluate((one) => one.getBoundingClientRect().top);
  expect(within(top)).toBeGreaterThan(300);
});
