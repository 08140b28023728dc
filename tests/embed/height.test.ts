// The frame gets the height it needs where the host gives it, and is usable where the host does not.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { frames, scrolled } from '../frames.js';
import { type Tab, waitFor } from './lib/browsers.js';
import { type Picture, readPng } from './lib/png.js';
import { frame, inEveryEngine, LIVE } from './lib/suite.js';

const require = createRequire(import.meta.url);
const iframeResizer = readFileSync(require.resolve('iframe-resizer/js/iframeResizer.js'), 'utf8');
const openIframeResizer = readFileSync(
  require.resolve('@open-iframe-resizer/core').replace(/[^/]+$/, 'index.umd.cjs'),
  'utf8',
);

const HEIGHT = `document.querySelector('iframe').getBoundingClientRect().height`;
/** What the frame last asked for. */
const WANTED = `heard('resize').at(-1)?.height`;

inEveryEngine((suite) => {
  const { onPage, activity } = suite;
  const helper = () => `<script src="${suite.site.address}v1/resize.js" async></script>`;
  const settled = (tab: Tab) => waitFor(tab, `Math.abs(${HEIGHT} - ${WANTED}) < 1 && ${HEIGHT}`);

  /** Read-only leaves out the buttons, which makes the activity lower. */
  const growsAndShrinks = async (tab: Tab) => {
    await waitFor(tab, LIVE);
    const fits = `Math.abs(${HEIGHT} - ${WANTED}) < 1`;
    // The numbers of the example come one after the other, and each may need room.
    await waitFor(tab, `${fits} && performance.now() - heard('resize').at(-1).at > 1000`);
    const tall = await tab.evaluate<number>(HEIGHT);
    await tab.evaluate(`tell({ type: 'set', readonly: true })`);
    await waitFor(tab, `${HEIGHT} < ${tall} - 20 && ${fits}`);
    await tab.evaluate(`tell({ type: 'set', readonly: false })`);
    await waitFor(tab, `Math.abs(${HEIGHT} - ${tall}) < 2`);
  };

  test('resize.js: grows and shrinks with the content', async () => {
    await onPage(frame(activity()) + helper(), (tab) => growsAndShrinks(tab));
  });

  test('resize.js: a frame whose edges count to its height has room for all of its page', async () => {
    const style =
      '<style>* { box-sizing: border-box } iframe { border: 12px solid !important; padding: 9px }</style>';
    await onPage(style + frame(activity()) + helper(), async (tab) => {
      await waitFor(tab, LIVE);
      await waitFor(tab, `Math.abs(${HEIGHT} - 2 * 12 - 2 * 9 - ${WANTED}) < 1`);
    });
  });

  test('resize.js: an element of the page that has the name of its mark is no mark', async () => {
    await onPage(`<form name="linearAttentionResize"></form>${frame(activity())}${helper()}`, async (tab) => {
      await waitFor(tab, LIVE);
      await settled(tab);
    });
  });

  test('resize.js below the fold of a long page: the height is right before anybody scrolls there', async () => {
    const page = `<div style="height:5000px"></div>${frame(activity('load=lazy&mode=example'))}${helper()}`;
    await onPage(page, async (tab) => {
      await settled(tab);
      expect(await tab.evaluate<number>(HEIGHT)).not.toBe(300);
      expect(await tab.evaluate('scrollY')).toBe(0);
    });
  });

  test('hidden first: nothing is sent until it is shown, then the right height', async () => {
    for (const [closed, open] of [
      ['<div id="box" style="display:none">', `document.getElementById('box').style.display = 'block'`],
      ['<details id="box"><summary>More</summary>', `document.getElementById('box').open = true`],
    ]) {
      const page = `${closed}${frame(activity())}</${closed!.startsWith('<div') ? 'div' : 'details'}>${helper()}`;
      await onPage(page, async (tab) => {
        await waitFor(tab, `heard('hello').length > 0`);
        await frames(tab, 10);
        const sent = await tab.evaluate<Array<{ width: number }>>(`heard('resize')`);
        expect(sent.filter(({ width }) => width < 40)).toEqual([]);
        await tab.evaluate(open!);
        await waitFor(tab, LIVE);
        await settled(tab);
        expect(await tab.evaluate<number>(HEIGHT)).toBeGreaterThan(100);
      });
    }
  });

  describe('in a box of 500 by 300', () => {
    const box = 'width="500" height="300"';
    const below = '<div style="height:4000px"></div>';
    const ask = (fit: string) => activity(`load=auto&mode=example&fit=${fit}`);
    /** Turns the wheel once over the frame and answers how far the host has scrolled for it. */
    const turned = async (tab: Tab) => {
      const before = await tab.evaluate<number>('scrollY');
      await tab.wheel(200, 150, 100);
      // A second turn, beside the frame, is for the host: when it has come, so has the first.
      await tab.wheel(900, 600, 40);
      await waitFor(tab, `scrollY >= ${before + 40}`);
      await scrolled(tab);
      return (await tab.evaluate<number>('scrollY')) - before - 40;
    };
    /**
     * A frame that is put on the page now has waited in vain to be given its height, and says so. Those before it had
     * waited as long by then.
     */
    const patienceIsOver = async (tab: Tab) => {
      // On the screen, for a browser may stop what is far from it; and no page can give it more than it has.
      const style = '#late { position: fixed; right: 0; bottom: 0 } #late iframe { max-height: 300px }';
      const late = `<div id="late"><style>${style}</style>${frame(ask('content'), box)}</div>`;
      const at = await tab.evaluate<number>(`document.querySelectorAll('iframe').length`);
      await tab.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(late)})`);
      await waitFor(tab, `heard('warning', ${at}).length > 0`);
      await tab.evaluate(`document.getElementById('late').remove()`);
    };

    test('fit=auto, and nobody gives the height: it stays, scrolls inside, and the height never runs away', async () => {
      await onPage(frame(ask('auto'), box) + below, async (tab) => {
        await waitFor(tab, LIVE);
        // By and by it is laid out closely, lower than it has been, and stays so.
        await waitFor(tab, `Math.max(...heard('resize').map((one) => one.height)) > ${WANTED} + 10`);
        const told = await tab.evaluate<number>(`heard('resize').length`);
        // Growing in a loop would send a new size every frame.
        await frames(tab, 30);
        await tab.evaluate('askState()');
        const heights = await tab.evaluate<number[]>(`heard('resize').map((one) => one.height)`);
        expect(Math.max(...heights)).toBeLessThan(6000);
        expect(told).toBeLessThan(12);
        expect(heights.length).toBe(told);
        expect(await tab.evaluate(HEIGHT)).toBe(300);
        expect(await turned(tab)).toBe(0);
      });
    });

    test('fit=auto, and the height is given: it is laid out as ever, with nothing left to scroll', async () => {
      await onPage(frame(ask('auto'), box) + helper() + below, async (tab) => {
        await waitFor(tab, LIVE);
        await settled(tab);
        await patienceIsOver(tab);
        const height = await tab.evaluate<number>(HEIGHT);
        expect(height).toBeGreaterThan(310);
        expect(await tab.evaluate<number>(WANTED)).toBe(height);
        expect(await turned(tab)).toBeGreaterThan(0);
      });
    });

    test('fit=content, and the height is given, in a box that wants to keep its shape', async () => {
      const shaped = 'style="border:0;width:500px;aspect-ratio:5/3"';
      const framed = `<iframe src="${ask('content')}" title="Activity" ${shaped}></iframe>`;
      await onPage(framed + helper(), async (tab) => {
        await waitFor(tab, LIVE);
        await settled(tab);
        await patienceIsOver(tab);
        expect(await tab.evaluate<number>(HEIGHT)).toBe(await tab.evaluate<number>(WANTED));
        expect(await tab.evaluate(`heard('warning')`)).toEqual([]);
      });
    });

    test('fit=content, and nobody gives the height: it never scrolls inside, and says that its end is cut off', async () => {
      await onPage(frame(ask('content'), box) + below, async (tab) => {
        await waitFor(tab, LIVE);
        expect(await waitFor(tab, `heard('warning')[0]`)).toMatchObject({ key: 'fit', value: 'content' });
        expect(await turned(tab)).toBeGreaterThan(0);
        // Given the room after all, it takes the notice back.
        const told = await tab.evaluate<number>(WANTED);
        await tab.evaluate(`document.querySelector('iframe').style.height = '${told}px'`);
        await waitFor(tab, `${WANTED} < ${told} - 20`);
      });
    });

    test('fit=content does not stretch to a box that is higher', async () => {
      await onPage(frame(ask('content'), 'width="500" height="3000"'), async (tab) => {
        await waitFor(tab, LIVE);
        expect(await tab.evaluate<number>(WANTED)).toBeLessThan(2500);
      });
    });

    test('fit=frame asks for no height, fills the box, and scrolls inside', async () => {
      const head = '<style>body { background: rgb(250, 200, 100); }</style>';
      const tall = frame(ask('frame'), 'width="500" height="3000"');
      await onPage(
        frame(ask('frame'), box) + below + tall + helper(),
        async (tab) => {
          await waitFor(tab, LIVE);
          // What it would tell of itself, it would tell before it answers.
          await frames(tab);
          await tab.evaluate('askState()');
          expect(await tab.evaluate(`log.filter((one) => one.type === 'resize')`)).toEqual([]);
          expect(await tab.evaluate(HEIGHT)).toBe(300);
          const before = readPng(await tab.screenshot());
          expect(await turned(tab)).toBe(0);
          const after = readPng(await tab.screenshot());
          expect(different(before, after)).toBeGreaterThan(100);
          // The end of the higher one is still card, and no see-through canvas.
          await tab.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
          await waitFor(tab, `heard('core', 1).length > 0`);
          await expect
            .poll(async () => readPng(await tab.screenshot()).at(250, 700), { timeout: 20_000 })
            .not.toEqual([250, 200, 100]);
        },
        { head },
      );
    });
  });

  for (const sandboxed of [false, true]) {
    const attributes = sandboxed
      ? 'sandbox="allow-scripts" width="600" height="150"'
      : 'width="600" height="150"';
    const where = sandboxed ? 'in a sandbox' : 'in a plain frame';

    test(`iframe-resizer 4, the real one, ${where}`, async () => {
      const start = `<script>${iframeResizer}</script><script>
        iFrameResize({ checkOrigin: false, warningTimeout: 0 }, 'iframe');</script>`;
      await onPage(frame(activity(), attributes) + start, (tab) => growsAndShrinks(tab));
    });

    test(`open-iframe-resizer, the real one, ${where}`, async () => {
      const start = `<script>${openIframeResizer}</script><script>
        iframeResizer.initialize({ checkOrigin: false }, 'iframe');</script>`;
      await onPage(frame(activity(), attributes) + start, (tab) => growsAndShrinks(tab));
    });

    // The listeners of these hosts, as their sources have them, reduced to what decides.
    for (const [host, listener] of [
      [
        'Canvas',
        `const data = typeof e.data === 'string' ? JSON.parse(e.data) : e.data;
         if (data.subject === 'lti.frameResize') set(Number(data.height));`,
      ],
      [
        'Embedly, Medium and Observable',
        `if (typeof e.data === 'string') { const data = JSON.parse(e.data);
         if (data.context === 'iframe.resize' && data.src === frame.src) set(data.height); }`,
      ],
      [
        'H5P',
        `if (e.data.context === 'h5p') {
           if (e.data.action === 'hello') e.source.postMessage({ context: 'h5p', action: 'hello' }, e.origin);
           if (e.data.action === 'resize') set(e.data.scrollHeight); }`,
      ],
    ]) {
      test(`${host}, ${where}`, async () => {
        const listen = `<script>{ const frame = document.querySelector('iframe');
          const set = (height) => { frame.style.height = height + 'px'; };
          addEventListener('message', (e) => { if (e.source !== frame.contentWindow) return; ${listener} }); }</script>`;
        await onPage(frame(activity(), attributes) + listen, (tab) => growsAndShrinks(tab));
      });
    }

    test(`WordPress, ${where}`, async () => {
      const listen = `<script>{ const frame = document.querySelector('iframe'); const secret = 'Xq3B9zz1';
        frame.src = '${activity()}#?secret=' + secret;
        frame.addEventListener('load', () => frame.contentWindow.postMessage({ message: 'ready', secret }, '*'));
        addEventListener('message', ({ data, source }) => {
          if (!data || !data.secret || data.secret !== secret || source !== frame.contentWindow) return;
          if (data.message === 'height') frame.height = Math.min(1000, Math.max(200, parseInt(data.value, 10)));
        }); }</script>`;
      await onPage(frame('about:blank', attributes) + listen, async (tab) => {
        await waitFor(tab, LIVE);
        await waitFor(tab, `Math.abs(${HEIGHT} - Math.min(1000, ${WANTED})) < 1`);
      });
    });
  }
});

/** How many of the pixels in the first frame differ. */
function different(one: Picture, other: Picture): number {
  let count = 0;
  for (let y = 10; y < 300; y += 1) {
    for (let x = 10; x < 480; x += 1) if (String(one.at(x, y)) !== String(other.at(x, y))) count += 1;
  }
  return count;
}
