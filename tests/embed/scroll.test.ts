// Wheel and finger go past the activity: the host page scrolls as if it were not there.
import { expect, test } from 'vitest';
import { catalogue } from '../../web/pages/catalogue.js';
import { waitFor } from './lib/browsers.js';
import { inChromium } from './lib/chromium.js';
import { EX } from './lib/exercise.js';
import { hostDocument } from './lib/hosts.js';
import { frame, inEveryEngine, LIVE } from './lib/suite.js';

const BELOW = '<div style="height:4000px"></div>';
/** Two heat maps and a plot: everything that takes a pointer. */
const DRAWN = 'feature-maps';

inEveryEngine((suite) => {
  const { onPage, activity } = suite;

  test('the wheel over a frame scrolls the host', async () => {
    const helper = `<script src="${suite.site.address}v1/resize.js"></script>`;
    await onPage(frame(activity()) + helper + BELOW, async (tab) => {
      await waitFor(tab, LIVE);
      await waitFor(
        tab,
        `Math.abs(document.querySelector('iframe').offsetHeight - heard('resize').at(-1).height) < 2`,
      );
      await tab.wheel(200, 200, 300);
      await waitFor(tab, 'scrollY > 100');
    });
  });

  test('the wheel over an element scrolls the host', async () => {
    const module = `<script type="module" src="${suite.site.address}v1/linear-attention.js"></script>`;
    const element = `<linear-attention ex="${EX}" load="auto">soon</linear-attention>`;
    await onPage(module + element + BELOW, async (tab) => {
      await waitFor(tab, `customElements.get('linear-attention') !== undefined`);
      await tab.evaluate(`document.querySelector('linear-attention').ready`);
      await tab.wheel(200, 100, 300);
      await waitFor(tab, 'scrollY > 100');
    });
  });

  // By its driver, WebKit hands the wheel on from no box at all.
  test.skipIf(suite.name === 'webkit')(
    'a frame that scrolls inside hands the wheel on at its end',
    async () => {
      await onPage(frame(activity('load=auto&mode=example&fit=frame')) + BELOW, async (tab) => {
        await waitFor(tab, LIVE);
        // Turned again and again, because an engine keeps one gesture to the box that it began in.
        await expect
          .poll(
            async () => {
              await tab.wheel(200, 150, 800);
              return tab.evaluate<number>('scrollY');
            },
            { timeout: 20_000, interval: 700 },
          )
          .toBeGreaterThan(100);
      });
    },
  );
});

const stage = inChromium();

test('a finger on a heat map or a plot scrolls the host', async () => {
  const src = `${stage.site.address}v1/embed/${DRAWN}/?load=auto`;
  const body = frame(src, 'width="360" height="3000"') + BELOW;
  const context = await stage.browser.newContext({ viewport: { width: 390, height: 700 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(stage.host.page('touch', { body: hostDocument(body) }));
  const session = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  for (const drawn of ['la-heatmap canvas', 'la-plot svg']) {
    const target = page.frameLocator('iframe').locator(drawn).first();
    await target.waitFor();
    await target.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const box = (await target.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const before = await page.evaluate<number>('scrollY');
    await touch('touchStart', [{ x, y }]);
    for (let moved = 10; moved <= 200; moved += 10) await touch('touchMove', [{ x, y: y - moved }]);
    await touch('touchEnd', []);
    // A browser takes the first pixels of a drag to find out what it is.
    await expect
      .poll(() => page.evaluate<number>('scrollY'), { message: drawn })
      .toBeGreaterThan(before + 100);
  }
  await context.close();
});

test('nothing in any activity keeps a wheel or an upward finger to itself', async () => {
  const page = await stage.browser.newPage();
  for (const { id } of catalogue) {
    await page.goto(`${stage.site.address}v1/embed/${id}/?load=auto&mode=example`);
    await page.locator('#la-wrapper > :not(#la-notices, #la-static, .la-footer)').first().waitFor();
    const kept = await page.evaluate(() => {
      const all: Element[] = [];
      const gather = (root: ParentNode) => {
        for (const element of root.querySelectorAll('*')) {
          all.push(element);
          if (element.shadowRoot) gather(element.shadowRoot);
        }
      };
      gather(document);
      const describe = (element: Element) => `${element.localName}.${element.className}`;
      const wheel = all.filter(
        (element) =>
          !element.dispatchEvent(
            new WheelEvent('wheel', { deltaY: 100, bubbles: true, composed: true, cancelable: true }),
          ),
      );
      const finger = all.filter((element) =>
        /^(none|pan-x|pan-left|pan-right|pinch-zoom)$/.test(getComputedStyle(element).touchAction),
      );
      return { looked: all.length, wheel: wheel.map(describe), finger: finger.map(describe) };
    });
    expect(kept.looked, id).toBeGreaterThan(20);
    expect(kept, id).toMatchObject({ wheel: [], finger: [] });
  }
  await page.close();
});
