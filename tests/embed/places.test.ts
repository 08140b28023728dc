// <linear-attention> wherever careless pages put it: boxes that are as wide as what they hold, pages without a doctype,
// pages in Arabic, pages with keys of their own.
import { expect, test } from 'vitest';
import { type Tab, waitFor } from './lib/browsers.js';
import { COMPUTED, EX, FIRST, INSIDE } from './lib/exercise.js';
import { inEveryEngine } from './lib/suite.js';

inEveryEngine((suite) => {
  const { onPage } = suite;
  const module = () => `<script type="module" src="${suite.site.address}v1/linear-attention.js"></script>`;
  const element = (attributes = 'mode="example"') =>
    `<linear-attention ex="${EX}" load="auto" ${attributes}>soon</linear-attention>`;

  test.each([
    ['a flex box that does not stretch', 'display: flex; flex-direction: column; align-items: center', ''],
    ['a row of a flex box', 'display: flex', ''],
    ['a grid of one column for all', 'display: grid; grid-template-columns: auto', ''],
    ['a place as wide as its content', 'width: fit-content', ''],
    ['a line of text', '', 'display: inline-block'],
    ['a place that floats', '', 'float: left'],
    ['a cell of a table', 'display: table-cell', ''],
    ['a page written from top to bottom', 'writing-mode: vertical-rl', ''],
  ])('in %s it has a width to be read in, and no more than there is', async (_, around, own) => {
    const style = `<style>#place { ${around} } linear-attention { ${own} }</style>`;
    for (const width of [1000, 480]) {
      const box = `<div style="width: ${width}px"><div id="place">${element()}</div></div>`;
      await onPage(style + module() + box, async (tab) => {
        await tab.setViewport(width + 16, 768);
        await waitFor(tab, COMPUTED);
        const wide = await tab.evaluate<number>(`${FIRST}.getBoundingClientRect().width`);
        expect(wide).toBeGreaterThanOrEqual(320);
        expect(wide).toBeLessThanOrEqual(width);
      });
    }
  });

  test.each([300, 240])('beside something else in a row, %i px are enough for it', async (width) => {
    const row = `<div style="display: flex"><div style="width: ${width}px; flex: none">Words</div>
      <div style="flex: 1; min-width: 0">${element()}</div></div>`;
    await onPage(module() + row, async (tab) => {
      await tab.setViewport(2 * width + 16, 768);
      await waitFor(tab, COMPUTED);
      expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });
  });

  /** What text in a table inside looks like, and where the first column stands. */
  const look = (tab: Tab) =>
    tab.evaluate(`(() => {
      const table = ${INSIDE}.querySelector('la-matrix').shadowRoot.querySelector('table');
      const [first, second] = table.querySelector('tr').querySelectorAll('td');
      const { color, direction, fontSize, fontStyle, fontWeight, lineHeight, textAlign, textDecorationLine, whiteSpace, webkitTextFillColor, quotes, listStyleType } =
        getComputedStyle(first);
      const leftToRight = first.getBoundingClientRect().left < second.getBoundingClientRect().left;
      return { leftToRight, color, direction, fontSize, fontStyle, fontWeight, lineHeight, textAlign, textDecorationLine, whiteSpace, webkitTextFillColor, quotes, listStyleType };
    })()`);
  const DARK = 'body { background: #111; color: #eee; color-scheme: dark }';
  test.each([
    ['without a doctype', { doctype: '' }, DARK],
    ['in Arabic', { htmlAttributes: 'dir="rtl"' }, DARK],
    [
      'whose text is set in every way that is inherited',
      {},
      `${DARK} body { -webkit-text-fill-color: transparent; font: italic 900 40px/4 serif; list-style: square; quotes: "x" "y"; white-space: nowrap; text-align: justify; border-spacing: 30px; empty-cells: hide; tab-size: 1 }`,
    ],
  ] as const)('on a page %s its matrices look as on any other', async (_, options, style) => {
    let plain: unknown;
    await onPage(`<style>${DARK}</style>${module()}${element()}`, async (tab) => {
      await waitFor(tab, COMPUTED);
      plain = await look(tab);
      expect(plain).toMatchObject({ leftToRight: true, direction: 'ltr' });
    });
    await onPage(
      `<style>${style}</style>${module()}${element()}`,
      async (tab) => {
        await waitFor(tab, COMPUTED);
        expect(await look(tab)).toEqual(plain);
      },
      options,
    );
  });

  test('the spacing of letters and words that a reader has set is kept, and what hides it hides it', async () => {
    const style = '<style>body { letter-spacing: 2px; word-spacing: 5px; visibility: hidden }</style>';
    await onPage(style + module() + element(), async (tab) => {
      await waitFor(tab, COMPUTED);
      const found = `(() => {
        const { letterSpacing, wordSpacing, visibility } = getComputedStyle(${INSIDE}.querySelector('.prose'));
        return [letterSpacing, wordSpacing, visibility];
      })()`;
      expect(await tab.evaluate(found)).toEqual(['2px', '5px', 'hidden']);
    });
  });

  // Sphinx and reveal.js listen like this, and leave out keys whose target is a field.
  test('what is typed into its fields is not heard by a page with keys of its own; Tab and Escape are', async () => {
    const listen = `<script>
      window.keys = [];
      for (const type of ['keydown', 'keypress', 'keyup']) document.addEventListener(type, (event) => {
        if (!/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) keys.push(event.key);
      });
    </script>`;
    await onPage(listen + module() + element('mode="practice"'), async (tab) => {
      const field = `${INSIDE}?.querySelector('la-matrix')?.shadowRoot?.querySelector('input')`;
      await waitFor(tab, `${field} != null`);
      const press = (target: string, key: string, more = '') =>
        tab.evaluate(`['keydown', 'keypress', 'keyup'].forEach((type) => (${target}).dispatchEvent(
          new KeyboardEvent(type, { key: '${key}', bubbles: true, composed: true, cancelable: true ${more} })))`);
      for (const key of ['1', 's', '/', ' ', 'ArrowLeft', 'PageDown']) await press(field, key);
      const button = `${INSIDE}.querySelector('form button')`;
      for (const key of [' ', 'Enter']) await press(button, key);
      expect(await tab.evaluate('keys')).toEqual([]);
      await press(field, 'Tab');
      await press(field, 'Escape');
      await press(field, 'k', ', ctrlKey: true');
      await press(button, 's');
      const times = (key: string) => [key, key, key];
      expect(await tab.evaluate('keys')).toEqual(['Tab', 'Escape', 'k', 's'].flatMap(times));
    });
  });

  test.each([
    "require-trusted-types-for 'script'",
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ])('under the policy %s it is live', async (policy) => {
    await onPage(
      module() + element(),
      async (tab) => {
        await waitFor(tab, `customElements.get('linear-attention') !== undefined`);
        await tab.evaluate(`${FIRST}.ready`);
        await waitFor(tab, `log.some(({ type }) => type === 'core') || ${COMPUTED}`);
      },
      { headers: { 'Content-Security-Policy': policy } },
    );
  });
});
