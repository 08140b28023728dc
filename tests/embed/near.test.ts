// An element that starts at once and is far from the reader: it is ready, says its task, and draws the rest when somebody
// comes near.
import { expect, test } from 'vitest';
import { frames } from '../frames.js';
import { waitFor } from './lib/browsers.js';
import { CHANGED, COMPUTED, EX, FIRST } from './lib/exercise.js';
import { inEveryEngine } from './lib/suite.js';

const FAR = '<div style="height:5000px"></div>';
const INSIDE = `${FIRST}.shadowRoot.querySelector('la-exercise').shadowRoot`;
const WHOLE = `${INSIDE}.querySelector('footer') !== null`;
const READY = `<script>
  window.ready = []; window.changes = [];
  addEventListener('la-ready', (event) => ready.push(event.detail));
  addEventListener('la-change', (event) => changes.push(event.detail));
</script>`;

inEveryEngine((suite) => {
  const { onPage } = suite;
  const page = (attributes: string) =>
    `${READY}${FAR}<linear-attention ex="${EX}" load="auto" ${attributes}>soon</linear-attention>${FAR}
     <script type="module" src="${suite.site.address}v1/linear-attention.js"></script>`;
  const defined = `customElements.get('linear-attention') !== undefined`;
  /** Elsewhere nothing holds the reader's place while something above it grows, and all is drawn at once. */
  const waits = `CSS.supports('overflow-anchor', 'auto')`;

  test('it is ready, names itself and its task, and has no more than that until somebody is near', async () => {
    await onPage(page(''), async (tab) => {
      await waitFor(tab, defined);
      await tab.evaluate(`${FIRST}.ready`);
      expect(await tab.evaluate('ready')).toMatchObject([{ ex: EX, steps: 4 }]);
      expect(await tab.evaluate(`${INSIDE}.querySelector('.prose').textContent`)).toContain('Two keys');
      expect(await tab.evaluate(WHOLE)).toBe(!(await tab.evaluate(waits)));
      await tab.evaluate(`${FIRST}.scrollIntoView()`);
      await waitFor(tab, WHOLE);
      await waitFor(tab, `${INSIDE}.querySelectorAll('form input').length > 0`);
      // It was ready once.
      expect(await tab.evaluate('ready.length')).toBe(1);
    });
  });

  test('it takes a state, a step and a reset there, tells of them, and computes from them later', async () => {
    await onPage(page('mode="example"'), async (tab) => {
      await waitFor(tab, defined);
      await tab.evaluate(`${FIRST}.ready`);
      await tab.evaluate(`${FIRST}.setState('${CHANGED}')`);
      expect(await waitFor(tab, 'changes.at(-1)')).toMatchObject({ dirty: true });
      await tab.evaluate(`${FIRST}.reset()`);
      await waitFor(tab, 'changes.at(-1).dirty === false');
      await tab.evaluate(`${FIRST}.setState('${CHANGED}')`);
      await tab.evaluate(`${FIRST}.goTo(2)`);
      expect(await tab.evaluate(`${FIRST}.state`)).toMatchObject({ query: [[3, 2]] });
      await tab.evaluate(`${FIRST}.scrollIntoView()`);
      // For q = (3, 2) and the keys (2, −1) and (−1, 0) the denominator is 4 − 3.
      await waitFor(
        tab,
        `[...${INSIDE}.querySelectorAll('dl.results dd')].some((one) => one.textContent.trim() === '1')`,
      );
    });
  });

  test('the focus that a page gives it finds it whole, and does not scroll', async () => {
    await onPage(page(''), async (tab) => {
      await waitFor(tab, defined);
      await tab.evaluate(`${FIRST}.ready`);
      await tab.evaluate(`${FIRST}.focus()`);
      await waitFor(tab, WHOLE);
      expect(await tab.evaluate('scrollY')).toBe(0);
    });
  });

  test('the Tab key stops at it and then leads into its fields', async () => {
    const body = `<button id="before">before</button>${page('')}<button id="after">after</button>`;
    await onPage(body, async (tab) => {
      await waitFor(tab, defined);
      await tab.evaluate(`${FIRST}.ready`);
      await tab.evaluate(`document.getElementById('before').focus()`);
      await tab.press('Tab');
      await waitFor(tab, `document.activeElement === ${FIRST}`);
      await waitFor(tab, WHOLE);
      if (await tab.evaluate(`${INSIDE}.activeElement === null`)) await tab.press('Tab');
      await waitFor(tab, `document.activeElement === ${FIRST} && ${INSIDE}.activeElement !== null`);
    });
  });

  test('a worked example within reach waits for the numbers of the one before, which push it out of reach', async () => {
    const element = `<linear-attention ex="${EX}" load="auto" mode="example">soon</linear-attention>`;
    // The second begins within a screen of the window while the first is brief, and farther away when that is whole.
    // The clock stands: on a busy machine the first could take longer than the second waits at most.
    const body = `<script>performance.now = () => 0;</script>${element}<div id="gap"></div>${element}${FAR}
      <script>document.getElementById('gap').style.height = 2 * innerHeight - 400 + 'px';</script>
      <script type="module" src="${suite.site.address}v1/linear-attention.js"></script>`;
    await onPage(body, async (tab) => {
      await waitFor(tab, defined);
      if (!(await tab.evaluate(waits))) return;
      const second = `document.querySelectorAll('linear-attention')[1]`;
      const inSecond = `${second}.shadowRoot.querySelector('la-exercise')`;
      await waitFor(tab, COMPUTED);
      expect(await tab.evaluate(`${second}.getBoundingClientRect().top > 2 * innerHeight`)).toBe(true);
      // What is near is found by an observer, which is heard in every frame.
      await frames(tab, 10);
      expect(await tab.evaluate(`${inSecond}.brief`)).toBe(true);
      await tab.evaluate(`${second}.scrollIntoView()`);
      await waitFor(tab, `${inSecond}.shadowRoot.querySelector('dl.results dd') !== null`);
    });
  });

  test('what grows above the window does not move what is being read', async () => {
    const element = `<linear-attention ex="${EX}" load="auto">soon</linear-attention>`;
    const body = `<div style="height:300px"></div>${element.repeat(12)}<h2 id="here">Here</h2>${FAR}
      <script type="module" src="${suite.site.address}v1/linear-attention.js"></script>`;
    await onPage(body, async (tab) => {
      await waitFor(tab, defined);
      const all = `[...document.querySelectorAll('linear-attention')]`;
      await tab.evaluate(`Promise.all(${all}.map((one) => one.ready))`);
      const top = `Math.round(document.getElementById('here').getBoundingClientRect().top)`;
      await tab.evaluate(`document.getElementById('here').scrollIntoView()`);
      const last = `${all}.at(-1).shadowRoot.querySelector('la-exercise').shadowRoot`;
      await waitFor(tab, `${last}.querySelector('footer') !== null`);
      await waitFor(tab, `Math.abs(${top}) < 2`);
    });
  });
});
