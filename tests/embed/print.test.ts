// On paper: the activity as the reader left it; where it never started, its static example; where its frame was never
// loaded, at least its name and address.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { waitFor } from './lib/browsers.js';
import { inChromium } from './lib/chromium.js';
import { CHANGED, EX } from './lib/exercise.js';
import { wordsOf } from './lib/pdf.js';
import { frame, inEveryEngine, LIVE } from './lib/suite.js';

const FAR = '<div style="height:5000px"></div>';
/** In the prompt of the exercise, live and static alike. */
const PROMPT = 'Twokeysandtwovaluesaregiven';
/** Below the prompt, in practice alone. */
const QUESTION = 'Typeaqueryinto';
/** What only the live page says, once the core has computed the worked example. */
const WORKED = 'Thedenominator';

inEveryEngine((suite) => {
  const { onPage, activity } = suite;
  const helper = () => `<script src="${suite.site.address}v1/resize.js"></script>`;
  // Its driver prints nothing.
  const printed = test.skipIf(suite.name === 'webkit');

  printed('a live frame is printed as it stands, with the numbers of the state it is in', async () => {
    await onPage(frame(activity(), 'width="700" height="900"') + helper(), async (tab) => {
      await waitFor(tab, LIVE);
      const before = wordsOf(await tab.print());
      expect(before).toContain(PROMPT);
      expect(before).toContain(WORKED);
      await tab.evaluate(`tell({ type: 'hello', want: ['state'] })`);
      await tab.evaluate(`tell({ type: 'setState', s: '${CHANGED}' })`);
      await waitFor(tab, `heard('state').some((one) => one.dirty)`);
      // For q = (3, 2) and the keys (2, −1) and (−1, 0) the denominator is 4 − 3.
      await expect.poll(async () => wordsOf(await tab.print()) === before, { timeout: 20_000 }).toBe(false);
    });
  });

  printed('a frame that has not started prints its static example', async () => {
    await onPage(frame(activity('load=click'), 'width="700" height="900"'), async (tab) => {
      await waitFor(tab, `heard('hello').length > 0`);
      const words = wordsOf(await tab.print());
      expect(words).toContain(PROMPT);
      expect(words).not.toContain(WORKED);
      // A button does nothing on paper.
      expect(words).not.toContain('Startthisactivity');
    });
  });

  printed(
    'a lazily loaded frame that nobody scrolled to prints its example, or its name and address',
    async () => {
      const lazy = frame(activity('load=lazy'), 'loading="lazy" width="700" height="900"');
      await onPage(FAR + lazy + helper(), async (tab) => {
        expect(await tab.evaluate('log.length')).toBe(0);
        const words = wordsOf(await tab.print());
        // Chromium loads such frames to print them; Firefox leaves them blank, and resize.js says what would be there.
        const poster = `Activity:${activity('load=lazy')}`;
        expect(words.includes(PROMPT)).toBe(suite.name === 'chromium');
        expect(words.includes(poster)).toBe(suite.name !== 'chromium');
        // Not on the screen, before or after.
        expect(await tab.evaluate('document.body.innerText')).not.toContain(poster);
      });
    },
  );

  printed(
    'an element that is ready and that nobody came near prints its task and its questions',
    async () => {
      const element = `<linear-attention ex="${EX}" load="auto">soon</linear-attention>`;
      const module = `<script type="module" src="${suite.site.address}v1/linear-attention.js"></script>`;
      await onPage(FAR + element + module, async (tab) => {
        await waitFor(tab, `customElements.get('linear-attention') !== undefined`);
        await tab.evaluate(`document.querySelector('linear-attention').ready`);
        const words = wordsOf(await tab.print());
        expect(words).toContain(PROMPT);
        expect(words).toContain(QUESTION);
      });
    },
  );

  printed('an element that nobody scrolled to prints what stands between its tags', async () => {
    const element = `<linear-attention ex="${EX}"><a href="#">The activity, elsewhere</a></linear-attention>`;
    const module = `<script type="module" src="${suite.site.address}v1/linear-attention.js"></script>`;
    await onPage(FAR + element + module, async (tab) => {
      await waitFor(tab, `customElements.get('linear-attention') !== undefined`);
      expect(wordsOf(await tab.print())).toContain('Theactivity,elsewhere');
    });
  });
});

describe('paper is white', () => {
  const stage = inChromium();

  const FIGURE = 'sparse-patterns';
  const framed = (theme: string) =>
    `<iframe src="${stage.site.address}v1/embed/${FIGURE}/?load=auto&theme=${theme}" width="700" height="900"></iframe>`;
  const inline = (theme: string) =>
    `<script type="module" src="${stage.site.address}v1/linear-attention.js"></script>
     <linear-attention ex="${FIGURE}" load="auto" theme="${theme}"></linear-attention>`;

  /** The scheme of the card, and the pictures of its heat maps. */
  const look = async (page: Page, inFrame: boolean) => {
    const root = inFrame ? page.frameLocator('iframe') : page;
    await root.locator('la-heatmap canvas').first().waitFor();
    const card = root.locator(inFrame ? '#la-wrapper' : '[part="card"]');
    const pictures = await root
      .locator('la-heatmap canvas')
      .evaluateAll((all) => all.map((one) => (one as HTMLCanvasElement).toDataURL()));
    const scheme = await card.evaluate((one) => getComputedStyle(one).colorScheme);
    return { scheme, pictures };
  };

  for (const [where, body] of [
    ['a frame', framed],
    ['an element', inline],
  ] as const) {
    test(`whatever the theme of ${where}, text and heat maps alike`, async () => {
      const paper = new Map<string, () => Promise<readonly string[]>>();
      const screens: (readonly string[])[] = [];
      for (const theme of ['light', 'dark']) {
        const page = await stage.browser.newPage();
        const path = `paper-${where.replace(' ', '-')}-${theme}`;
        await page.goto(stage.host.page(path, { body: `<!doctype html><title>Host</title>${body(theme)}` }));
        const screen = await look(page, where === 'a frame');
        expect(screen.scheme).toBe(theme);
        screens.push(screen.pictures);
        await page.emulateMedia({ media: 'print' });
        await expect.poll(async () => (await look(page, where === 'a frame')).scheme).toBe('light');
        paper.set(theme, async () => (await look(page, where === 'a frame')).pictures);
      }
      // The theme shows in the pictures, and paper undoes it.
      expect(screens[1]).not.toEqual(screens[0]);
      const light = await paper.get('light')!();
      await expect.poll(paper.get('dark')!, { timeout: 20_000 }).toEqual(light);
    });
  }
});
