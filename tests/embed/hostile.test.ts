// <linear-attention> on pages that were not made for it: their style, their old libraries, what they hide and move.
import { describe, expect, test } from 'vitest';
import { waitFor } from './lib/browsers.js';
import { CHANGED, COMPUTED, EX, FIRST, INSIDE } from './lib/exercise.js';
import { inEveryEngine } from './lib/suite.js';

inEveryEngine((suite) => {
  const { onPage } = suite;
  const module = () => `<script type="module" src="${suite.site.address}v1/linear-attention.js"></script>`;
  const element = (ex = EX, attributes = '') =>
    `<linear-attention ex="${ex}" load="auto" mode="example" ${attributes}>soon</linear-attention>`;

  describe('its words look the same', () => {
    test('whatever the page does to its own text', async () => {
      const style = `<style>
        body { cursor: wait; line-height: 3; text-align: center; text-indent: 3em; text-transform: uppercase; white-space: pre; word-break: break-all }
      </style>`;
      const look = `(() => {
        const { cursor, textAlign, textIndent, textTransform, whiteSpace, wordBreak, lineHeight } =
          getComputedStyle(${INSIDE}.querySelector('.prose'));
        return { cursor, textAlign, textIndent, textTransform, whiteSpace, wordBreak, lineHeight };
      })()`;
      let plain: unknown;
      await onPage(module() + element(), async (tab) => {
        await waitFor(tab, COMPUTED);
        plain = await tab.evaluate(look);
      });
      await onPage(style + module() + element(), async (tab) => {
        await waitFor(tab, COMPUTED);
        expect(await tab.evaluate(look)).toEqual(plain);
        expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      });
    });

    test.each(['* { all: unset }', 'div { display: none }', '* { letter-spacing: 1em }'])(
      'it is whole, and no wider than the page, under %s',
      async (rule) => {
        await onPage(`<style>${rule}</style>${module()}${element()}`, async (tab) => {
          await waitFor(tab, COMPUTED);
          expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
          expect(
            await tab.evaluate(`${INSIDE}.querySelector('footer').getBoundingClientRect().height`),
          ).toBeGreaterThan(0);
        });
      },
    );
  });

  // As Prototype.js 1.6 had it: what JSON.stringify makes of an array is then a string.
  const TO_JSON = `const json = (x) => Array.isArray(x) ? '[' + x.map(json).join(', ') + ']' : JSON.stringify(x);
    Array.prototype.toJSON = function () { return json([...this]); };`;
  const FROZEN = `for (const one of [Object, Array, Function, String, Number, Promise, Map, Set, Error, Float32Array]) Object.freeze(one.prototype);`;
  const EXTENDED = `Array.prototype.last = function () { return this.at(-1); }; Object.prototype.each = () => {}; String.prototype.each = 1;`;
  const AMD = `window.define = () => { throw new Error('define was called'); }; define.amd = {}; window.module = { exports: {} };`;
  test.each([
    ['arrays with a toJSON of their own', TO_JSON],
    ['frozen prototypes', FROZEN],
    ['prototypes with more than they had', EXTENDED],
    ['a loader of AMD modules', AMD],
  ])('it computes, and takes and gives its state, beside %s', async (_, script) => {
    await onPage(`<script>${script}</script>${module()}${element()}`, async (tab) => {
      await waitFor(tab, COMPUTED);
      await tab.evaluate(`${FIRST}.value = '${CHANGED}'`);
      expect(await tab.evaluate(`JSON.stringify(${FIRST}.state.query) === JSON.stringify([[3, 2]])`)).toBe(
        true,
      );
      const given = await tab.evaluate<string>(`${FIRST}.value`);
      await tab.evaluate(`${FIRST}.reset()`);
      await tab.evaluate(`${FIRST}.value = '${given}'`);
      expect(await tab.evaluate(`${FIRST}.state.query[0][0]`)).toBe(3);
      // WebKit's driver tells of arrays by the page's own means.
      await tab.evaluate('delete Array.prototype.toJSON');
    });
  });

  // What Prototype.js, MooTools and others of their time put in place of builtins.
  test.each([
    [
      'Array.from without a function',
      'Array.from = function (of) { return Array.prototype.slice.call(of); };',
    ],
    ['an Event of its own', 'window.Event = function (event) { this.type = event.type.toLowerCase(); };'],
    [
      'arrays whose entries() are their values',
      'Array.prototype.entries = function () { return this.slice(); };',
    ],
    [
      'functions that bind without arguments',
      'Function.prototype.bind = function (to) { const bound = this; return function () { return bound.apply(to, arguments); }; };',
    ],
    ['Object.keys that throws', `Object.keys = () => { throw new TypeError('not here'); };`],
  ])('on a page with %s it becomes a frame, and is whole', async (_, script) => {
    await onPage(`${module()}<script>${script}</script>${element()}`, async (tab) => {
      await waitFor(tab, `${FIRST}.shadowRoot?.querySelector('iframe') != null`);
      await tab.evaluate(`${FIRST}.ready`);
      await waitFor(tab, `log.some(({ type }) => type === 'core')`);
      await tab.evaluate(`${FIRST}.value = '${CHANGED}'`);
      await waitFor(tab, `log.some(({ type, dirty }) => type === 'state' && dirty)`);
      expect(await tab.evaluate(`JSON.stringify(${FIRST}.state.query)`)).toBe('[[3,2]]');
    });
  });

  test('put into a window that the page opened, or into a frame, it keeps its look, and draws and computes there', async () => {
    const other = `<iframe id="other" srcdoc="<!doctype html><title>Other</title>" width="900" height="600"></iframe>`;
    await onPage(module() + other + element(), async (tab) => {
      await waitFor(tab, COMPUTED);
      const look = (of: string) => `(() => {
        const card = ${of}.shadowRoot.querySelector('[part=card]');
        const inside = ${of}.shadowRoot.querySelector('la-exercise').shadowRoot;
        return [card, inside.querySelector('h2'), inside.querySelector('footer la-actions').shadowRoot.querySelector('button'), inside.querySelector('la-matrix').shadowRoot.querySelector('input, td')]
          .map((one) => { const { display, fontFamily, fontSize, padding, borderTopWidth } = getComputedStyle(one);
            return { display, fontFamily, fontSize, padding, borderTopWidth }; });
      })()`;
      const here = await tab.evaluate(look(FIRST));
      await tab.evaluate(`(() => {
        window.moved = ${FIRST};
        document.getElementById('other').contentDocument.body.append(moved);
      })()`);
      expect(await tab.evaluate(look('moved'))).toEqual(here);
      // What it makes from now on belongs to the other document too.
      await tab.evaluate(`moved.value = '${CHANGED}'`);
      const computed = `moved.shadowRoot.querySelector('la-exercise').shadowRoot.querySelectorAll('dl.results dd').length > 0`;
      await waitFor(tab, computed);
      expect(await tab.evaluate(`moved.state.query[0][0]`)).toBe(3);
      expect(await tab.evaluate(look('moved'))).toEqual(here);
      // And an activity that starts there.
      await tab.evaluate(`moved.setAttribute('ex', 'softmax-rank')`);
      await waitFor(
        tab,
        `moved.shadowRoot.querySelector('la-station-softmax')?.shadowRoot?.querySelector('la-heatmap')?.shadowRoot?.querySelector('canvas') != null`,
      );
      expect(
        await tab.evaluate(
          `getComputedStyle(moved.shadowRoot.querySelector('la-station-softmax').shadowRoot.querySelector('la-heatmap').shadowRoot.querySelector('.stage')).position`,
        ),
      ).toBe('relative');
    });
  });

  test.each(['map', 'table'])(
    'a heat map seen as a %s follows the width of a page that watches sizes, and brings no error into it',
    async (view) => {
      const watched = `<div id="around" style="width: 900px">${element('softmax-rank')}</div>
        <script>window.told = 0; new ResizeObserver(() => { told += 1; }).observe(document.getElementById('around'));</script>`;
      await onPage(module() + watched, async (tab) => {
        const map = `${FIRST}.shadowRoot?.querySelector('la-station-softmax')?.shadowRoot?.querySelector('la-heatmap')?.shadowRoot`;
        await waitFor(tab, `${map}?.querySelector('canvas') != null`);
        if (view === 'table') {
          await tab.evaluate(`${map}.querySelector('button.toggle').click()`);
          await waitFor(tab, `${map}.querySelector('.table td') != null`);
        }
        for (const width of [700, 500, 330, 600, 340, 900]) {
          const before = await tab.evaluate<number>('told');
          await tab.evaluate(`document.getElementById('around').style.width = '${width}px'`);
          await waitFor(tab, `told > ${before}`);
          await tab.evaluate(
            'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))',
          );
        }
        expect(await tab.evaluate('errors')).toEqual([]);
      });
    },
  );

  test.each(['value', 'state'])('%s that a page sets before the script has come is kept', async (name) => {
    const given = name === 'value' ? `'${CHANGED}'` : '{ query: [[3, 2]] }';
    const early = `<script>${FIRST}.${name} = ${given}</script>`;
    await onPage(element() + early + module(), async (tab) => {
      await waitFor(tab, COMPUTED);
      expect(await tab.evaluate(`${FIRST}.state`)).toMatchObject({ query: [[3, 2]] });
    });
  });

  test('moved again and again while it computes, it computes to the end', async () => {
    const body = `${module()}<div id="a">${element('constant-memory')}</div><div id="b"></div>`;
    await onPage(body, async (tab) => {
      await waitFor(tab, `${INSIDE} != null`);
      await tab.evaluate(`(async () => {
        for (let i = 0; i < 10; i += 1) {
          document.getElementById(i % 2 ? 'a' : 'b').append(${FIRST});
          await new Promise((drawn) => requestAnimationFrame(drawn));
        }
      })()`);
      await waitFor(tab, COMPUTED);
    });
  });

  test('removed and put back while it computes, it is there once and computes', async () => {
    await onPage(`${module()}${element('constant-memory')}`, async (tab) => {
      await waitFor(tab, `${INSIDE} != null`);
      await tab.evaluate(`(async () => {
        const one = ${FIRST};
        const draw = async (frames) => {
          for (let i = 0; i < frames; i += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
        };
        for (let i = 0; i < 8; i += 1) {
          one.remove();
          await draw(i);
          document.body.append(one);
          await draw(2 * i);
        }
      })()`);
      await waitFor(tab, COMPUTED);
      expect(await tab.evaluate(`${FIRST}.shadowRoot.querySelectorAll('la-exercise').length`)).toBe(1);
    });
  });

  test.each([
    ['<details>', '</details>', `document.querySelector('details').open = true`],
    ['<div id="tab" style="display:none">', '</div>', `document.getElementById('tab').style.display = ''`],
    ['<div id="tab" hidden>', '</div>', `document.getElementById('tab').hidden = false`],
  ])('inside %s it is drawn and computed when that is opened', async (start, end, open) => {
    await onPage(module() + start + element() + end, async (tab) => {
      await waitFor(tab, `customElements.get('linear-attention') !== undefined`);
      await tab.evaluate(`${FIRST}.ready`);
      await tab.evaluate(open);
      await waitFor(tab, COMPUTED);
      expect(await tab.evaluate(`${FIRST}.getBoundingClientRect().height`)).toBeGreaterThan(300);
    });
  });
});
