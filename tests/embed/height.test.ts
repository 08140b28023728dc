// The frame gets the height it needs where the host gives it, and is usable where the host does not.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { type Tab, waitFor } from './lib/browsers.js';
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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

inEveryEngine((suite) => {
  const { onPage, activity } = suite;
  const helper = () => `<script src="${suite.site.address}v1/resize.js" async></script>`;
  const settled = (tab: Tab) => waitFor(tab, `Math.abs(${HEIGHT} - ${WANTED}) < 1 && ${HEIGHT}`);

  /** Read-only leaves out the buttons, which makes the activity lower. */
  const growsAndShrinks = async (tab: Tab) => {
    await waitFor(tab, LIVE);
    const fits = `Math.abs(${HEIGHT} - ${WANTED}) < 1`;
    await pause(300);
    await waitFor(tab, fits);
    const tall = await tab.evaluate<number>(HEIGHT);
    await tab.evaluate(`tell({ type: 'set', readonly: true })`);
    await waitFor(tab, `${HEIGHT} < ${tall} - 20 && ${fits}`);
    await tab.evaluate(`tell({ type: 'set', readonly: false })`);
    await waitFor(tab, `Math.abs(${HEIGHT} - ${tall}) < 2`);
  };

  test('resize.js: grows and shrinks with the content', async () => {
    await onPage(frame(activity()) + helper(), (tab) => growsAndShrinks(tab));
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
        await pause(700);
        const sent = await tab.evaluate<Array<{ width: number }>>(`heard('resize')`);
        expect(sent.filter(({ width }) => width < 40)).toEqual([]);
        await tab.evaluate(open!);
        await waitFor(tab, LIVE);
        await settled(tab);
        expect(await tab.evaluate<number>(HEIGHT)).toBeGreaterThan(100);
      });
    }
  });

  test('no listener, a box of 500 by 300: it stays, scrolls inside, and the height never runs away', async () => {
    await onPage(
      frame(activity('load=auto&mode=example&fit=auto'), 'width="500" height="300"'),
      async (tab) => {
        await waitFor(tab, LIVE);
        await pause(800);
        expect(await tab.evaluate(HEIGHT)).toBe(300);
        const heights = await tab.evaluate<number[]>(`heard('resize').map((one) => one.height)`);
        expect(Math.max(...heights)).toBeLessThan(6000);
        // Growing in a loop would send a new size every frame.
        expect(heights.length).toBeLessThan(12);
      },
    );
  });

  test('fit=frame asks for no height at all', async () => {
    await onPage(frame(activity('load=auto&mode=example&fit=frame')) + helper(), async (tab) => {
      await waitFor(tab, LIVE);
      await pause(500);
      expect(await tab.evaluate(`heard('resize')`)).toEqual([]);
      expect(await tab.evaluate(HEIGHT)).toBe(300);
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
