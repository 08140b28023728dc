// <linear-attention> on pages that were not made for it: their style, their old libraries, what they hide and move.
import { describe, expect, test } from 'vitest';
import { waitFor } from './lib/browsers.js';
import { CHANGED, EX } from './lib/exercise.js';
import { inEveryEngine } from './lib/suite.js';

const FIRST = `document.querySelector('linear-attention')`;
const INSIDE = `${FIRST}.shadowRoot?.querySelector('la-exercise')?.shadowRoot`;
const COMPUTED = `${INSIDE}?.querySelectorAll('dl.results dd').length > 0`;

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
          await new Promise((resolve) => setTimeout(resolve, 10));
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
        for (let i = 0; i < 8; i += 1) {
          one.remove();
          await new Promise((resolve) => setTimeout(resolve, 10 * i));
          document.body.append(one);
          await new Promise((resolve) => setTimeout(resolve, 15 * i));
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
