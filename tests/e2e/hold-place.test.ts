// A link to a station has to land on it, whatever grows above while the page loads.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { encodeState } from '../../web/model/state.js';
import type { Activity } from '../../web/widgets/activity.js';
import { frames, scrolled } from '../frames.js';
import { useSite } from './harness.js';
import { pageAtRest } from './rest.js';

const site = useSite();
/** Every figure above has to come near and start, on a machine that others use, too. */
const LONG = { timeout: 120_000 };

/** Until every figure that is near has started and drawn what it computes, and the page neither grew nor moved meanwhile. */
async function resting(page: Page): Promise<void> {
  let last = '';
  await expect
    .poll(
      async () => {
        await pageAtRest(page);
        const before = last;
        last = await page.evaluate(() => {
          // Figures start within 900 px of the window; what is cut in two by that line may wait.
          const near = [...document.querySelectorAll('.figure[data-activity]:not([data-started])')].filter(
            (one) => {
              const { top, bottom } = one.getBoundingClientRect();
              return top < innerHeight + 800 && bottom > -800;
            },
          );
          return `${near.length} ${scrollY} ${document.documentElement.scrollHeight}`;
        });
        return last === before && last.startsWith('0 ');
      },
      { timeout: 30_000 },
    )
    .toBe(true);
}

/** Turns the wheel, and waits until the page has heard it and has scrolled. */
async function turnWheel(page: Page, down: number): Promise<void> {
  // Of less than a pixel nothing is heard.
  if (Math.abs(down) < 1) return;
  await page.evaluate(() => {
    const turned = new Promise((resolve) =>
      addEventListener('wheel', resolve, { once: true, passive: true }),
    );
    Object.assign(window, { turned });
  });
  await page.mouse.wheel(0, down);
  await page.evaluate('turned.then(() => undefined)');
  await scrolled(page);
}

/**
 * Until the place that the page keeps is where it stands: it is written down when the reader has rested for a quarter of a
 * second. What a page writes while it is being left, browsers may drop.
 */
async function written(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const place = (history.state as { place?: { at: [string, ...number[]]; top: number } } | null)?.place;
        if (place == null) return null;
        const [id, ...children] = place.at;
        let element: Element | null | undefined = document.getElementById(id);
        for (const child of children) element = element?.children[child];
        return element == null ? null : Math.abs(element.getBoundingClientRect().top - place.top) < 1;
      }),
    )
    .toBe(true);
}

/** Where the station begins in the window, once every figure near it has started and stopped growing. */
async function settledTop(page: Page, station: number): Promise<number> {
  await page.locator(`#station-${station} .figure[data-started]`).first().waitFor();
  await resting(page);
  return topOf(page, `#station-${station}`);
}

/** The page becomes 333 px higher, and what watches that has answered. */
async function grow(page: Page): Promise<void> {
  await page.evaluate(() => {
    const growth = document.createElement('div');
    growth.style.height = '333px';
    document.body.append(growth);
  });
  // The observer that holds a place is heard in the frame that lays out the growth.
  await frames(page);
}

/** How far below the top of the window something begins. */
const topOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((one) => one.getBoundingClientRect().top);

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
  await turnWheel(page, 500);
  const before = await settledTop(page, 7);
  expect(before).toBeLessThan(-300);
  await grow(page);
  expect(await page.locator('#station-7').evaluate((one) => one.getBoundingClientRect().top)).toBe(before);
});

test('who loads the page again further down is not taken back to the link that they came by', async () => {
  const page = await site.open('#station-4', { viewport: { width: 1440, height: 800 } });
  await settledTop(page, 4);
  await page.evaluate(() => scrollBy({ top: 700, behavior: 'instant' }));
  await resting(page);
  await written(page);
  await page.reload();
  await resting(page);
  const top = await page.locator('#station-4').evaluate((one) => one.getBoundingClientRect().top);
  expect(within(top)).toBeGreaterThan(300);
});

/** Scrolls until a block of the text is `below` px under the edge, as a reader does: step by step, past every figure. */
async function readDownTo(page: Page, selector: string, below: number): Promise<void> {
  await page.mouse.move(180, 400);
  for (let away = 1e9; away > 200; ) {
    away = (await topOf(page, selector)) - below;
    await turnWheel(page, Math.max(-700, Math.min(700, away)));
  }
  await resting(page);
  await turnWheel(page, (await topOf(page, selector)) - below);
  await resting(page);
  await written(page);
}

describe.each([
  ['a browser that keeps the place of what is read', false],
  ['one that does not', true],
])('who comes back in %s', (_, plain) => {
  for (const width of [360, 1440]) {
    test(`by loading the page again finds the line that they read, ${width} px`, {
      timeout: 120_000,
    }, async () => {
      const page = await site.open('about/', { viewport: { width, height: 800 } });
      if (plain) await withoutAnchoring(page);
      await page.goto(site.address);
      const text = '#station-7 > .notice';
      await readDownTo(page, text, 150);
      const before = await topOf(page, text);
      await page.reload();
      await resting(page);
      expect(Math.abs((await topOf(page, text)) - before)).toBeLessThanOrEqual(2);
      // And once more, from the place they were brought to.
      await page.reload();
      await resting(page);
      expect(Math.abs((await topOf(page, text)) - before)).toBeLessThanOrEqual(2);
    });
  }

  test('from another page finds the line that they read', LONG, async () => {
    const page = await site.open('about/', { viewport: { width: 1440, height: 800 } });
    if (plain) await withoutAnchoring(page);
    // A page that answers to this is not kept whole while the reader is elsewhere.
    await page.addInitScript(() => addEventListener('unload', () => {}));
    await page.goto(site.address);
    const text = '#station-5 > .notice';
    await readDownTo(page, text, 150);
    const before = await topOf(page, text);
    await page.goto(new URL('about/', site.address).href);
    await page.goBack();
    await resting(page);
    expect(Math.abs((await topOf(page, text)) - before)).toBeLessThanOrEqual(2);
  });
});

test('back and forward between stations lead to the lines that were read there', {
  timeout: 120_000,
}, async () => {
  const page = await site.open('', { viewport: { width: 1440, height: 800 } });
  const [first, second] = ['#station-3 > .notice', '#station-8 > .notice'];
  await readDownTo(page, first, 250);
  const before = await topOf(page, first);
  // Playwright's own click would scroll first.
  const { x, y } = (await page.locator('.stations-bar a[href="#station-8"]').boundingBox())!;
  await page.mouse.click(x + 5, y + 5);
  await settledTop(page, 8);
  await turnWheel(page, -90);
  await resting(page);
  await written(page);
  const after = await topOf(page, second);
  await page.goBack();
  await resting(page);
  expect(Math.abs((await topOf(page, first)) - before)).toBeLessThanOrEqual(2);
  await page.goForward();
  await resting(page);
  expect(Math.abs((await topOf(page, second)) - after)).toBeLessThanOrEqual(2);
});

test('an exercise that was unfolded is unfolded again, at the same question', {
  timeout: 120_000,
}, async () => {
  const page = await site.open('#exercise-break-even', { viewport: { width: 1440, height: 800 } });
  await page.locator('#exercise-break-even > summary').click();
  const ask = '#exercise-break-even la-exercise [data-action=run]';
  await page.locator(ask).waitFor();
  await readDownTo(page, ask, 400);
  const before = await topOf(page, ask);
  await page.reload();
  await page.locator(ask).waitFor();
  await resting(page);
  expect(Math.abs((await topOf(page, ask)) - before)).toBeLessThanOrEqual(2);
});

test('who scrolls on after coming back is not pulled back when something grows', {
  timeout: 120_000,
}, async () => {
  const page = await site.open('', { viewport: { width: 1440, height: 800 } });
  const text = '#station-4 > .notice';
  await readDownTo(page, text, 150);
  await page.reload();
  await resting(page);
  await page.mouse.move(180, 400);
  await turnWheel(page, 120);
  await resting(page);
  const moved = await topOf(page, text);
  expect(moved).toBeLessThan(60);
  await grow(page);
  expect(await topOf(page, text)).toBe(moved);
  await written(page);
  await page.reload();
  await resting(page);
  expect(Math.abs((await topOf(page, text)) - moved)).toBeLessThanOrEqual(2);
});

test('a link to a state, followed in the window that shows the page, opens that state', async () => {
  const page = await site.open('', { viewport: { width: 1440, height: 800 } });
  const station = () =>
    page.locator('[data-activity="cost"] > la-station-cost').evaluate((one) => (one as Activity).state.n);
  await page.locator('#station-5').scrollIntoViewIfNeeded();
  await page.locator('[data-activity="cost"][data-started]').waitFor();
  const saved = await page.locator('[data-activity="cost"] > la-station-cost').evaluate((one) => {
    (one as Activity).setState({ n: 777 });
    const link = (one as Activity).getState();
    (one as Activity).setState({ n: 64 });
    return link;
  });
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    String(new URLSearchParams({ at: 'cost', s: saved })),
  );
  await expect.poll(station, { timeout: 10_000 }).toBe(777);
});

test(
  'a link to a state of the last figure of a station lands on the text that leads to it',
  LONG,
  async () => {
    const steps = {
      name: 'steps',
      kind: 'integer',
      label: 'steps',
      default: 200,
      min: 5,
      max: 2000,
    } as const;
    const saved = new URLSearchParams({ at: 'learned-map', s: encodeState([steps], { steps: 40 }) });
    const page = await site.open(`#${saved}`, { viewport: { width: 390, height: 800 } });
    await page.getByRole('button', { name: 'Train 40 steps' }).waitFor();
    await resting(page);
    const text = page.getByText('A map can also be learned.');
    // Below the bar of the stations.
    const top = await text.evaluate((one) => one.getBoundingClientRect().top);
    expect(Math.abs(top - 64)).toBeLessThanOrEqual(24);
    // The figure itself can be seen below it.
    expect(await topOf(page, '[data-activity="learned-map"]')).toBeLessThan(800);
  },
);
