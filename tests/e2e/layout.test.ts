// What a reader's eye notices first: pages that move sideways, formulas that fall apart, figures painted for nothing.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { frames } from '../frames.js';
import { useSite } from './harness.js';
import { pageAtRest, startAll } from './rest.js';

const site = useSite();

describe('on a phone 360 px wide', () => {
  for (const path of ['', 'play/', 'teach/', 'about/', 'v1/embed/identity-map/?load=auto']) {
    test(`/${path} does not move sideways`, async () => {
      const page = await site.open(path, { viewport: { width: 360, height: 800 } });
      await startAll(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    });
  }
});

test('a name such as FlashAttention-2 stays on one line, on a phone too, in the text and in every figure', async () => {
  const page = await site.open('', { viewport: { width: 360, height: 800 } });
  await startAll(page);
  await page.locator('la-station-softmax').getByRole('button', { name: 'Compute the ranks' }).press('Enter');
  await page.locator('la-station-softmax').getByRole('row', { name: 'DPFP-1' }).waitFor();
  const names = await page.evaluate(() => {
    const textsIn = (root: Node): Text[] =>
      [...root.childNodes].flatMap((node) => {
        if (node instanceof Text) return [node];
        const inside = node instanceof Element && node.shadowRoot !== null ? textsIn(node.shadowRoot) : [];
        return [...inside, ...textsIn(node)];
      });
    return textsIn(document.body).flatMap((text) =>
      [...text.data.matchAll(/\p{L}[\p{L}\d+]*-\d+/gu)].flatMap((match) => {
        const [name] = match;
        const range = document.createRange();
        range.setStart(text, match.index);
        range.setEnd(text, match.index + name.length);
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
        // What is not shown has none.
        return lines.size === 0 ? [] : [{ name, lines: lines.size }];
      }),
    );
  });
  for (const name of ['FlashAttention-2', 'DPFP-1', 'Taylor-2'])
    expect(names.map((one) => one.name)).toContain(name);
  expect(names.filter(({ lines }) => lines > 1)).toEqual([]);
});

describe('on a phone 360 px wide, with letters of twice the size', () => {
  const activities = ['identity-map', 'constant-memory', 'longformer-edges'];
  const embeds = activities.map((id) => `v1/embed/${id}/?load=auto`);
  for (const path of ['', 'play/', 'teach/', 'about/', 'v1/embed-check/', ...embeds]) {
    test(`/${path} is no wider than the window, and what is wider scrolls in its place`, async () => {
      const page = await site.open(path, { viewport: { width: 360, height: 800 } });
      await page.evaluate(() => {
        const twice = new CSSStyleSheet();
        twice.replaceSync('html { font-size: 200%; }');
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, twice];
      });
      await pageAtRest(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      // Stations cut off what stands over: there the page does not become wider.
      const over = await page
        .locator('.page .unbroken, .page table')
        .evaluateAll((all) =>
          all
            .filter((one) => one.getBoundingClientRect().right > 361 && one.closest('.scroll') === null)
            .map((one) => one.textContent),
        );
      expect(over).toEqual([]);
    });
  }
});

describe('formulas', () => {
  test('a superscript stays beside its letter, whatever fonts there are', async () => {
    const page = await site.open('');
    const lifts = await page.locator('.page > p math msup').evaluateAll((all) =>
      all.map((one) => {
        // Beside the first letter of the base: a subscript there hangs lower.
        let letter = one.firstElementChild!;
        while (letter.firstElementChild !== null) letter = letter.firstElementChild;
        const lift =
          letter.getBoundingClientRect().bottom - one.lastElementChild!.getBoundingClientRect().bottom;
        return lift / Number.parseFloat(getComputedStyle(one).fontSize);
      }),
    );
    expect(lifts.length).toBeGreaterThan(5);
    // In em. Lifted by an ascent, as without a maths font, it is 0.57 to 1; not lifted at all, about 0.
    for (const lift of lifts) {
      expect(lift).toBeGreaterThan(0.05);
      expect(lift).toBeLessThan(0.55);
    }
  });

  test('no line begins with the comma that follows a formula', async () => {
    const page = await site.open('', { viewport: { width: 360, height: 800 } });
    const parted = await page.locator('.page .unbroken:has(> *)').evaluateAll(
      (all) =>
        all.filter((one) => {
          const range = document.createRange();
          range.selectNodeContents(one.lastChild!);
          const formula = one.firstElementChild!.getBoundingClientRect();
          return range.getBoundingClientRect().top > formula.bottom;
        }).length,
    );
    expect(parted).toBe(0);
  });
});

test('a figure that changes does not paint its neighbours', async () => {
  const page = await site.open('');
  const shared = await page
    .locator('.station > *')
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).isolation !== 'isolate').length);
  expect(shared).toBe(0);
});

test('a slider that moves does not put the layers of the page together anew', async () => {
  const page = await site.open('');
  const place = page.locator('[data-activity="cost"]');
  await place.scrollIntoViewIfNeeded();
  await place.locator('.figure-tools').waitFor();
  await pageAtRest(page);
  const cdp = await page.context().newCDPSession(page);
  /** How often Chromium arranges layers while the slider alone takes ten places. */
  const arranged = async () => {
    let count = 0;
    const collect = ({ value }: { value: object[] }) => {
      for (const event of value as { name: string }[])
        if (event.name === 'PaintArtifactCompositor::Update') count += 1;
    };
    cdp.on('Tracing.dataCollected', collect);
    await cdp.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { excludedCategories: ['*'], includedCategories: ['blink'] },
    });
    await place
      .locator('la-number')
      .first()
      .evaluate(async (number: HTMLElement & { value: number; min: number; max: number }) => {
        const { value, min, max } = number;
        for (let i = 1; i <= 10; i++) {
          number.value = Math.round(min * (max / min) ** (i / 11));
          await new Promise((resolve) => requestAnimationFrame(resolve));
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        number.value = value;
      });
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    cdp.off('Tracing.dataCollected', collect);
    return count;
  };
  // What else is in the first frames is nobody's slider.
  await arranged();
  expect(await arranged()).toBeLessThan(5);
  await place.evaluate((figure: HTMLElement) => figure.style.setProperty('--la-ground', 'transparent'));
  await frames(page);
  expect(await arranged()).toBeGreaterThanOrEqual(10);
});

test('behind a slider stands the ground of its figure', async () => {
  const page = await site.open('');
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const place of await figures(page)) {
      const grounds = await place.evaluate((figure) => {
        const seen = new Set<string>();
        const look = (root: Element | ShadowRoot) => {
          for (const one of root.querySelectorAll('*')) {
            if (one.matches('.track')) seen.add(getComputedStyle(one).backgroundColor);
            if (one.shadowRoot !== null) look(one.shadowRoot);
          }
        };
        look(figure);
        let below: Element | null = figure;
        while (below && getComputedStyle(below).backgroundColor === 'rgba(0, 0, 0, 0)')
          below = below.parentElement;
        return { seen: [...seen], below: getComputedStyle(below ?? document.body).backgroundColor };
      });
      for (const ground of grounds.seen) expect(ground).toBe(grounds.below);
    }
  }
});

test('the Tab key goes from term to term without a stop at nothing', async () => {
  const page = await site.open('');
  await page.locator('la-term button').first().focus();
  const stops: (string | undefined)[] = [];
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(() => document.activeElement?.localName));
  }
  expect(stops).not.toContain('body');
});

/** Figures that have been computed, each with its tools. */
async function figures(page: Page): Promise<Locator[]> {
  const places = await page.locator('.figure[data-activity]').all();
  for (const place of places) {
    await place.scrollIntoViewIfNeeded();
    await place.locator('.figure-tools').waitFor();
  }
  return places;
}

test('a figure far from the window is not laid out, and keeps its height and its words', async () => {
  const page = await site.open('');
  const last = (await figures(page)).at(-1)!;
  const read = () =>
    last.evaluate((place) => ({
      height: Math.round(place.getBoundingClientRect().height),
      drawn: place.querySelector('.figure-tools')!.checkVisibility({ contentVisibilityAuto: true }),
      words: place.firstElementChild!.shadowRoot!.textContent!.length,
    }));
  await expect.poll(async () => (await read()).drawn).toBe(true);
  // Until its answer is there, its words are those of the example in its place.
  await last.locator('.computed p').first().waitFor();
  const near = await read();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(read).toEqual({ ...near, drawn: false });
});

describe('a figure uses its width', () => {
  test('beside its controls on a wide screen', async () => {
    const page = await site.open('');
    for (const place of await figures(page)) {
      const name = await place.getAttribute('data-activity');
      const [rail, main] = await Promise.all(
        ['.rail', '.main'].map((part) => place.locator(`.beside > ${part}`).first().boundingBox()),
      );
      const box = (await place.boundingBox())!;
      expect(main!.x, name!).toBeGreaterThan(rail!.x + rail!.width);
      // Padding and a hairline on either side.
      expect(main!.x + main!.width, name!).toBeCloseTo(box.x + box.width - 25, -1);
    }
  });

  test('below them on a narrow one, where every drawing is as wide as the figure lets it be', async () => {
    const page = await site.open('', { viewport: { width: 360, height: 800 } });
    for (const place of await figures(page)) {
      const name = await place.getAttribute('data-activity');
      for (const drawing of await place.locator('la-heatmap, la-plot').all()) {
        // 16 px on either side are the page's.
        expect((await drawing.boundingBox())!.width, name!).toBe(360 - 2 * 16);
      }
    }
  });
});

test('a caption over a table that is wider than a phone ends before the fade', async () => {
  const page = await site.open('', { viewport: { width: 360, height: 800 } });
  let wide = 0;
  for (const place of await figures(page)) {
    const ends = await place.locator('.scroll:has(> table > caption)').evaluateAll((places) =>
      places
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => {
          const words = document.createRange();
          words.selectNodeContents(one.querySelector('caption')!);
          // 32 px fade at the end, as in base.ts.
          return words.getBoundingClientRect().right - (one.getBoundingClientRect().right - 32);
        }),
    );
    wide += ends.length;
    expect(Math.max(0, ...ends), (await place.getAttribute('data-activity'))!).toBe(0);
  }
  expect(wide).toBeGreaterThan(0);
});

test('the tools of a figure are one row on a phone', async () => {
  const page = await site.open('', { viewport: { width: 360, height: 800 } });
  for (const place of await figures(page)) {
    const tops = await place
      .locator('.figure-tools [part=bar] > *')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(new Set(tops.map(Math.round)).size).toBe(1);
  }
});

test('an opened menu of tools stays on a page 320 px wide, and so does every formula', async () => {
  const page = await site.open('', { viewport: { width: 320, height: 800 } });
  for (const place of await figures(page)) {
    for (const menu of await place.locator('.figure-tools summary').all()) {
      await menu.click();
      const box = (await place.locator('.figure-tools details[open] .menu').boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(320);
      await page.keyboard.press('Escape');
    }
  }
  // Not every browser lets a formula scroll by itself: the paragraph around it has to.
  const formulas = page.locator('p:has(> math[display=block])');
  expect(await formulas.count()).toBeGreaterThan(3);
  const ways = await formulas.evaluateAll((all) => all.map((one) => getComputedStyle(one).overflowX));
  expect(new Set(ways)).toEqual(new Set(['auto']));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('what a figure can save is offered before the pointer comes near', async () => {
  const page = await site.open('');
  const place = page.locator('[data-activity=softmax-rank]');
  await place.scrollIntoViewIfNeeded();
  await place.locator('.figure-tools summary', { hasText: 'Download' }).waitFor();
});

test('what a cell says is gone when the reader has left it', async () => {
  const page = await site.open('');
  const [place] = await figures(page);
  const numbers = place!.locator('la-matrix').first();
  const status = numbers.locator('[part=status]');
  await numbers.locator('input').first().fill('0.123456');
  await numbers.locator('input').first().focus();
  expect(await status.textContent()).toContain('0.123456 in float32');
  expect(await status.isVisible()).toBe(true);
  await place!.locator('la-number input').first().focus();
  expect(await status.isVisible()).toBe(false);
});
