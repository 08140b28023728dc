// A guest's manners: no focus taken, no history written, no keys or scrolling kept, the host's colours respected.
import { expect, test } from 'vitest';
import { frames } from '../frames.js';
import { type Tab, waitFor } from './lib/browsers.js';
import { CHANGED, EX } from './lib/exercise.js';
import { readPng } from './lib/png.js';
import { frame, inEveryEngine, LIVE } from './lib/suite.js';

/** A busy machine paints late. */
const PATIENT = { timeout: 20_000, interval: 100 };
/** The frame has done all that it was told before, and the page has drawn since. */
const heardAll = async (tab: Tab) => {
  await tab.evaluate('askState()');
  await frames(tab);
};

inEveryEngine((suite) => {
  const { onPage, activity } = suite;

  test('loading takes no focus and does not scroll the host, below the fold or with a saved state', async () => {
    const page = `<input id="first" autofocus><div style="height:4000px"></div>${frame(`${activity()}#s=${CHANGED}`)}`;
    await onPage(page, async (tab) => {
      await tab.evaluate(`document.getElementById('first').focus()`);
      await waitFor(tab, LIVE);
      await heardAll(tab);
      expect(await tab.evaluate('scrollY')).toBe(0);
      expect(await tab.evaluate('document.activeElement.id')).toBe('first');
    });
  });

  test('a host that asks for the focus to move gets it, without a jump', async () => {
    await onPage(`<div style="height:4000px"></div>${frame(activity())}`, async (tab) => {
      await waitFor(tab, LIVE);
      // WebKit lets no frame of another site take what the page has not given.
      if (suite.name === 'webkit') {
        await tab.evaluate(`tell({ type: 'focus' })`);
        await heardAll(tab);
        expect(await tab.evaluate('document.activeElement.tagName')).toBe('BODY');
        await tab.evaluate(`document.querySelector('iframe').focus({ preventScroll: true })`);
      }
      await tab.evaluate(`tell({ type: 'focus' })`);
      await waitFor(tab, `document.activeElement.tagName === 'IFRAME'`);
      expect(await tab.evaluate('scrollY')).toBe(0);
    });
  });

  test('the focus given to a framed element is in the frame, without a jump, in every engine', async () => {
    const element = `<script type="module" src="${suite.site.address}v1/linear-attention.js"></script>
      <div style="height:4000px"></div>
      <linear-attention ex="${EX}" load="auto" render="frame">soon</linear-attention>
      <button id="after">after</button>`;
    await onPage(element, async (tab) => {
      await waitFor(tab, `customElements.get('linear-attention') !== undefined`);
      const one = `document.querySelector('linear-attention')`;
      await tab.evaluate(`${one}.ready`);
      await tab.evaluate(`${one}.focus()`);
      await waitFor(
        tab,
        `document.activeElement === ${one} && ${one}.shadowRoot.activeElement?.tagName === 'IFRAME'`,
      );
      expect(await tab.evaluate('scrollY')).toBe(0);
      let asked = 1000;
      /** A question to the frame and its answer: what came to it before has been done. */
      const inFrame = async () => {
        const message = `{ src: 'linear-attention', v: 1, id: '', seq: ${++asked}, type: 'getState' }`;
        await tab.evaluate(
          `${one}.shadowRoot.querySelector('iframe').contentWindow.postMessage(${message}, '*')`,
        );
        await waitFor(tab, `log.some((answer) => answer.re === ${asked})`);
      };
      // What is pressed arrives inside: the first Tab stays in the frame.
      await inFrame();
      await tab.press('Tab');
      await inFrame();
      expect(await tab.evaluate(`document.activeElement === ${one}`)).toBe(true);
    });
  });

  test('steps and changes add nothing to the history of the host', async () => {
    await onPage(frame(activity('load=auto&mode=example')), async (tab) => {
      await waitFor(tab, LIVE);
      const before = await tab.evaluate('history.length');
      await tab.evaluate(`tell({ type: 'hello', want: ['step', 'state'] })`);
      for (const n of [2, 3, 1, 2]) await tab.evaluate(`tell({ type: 'goTo', n: ${n} })`);
      await tab.evaluate(`tell({ type: 'setState', s: '${CHANGED}' })`);
      await waitFor(tab, `heard('step').length > 0 && heard('state').length > 0`);
      await heardAll(tab);
      expect(await tab.evaluate('history.length')).toBe(before);
    });
  });

  test('Tab leads into the frame and out of it again, both ways', async () => {
    const page = `<button id="before">before</button>${frame(activity())}<button id="after">after</button>`;
    await onPage(page, async (tab) => {
      await waitFor(tab, LIVE);
      await tab.evaluate(`document.getElementById('before').focus()`);
      await reaches(tab, 'Tab', 'IFRAME');
      await reaches(tab, 'Tab', 'after');
      await reaches(tab, 'Shift+Tab', 'IFRAME');
      await reaches(tab, 'Shift+Tab', 'before');
    });
  });

  test('nothing is stored before the reader does anything', async () => {
    // A document of the site itself may look into the frame's storage, and a file of text forbids no frames.
    const tab = await suite.browser.open();
    try {
      await tab.goto(`${suite.site.address}v1/resize.js`);
      await tab.evaluate(`(() => {
        addEventListener('message', ({ data }) => { window.live ||= data?.src === 'linear-attention' && data.type === 'core'; });
        document.body.innerHTML = '<iframe src="${activity()}" width="600" height="300"></iframe>';
      })()`);
      await waitFor(tab, 'window.live');
      const stored = `(async (inside) => ({
        local: inside.localStorage.length,
        session: inside.sessionStorage.length,
        cookie: inside.document.cookie,
        databases: (await inside.indexedDB.databases()).length,
      }))(document.querySelector('iframe').contentWindow)`;
      const nothing = { local: 0, session: 0, cookie: '', databases: 0 };
      expect(await tab.evaluate(stored)).toEqual(nothing);
      // It is the frame's storage that was read: what is put there is seen.
      await tab.evaluate(`document.querySelector('iframe').contentWindow.localStorage.setItem('seen', '1')`);
      expect(await tab.evaluate(stored)).toEqual({ ...nothing, local: 1 });
    } finally {
      await tab.evaluate('localStorage.clear()');
      await tab.close();
    }
  });

  test('the canvas is see-through in a light and in a dark page, whatever theme the card has', async () => {
    // WebKit gives a frame no way to know the host's scheme: a dark page there needs theme=dark, which then must match.
    for (const [scheme, ground, query] of [
      ['light', [240, 230, 210], 'load=auto&mode=example'],
      ['light', [240, 230, 210], 'load=auto&mode=example&theme=dark'],
      ['dark', [20, 40, 60], 'load=auto&mode=example&theme=dark'],
      ['dark', [20, 40, 60], 'load=auto&mode=example&theme=light'],
    ] as const) {
      // Much higher than the card, so that the canvas shows below it.
      const page = frame(activity(query), 'width="600" height="4000"');
      const head = `<style>html { color-scheme: ${scheme}; background: rgb(${ground}); }</style>`;
      await onPage(
        page,
        async (tab) => {
          await waitFor(tab, LIVE);
          const wanted = query.includes('theme') ? query.includes('light') : scheme === 'light';
          await expect.poll(async () => (await cardIsDark(tab)) !== wanted, PATIENT).toBe(true);
          expect(await tab.evaluate<number>(`heard('resize').at(-1).height`)).toBeLessThan(3000);
          await tab.evaluate('scrollTo(0, 3200)');
          // WebKit's frames have an opaque canvas as soon as host and reader differ; nothing in the frame changes that.
          if (suite.name === 'webkit' && scheme === 'dark') return;
          await expect
            .poll(async () => readPng(await tab.screenshot()).at(300, 600), PATIENT)
            .toEqual(ground);
        },
        { head, dark: scheme === 'dark' },
      );
    }
  });

  test('resize.js passes on the theme the host declares, and its changes', async () => {
    const page = `${frame(activity())}<script src="${suite.site.address}v1/resize.js"></script>`;
    await onPage(
      page,
      async (tab) => {
        await waitFor(tab, LIVE);
        await expect.poll(() => cardIsDark(tab), PATIENT).toBe(true);
        await tab.evaluate(`document.documentElement.setAttribute('data-theme', 'light')`);
        await expect.poll(() => cardIsDark(tab), PATIENT).toBe(false);
      },
      { htmlAttributes: 'data-theme="dark"' },
    );
  });

  test('very long and right-to-left words do not push anything out of the frame', async () => {
    const long = 'W'.repeat(400);
    const rtl = 'הקשב הלינארי '.repeat(30);
    for (const query of [
      `load=auto&mode=example&step=${long}`,
      `load=auto&mode=example&lang=ar&step=${encodeURIComponent(rtl)}`,
    ]) {
      await onPage(frame(activity(query), 'width="320" height="400"'), async (tab) => {
        await waitFor(tab, LIVE);
        // A wrapper wider than its frame would report it.
        expect(
          await tab.evaluate(`Math.max(...heard('resize').map((one) => one.width))`),
        ).toBeLessThanOrEqual(320);
      });
    }
  });
});

/** A frame at the top of the page: its card begins below a margin of its own. */
async function cardIsDark(tab: Tab): Promise<boolean> {
  const [red, green, blue] = readPng(await tab.screenshot()).at(14, 34);
  return red + green + blue < 3 * 128;
}

/** Presses a key until the host's active element is the named one. */
async function reaches(tab: Tab, key: 'Tab' | 'Shift+Tab', target: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await tab.press(key);
    await frames(tab, 1);
    const now = await tab.evaluate<string>('document.activeElement.id || document.activeElement.tagName');
    if (now === target) return;
  }
  throw new Error(`80 presses of ${key} did not reach ${target}.`);
}
