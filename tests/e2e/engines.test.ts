// The site as a reader meets it, in Chromium, and in `npm run test:all` in Firefox too. What Chromium shows is held to the core
// by the other files; here Firefox is held to Chromium, number by number. WebKitGTK is not among them yet.
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../build-scripts/lib/serve.mjs';
import { enginesUnderTest, type Tab, type TestBrowser, waitFor } from '../embed/lib/browsers.js';
import { dist } from '../embed/lib/hosts.js';
import { frames } from '../frames.js';
import { type World, worldOf } from './poison.js';
import { atRest, type Place } from './rest.js';

const PAGES = ['', 'play/', 'about/', 'teach/'];
/** Every figure of a page computes, one after the other. */
const LONG = { timeout: 400_000 };

/** What no driver tells in all engines: each page begins with this, as part of its first script. */
const RECORDER = `
  window.faults = [];
  addEventListener('error', (event) => faults.push(event.message ?? 'not loaded: ' + event.target.outerHTML), true);
  addEventListener('unhandledrejection', (event) => faults.push(String(event.reason)));
  document.addEventListener('securitypolicyviolation', (event) => faults.push(event.violatedDirective + ': ' + event.blockedURI));
  for (const kind of ['error', 'warn']) {
    const say = console[kind];
    console[kind] = (...said) => { faults.push(said.join(' ')); say.apply(console, said); };
  }
`;

/** The built site, with the recorder in front of its first script. */
function recordedSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  for (const name of readdirSync(join(dist, 'site')))
    if (name !== 'theme.js') symlinkSync(join(dist, 'site', name), join(folder, name));
  writeFileSync(join(folder, 'theme.js'), RECORDER + readFileSync(join(dist, 'site/theme.js'), 'utf8'));
  return folder;
}

const folder = recordedSite();
let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  server = await serve(folder, { port: 0 });
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true });
});

/** In the page: the last of these, each looked for inside the shadow root of the one before. */
const inside = (first: string, ...rest: readonly string[]) =>
  rest.reduce(
    (from, selector) => `${from}?.shadowRoot?.querySelector('${selector}')`,
    `document.querySelector('${first}')`,
  );

const placed = (tab: Tab, where: string): Place => ({
  evaluate: (look) => tab.evaluate(`(${look})(${where})`),
  page: () => tab,
});

/** Brings it into view and clicks in its middle. */
async function click(tab: Tab, where: string): Promise<void> {
  await waitFor(tab, `!!${where}`);
  const [x, y] = await tab.evaluate<[number, number]>(`(() => {
    ${where}.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = ${where}.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  })()`);
  await tab.click(x, y);
}

const says = (tab: Tab, where: string, words: string) =>
  waitFor(tab, `${where}?.textContent.replace(/\\s+/g, ' ').includes(${JSON.stringify(words)})`);

/** Brings a figure into view and waits until it computes; where it is. */
async function near(tab: Tab, id: string): Promise<string> {
  const where = inside(`[data-activity="${id}"]`);
  await tab.evaluate(`${where}.scrollIntoView({ block: 'center', behavior: 'instant' })`);
  await waitFor(tab, `!!${where}.querySelector('.figure-tools')`);
  await atRest(placed(tab, 'document.body'));
  return where;
}

/** Every figure of the page that is open, once it rests: what it says and what it draws. */
async function figuresOf(tab: Tab): Promise<Record<string, World>> {
  const ids = await tab.evaluate<string[]>(
    `[...document.querySelectorAll('.figure[data-activity]')].map((one) => one.dataset.activity)`,
  );
  const worlds: Record<string, World> = {};
  for (const id of ids) {
    const where = await near(tab, id);
    worlds[id] = await worldOf(placed(tab, where));
  }
  return worlds;
}

/** Heat maps below `root` in which nothing is painted. */
function blankMaps(root: Element | ShadowRoot): string[] {
  return [...root.querySelectorAll('*')].flatMap((one) => {
    if (one.localName !== 'la-heatmap') return one.shadowRoot === null ? [] : blankMaps(one.shadowRoot);
    const cells = one.shadowRoot!.querySelector<HTMLCanvasElement>('canvas.cells');
    const painted = cells?.getContext('2d')?.getImageData(0, 0, cells.width, cells.height).data;
    return painted?.some((value) => value > 0) === false ? [one.getAttribute('label') ?? ''] : [];
  });
}

/** What is the same wherever it is drawn: pictures are as wide as fonts and scroll bars let them be. */
const numbersOf = (worlds: Record<string, World>) =>
  Object.entries(worlds).map(([id, { said, drawn }]) => ({
    id,
    said: said.map(({ text }) => text),
    drawn: drawn.map(({ what, values }) => ({ what, values })),
  }));

const engines = enginesUnderTest().filter(({ name }) => name !== 'webkit');

for (const { name, launch } of engines)
  describe(name, () => {
    let browser: TestBrowser;
    let chromium: TestBrowser;
    beforeAll(async () => {
      browser = await launch();
      chromium = name === 'chromium' ? browser : await engines[0]!.launch();
    });
    afterAll(() => Promise.all([browser?.close(), chromium?.close()]));

    async function onPage<T>(path: string, run: (tab: Tab) => Promise<T>, on = browser): Promise<T> {
      const tab = await on.open();
      try {
        await tab.goto(server.address + path);
        const found = await run(tab);
        expect(await tab.evaluate('faults')).toEqual([]);
        return found;
      } finally {
        await tab.close();
      }
    }

    test.each(PAGES)(
      '/%s loads, and its figures say and draw the numbers of the core',
      LONG,
      async (path) => {
        await onPage(path, async (tab) => {
          const worlds = await figuresOf(tab);
          const found = numbersOf(worlds);
          if (name !== 'chromium') expect(found).toEqual(numbersOf(await onPage(path, figuresOf, chromium)));
          const drawings = Object.values(worlds).flatMap(({ drawn }) => drawn);
          expect(drawings.filter(({ kind, picture }) => kind === 'core' && picture === '')).toEqual([]);
          expect(await placed(tab, 'document.body').evaluate(blankMaps)).toEqual([]);
          expect(found.length).toBe({ '': 12, 'play/': 1 }[path] ?? 0);
          for (const width of [360, 768]) {
            await tab.setViewport(width, 800);
            // The width is heard in one frame and followed in the next.
            await frames(tab, 3);
            expect(await tab.evaluate(`document.documentElement.scrollWidth`)).toBeLessThanOrEqual(width);
          }
        });
      },
    );

    test('what is read stays where it is while a figure further up grows', async () => {
      await onPage('', async (tab) => {
        const top = `Math.round(${await near(tab, 'learned-map')}.getBoundingClientRect().top)`;
        const before = await tab.evaluate(top);
        for (const growth of [200, 0]) {
          await tab.evaluate(`${inside('[data-activity="needle"]')}.style.paddingBottom = '${growth}px'`);
          await frames(tab);
          expect(await tab.evaluate(top), `${growth}`).toBe(before);
        }
      });
    });

    test('a figure answers to the keyboard, is reset, and takes the reset back', async () => {
      await onPage('', async (tab) => {
        const place = await near(tab, 'cost');
        const station = '[data-activity="cost"] la-station-cost';
        const said = inside(station, '.computed');
        await says(tab, said, 'At n = 8,192');
        await tab.evaluate(`${inside(station, 'la-number[name="n"]', 'input[type="range"]')}.focus()`);
        await tab.press('Home');
        await says(tab, said, 'At n = 1,');
        await tab.press('Tab');
        await tab.press('ArrowRight');
        await tab.type('6');
        await tab.press('Enter');
        await says(tab, said, 'At n = 16,');
        const reset = '[data-action="reset"]';
        await tab.evaluate(`${inside('[data-activity="cost"] .figure-tools', reset)}.focus()`);
        await tab.press('Enter');
        await says(tab, said, 'At n = 8,192');
        await tab.press('Tab');
        await tab.press('Enter');
        await says(tab, said, 'At n = 16,');
        expect(await tab.evaluate(`${place}.querySelectorAll('[role=alert]').length`)).toBe(0);
      });
    });

    test('a slider follows the mouse, a drawing is shown as a table, and its numbers are copied', async () => {
      await onPage('', async (tab) => {
        await near(tab, 'softmax-rank');
        const station = '[data-activity="softmax-rank"] la-station-softmax';
        const tools = '[data-activity="softmax-rank"] .figure-tools';
        await waitFor(tab, `!!${inside(station, 'la-heatmap', 'canvas')}`);
        await click(tab, inside(station, 'la-heatmap', '.toggle'));
        await waitFor(tab, `!!${inside(station, 'la-heatmap', 'table')}`);
        const before = await tab.evaluate(`${inside(station, '.computed')}.textContent`);
        await click(tab, inside(station, 'la-number[name="factor"]', 'input[type="range"]'));
        await waitFor(tab, `${inside(station, '.computed')}.textContent !== ${JSON.stringify(before)}`);
        await click(tab, inside(tools, '[data-action="numbers"]'));
        await says(tab, inside(tools, '.status'), 'Copy the numbers: done.');
      });
    });

    test('a menu that is pressed where it has no entry stays open, as it must where buttons take no focus', async () => {
      await onPage('', async (tab) => {
        await near(tab, 'cost');
        const tools = '[data-activity="cost"] .figure-tools';
        await click(tab, inside(tools, 'summary'));
        const menu = inside(tools, 'details[open] .menu');
        await waitFor(tab, `!!${menu}`);
        const [left, top] = await tab.evaluate<[number, number]>(
          `(({ left, top }) => [left, top])(${menu}.getBoundingClientRect())`,
        );
        // In the space around the entries.
        await tab.click(left + 3, top + 3);
        await frames(tab);
        expect(await tab.evaluate(`!!${menu}`)).toBe(true);
        await tab.press('Escape');
        await waitFor(tab, `!${menu}`);
      });
    });

    test('a training is paused and goes on, and a long run is cancelled', LONG, async () => {
      await onPage('', async (tab) => {
        await near(tab, 'learned-map');
        const button = inside('[data-activity="learned-map"] la-station-learned-map', '.runner .main');
        await waitFor(tab, `${button}?.getAttribute('aria-disabled') === 'false'`);
        await click(tab, button);
        await says(tab, button, 'Pause at step');
        await click(tab, button);
        await says(tab, button, 'Go on to step');
        await near(tab, 'running-state');
        const state = '[data-activity="running-state"] la-station-state';
        await click(tab, inside(state, '.runner .main'));
        await click(tab, inside(state, 'la-progress', 'button'));
        await waitFor(tab, `!${inside(state, 'la-progress')}`);
      });
    });

    test('an exercise is answered wrong, then right, by keyboard alone', async () => {
      await onPage('', async (tab) => {
        const title = inside('#exercise-identity-map summary');
        await waitFor(tab, `!!${title}`);
        await tab.evaluate(`${title}.focus()`);
        await tab.press('Enter');
        const exercise = '#exercise-identity-map la-exercise';
        const first = inside(exercise, '#question-numerator-0');
        await waitFor(tab, `!!${first}`);
        await tab.evaluate(`${first}.focus()`);
        for (const text of ['30', '21', '10', '28/10', '21/10']) {
          await tab.type(text);
          await tab.press('Tab');
        }
        await tab.type(' ');
        for (let i = 0; i < 2; i += 1) await tab.press('ArrowDown');
        await tab.press('Enter');
        await says(tab, inside(exercise, '[data-score]'), '3 of 4');
        await tab.evaluate(`${first}.select()`);
        await tab.type('28');
        await tab.press('Enter');
        await says(tab, inside(exercise, '[data-score]'), '4 of 4');
      });
    });

    test.each([
      ["script-src 'none'", 'no script'],
      ["script-src 'self'", 'no WebAssembly'],
    ])('under the policy %s, which lets run %s, the worked examples stand', async (policy) => {
      const strict = await serve(folder, { port: 0, headers: { 'Content-Security-Policy': policy } });
      const tab = await browser.open();
      try {
        await tab.goto(strict.address);
        const example = inside('[data-activity="two-orders"]');
        if (policy.includes('self'))
          await waitFor(tab, `!!${inside('[data-activity="two-orders"] la-station-orders', '[role=alert]')}`);
        await says(tab, example, 'Worked example.');
        expect(await tab.evaluate(`${example}.getClientRects().length`)).toBeGreaterThan(0);
      } finally {
        await tab.close();
        await strict.close();
      }
    });
  });
