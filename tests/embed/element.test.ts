// <linear-attention> in pages with and without a policy, loaded twice, moved about, and thirty times.
import { expect, test } from 'vitest';
import { frames } from '../frames.js';
import { waitFor } from './lib/browsers.js';
import { CHANGED, EX, FIRST } from './lib/exercise.js';
import { inEveryEngine } from './lib/suite.js';

const DEFINED = `customElements.get('linear-attention') !== undefined`;
const INLINE = `!!${FIRST}.shadowRoot?.querySelector('[part~="card"] > :not(slot, iframe, .la-notices)')`;
const FRAMED = `!!${FIRST}.shadowRoot?.querySelector('iframe')`;
const EVENTS = `<script>
  window.events = [];
  for (const type of ['ready', 'change', 'step', 'answer', 'complete', 'warning', 'error']) {
    addEventListener('la-' + type, (event) => events.push({ type, ...event.detail }));
  }
</script>`;

inEveryEngine((suite) => {
  const { onPage } = suite;
  const module = () => `<script type="module" src="${suite.site.address}v1/linear-attention.js"></script>`;
  const element = (attributes = 'load="auto"') =>
    `<linear-attention ex="${EX}" ${attributes}><a href="#">The activity, elsewhere</a></linear-attention>`;

  test('without a policy it is inline, and its properties, methods and events do what they say', async () => {
    await onPage(EVENTS + module() + element('load="auto" mode="example"'), async (tab) => {
      await waitFor(tab, DEFINED);
      await tab.evaluate(`${FIRST}.ready`);
      expect(await tab.evaluate(INLINE)).toBe(true);
      expect(await tab.evaluate(`events.filter((one) => one.type === 'ready')[0].ex`)).toBe(EX);
      await tab.evaluate(`${FIRST}.setState('${CHANGED}')`);
      expect(await waitFor(tab, `events.find((one) => one.type === 'change')`)).toMatchObject({
        dirty: true,
      });
      expect(await tab.evaluate(`${FIRST}.value === ${FIRST}.getState()`)).toBe(true);
      expect(await tab.evaluate(`${FIRST}.state`)).toMatchObject({ query: [[3, 2]] });
      await tab.evaluate(`${FIRST}.goTo(2)`);
      await waitFor(tab, `events.some((one) => one.type === 'step' && one.n === 2)`);
      await tab.evaluate(`${FIRST}.reset()`);
      await waitFor(tab, `events.some((one) => one.type === 'change' && !one.dirty)`);
    });
  });

  // A policy that forbids WebAssembly, or workers from blobs, reaches an element and not a frame.
  for (const [what, policy] of [
    ['no wasm', (site: string) => `script-src 'unsafe-inline' ${site}; frame-src ${site}`],
    [
      'wasm and no blob worker',
      (site: string) =>
        `script-src 'unsafe-inline' 'wasm-unsafe-eval' ${site}; worker-src 'self'; frame-src ${site}`,
    ],
  ] as const) {
    test(`under a policy with ${what} it becomes a frame and behaves the same`, async () => {
      const headers = { 'Content-Security-Policy': policy(suite.site.address) };
      await onPage(
        EVENTS + module() + element(),
        async (tab) => {
          await waitFor(tab, FRAMED);
          await tab.evaluate(`${FIRST}.ready`);
          await waitFor(tab, `events.some((one) => one.type === 'ready')`);
          await tab.evaluate(`${FIRST}.setState('${CHANGED}')`);
          expect(await waitFor(tab, `events.find((one) => one.type === 'change')`)).toMatchObject({
            dirty: true,
          });
        },
        { headers },
      );
    });
  }

  test("with 'wasm-unsafe-eval' and blob workers allowed, and no eval, it is inline", async () => {
    const policy = `script-src 'unsafe-inline' 'wasm-unsafe-eval' ${suite.site.address}; worker-src blob:; connect-src 'none'; frame-src 'none'`;
    await onPage(
      EVENTS + module() + element(),
      async (tab) => {
        await waitFor(tab, DEFINED);
        await tab.evaluate(`${FIRST}.ready`);
        expect(await tab.evaluate(INLINE)).toBe(true);
        await waitFor(tab, `events.some((one) => one.type === 'ready')`);
        expect(await tab.evaluate(`events.filter((one) => one.type === 'error')`)).toEqual([]);
      },
      { headers: { 'Content-Security-Policy': policy } },
    );
  });

  test('loaded twice, from two addresses, it is defined once and works', async () => {
    const again = `<script type="module" src="${suite.site.address}v1/linear-attention.js?again"></script>`;
    await onPage(module() + again + element(), async (tab) => {
      await waitFor(tab, DEFINED);
      await tab.evaluate(`${FIRST}.ready`);
    });
  });

  test('put in, moved, taken out and put back by a page that swaps its content', async () => {
    await onPage(`${module()}<div id="a">${element()}</div><div id="b"></div>`, async (tab) => {
      await waitFor(tab, DEFINED);
      await tab.evaluate(`${FIRST}.ready`);
      await tab.evaluate(`${FIRST}.setState('${CHANGED}')`);
      await tab.evaluate(`document.getElementById('b').append(${FIRST})`);
      expect(await tab.evaluate(INLINE)).toBe(true);
      await tab.evaluate(`(window.kept = ${FIRST}).remove()`);
      await frames(tab);
      await tab.evaluate(`document.getElementById('a').append(kept)`);
      await tab.evaluate(`${FIRST}.ready`);
      // What the reader did is still there.
      expect(await tab.evaluate(`${FIRST}.state`)).toMatchObject({ query: [[3, 2]] });
    });
  });

  test('ready that was asked for before an attribute changed resolves with what is then shown', async () => {
    await onPage(module(), async (tab) => {
      await waitFor(tab, DEFINED);
      await tab.evaluate(`(() => {
        const one = document.createElement('linear-attention');
        one.setAttribute('ex', '${EX}');
        one.setAttribute('load', 'auto');
        document.body.append(one);
        const { ready } = one;
        one.setAttribute('mode', 'example');
        return ready;
      })()`);
      expect(await tab.evaluate(INLINE)).toBe(true);
    });
  });

  test('moved before a reader starts it, it offers one button, and that starts it', async () => {
    await onPage(`${module()}${element('load="click"')}<div id="there"></div>`, async (tab) => {
      const buttons = `${FIRST}.shadowRoot?.querySelectorAll('.la-start')`;
      await waitFor(tab, `${buttons}?.length > 0`);
      await tab.evaluate(`document.getElementById('there').append(${FIRST})`);
      await frames(tab);
      expect(await tab.evaluate(`${buttons}.length`)).toBe(1);
      await tab.evaluate(`${buttons}[0].click()`);
      await tab.evaluate(`${FIRST}.ready`);
    });
  });

  test('moved and then taken out, it leaves nothing that watches the page', async () => {
    const count = `<script>
      window.watching = new Set();
      window.MutationObserver = class extends MutationObserver {
        observe(...args) { watching.add(this); super.observe(...args); }
        disconnect() { watching.delete(this); super.disconnect(); }
      };
    </script>`;
    await onPage(`${count}${module()}${element()}<div id="there"></div>`, async (tab) => {
      await waitFor(tab, DEFINED);
      await tab.evaluate(`${FIRST}.ready`);
      expect(await tab.evaluate('watching.size')).toBeGreaterThan(0);
      await tab.evaluate(`document.getElementById('there').append(${FIRST})`);
      await frames(tab);
      await tab.evaluate(`${FIRST}.remove()`);
      await waitFor(tab, 'watching.size === 0');
    });
  });

  test('a frame that has not answered yet makes way for that of the next attributes', async () => {
    const silent = suite.host.page('silent/embed/', { body: 'nothing answers here' });
    const base = new URL('../', silent).href;
    await onPage(module() + element(`load="auto" render="frame" base="${base}"`), async (tab) => {
      await waitFor(tab, FRAMED);
      await tab.evaluate(`${FIRST}.setAttribute('base', '${suite.site.address}v1/')`);
      await tab.evaluate(`${FIRST}.ready`);
      expect(await tab.evaluate(`${FIRST}.shadowRoot.querySelectorAll('iframe').length`)).toBe(1);
    });
  });

  test('what a reader did in a frame is still there when the page has moved it, which loads it again', async () => {
    await onPage(
      `${EVENTS}${module()}${element('load="auto" render="frame"')}<div id="there"></div>`,
      async (tab) => {
        await waitFor(tab, DEFINED);
        await tab.evaluate(`${FIRST}.ready`);
        await waitFor(tab, `events.some((one) => one.type === 'ready')`);
        await tab.evaluate(`${FIRST}.setState('${CHANGED}')`);
        await waitFor(tab, `events.some((one) => one.type === 'change' && one.dirty)`);
        await tab.evaluate('events.length = 0');
        await tab.evaluate(`document.getElementById('there').append(${FIRST})`);
        expect(await waitFor(tab, `events.find((one) => one.type === 'change')`)).toMatchObject({
          dirty: true,
        });
        expect(await tab.evaluate(`${FIRST}.state`)).toMatchObject({ query: [[3, 2]] });
      },
    );
  });

  test('another value of an attribute is another activity; a wrong one is said and falls back', async () => {
    await onPage(EVENTS + module() + element(), async (tab) => {
      await waitFor(tab, DEFINED);
      await tab.evaluate(`${FIRST}.ready`);
      await tab.evaluate(`${FIRST}.setAttribute('step', 'many')`);
      await waitFor(tab, `events.some((one) => one.type === 'warning' && one.key === 'step')`);
      await tab.evaluate(`${FIRST}.setAttribute('ex', 'nonsense')`);
      expect(await waitFor(tab, `events.find((one) => one.type === 'error')`)).toMatchObject({
        code: 'unknown-activity',
      });
      const said = `${FIRST}.shadowRoot.querySelector('[part=notices]').textContent`;
      expect(await tab.evaluate(said)).toContain('nonsense');
      // What was wrong with the old values does not stand above the right ones.
      await tab.evaluate(`${FIRST}.removeAttribute('step')`);
      await tab.evaluate(`${FIRST}.setAttribute('ex', '${EX}')`);
      await waitFor(tab, INLINE);
      expect(await tab.evaluate(said)).toBe('');
    });
  });

  test('thirty on one page share one core: each computes, and one worker was made for all', async () => {
    const count = `<script>
      window.workers = []; window.instances = 0;
      window.Worker = class extends Worker { constructor(...args) { super(...args); workers.push(this); } };
      for (const name of ['instantiate', 'instantiateStreaming']) {
        const before = WebAssembly[name];
        WebAssembly[name] = (...args) => { instances += 1; return before.apply(WebAssembly, args); };
      }
    </script>`;
    const many = element('load="auto" mode="example"').repeat(30);
    await onPage(count + many + module(), async (tab) => {
      await waitFor(tab, DEFINED);
      const all = `[...document.querySelectorAll('linear-attention')]`;
      await tab.evaluate(`Promise.all(${all}.map((one) => one.ready))`);
      // Each computes when a reader comes to it.
      await tab.evaluate(`(async () => {
        const computed = (one) => one.shadowRoot.querySelector('la-exercise')
          ?.shadowRoot.querySelectorAll('dl.results dd').length > 0;
        for (const one of ${all}) {
          one.scrollIntoView();
          while (!computed(one)) await new Promise((resolve) => setTimeout(resolve, 10));
        }
      })()`);
      // One for the core, and one that asked whether workers run at all; no core beside them on the page itself.
      expect(await tab.evaluate('[workers.length, instances]')).toEqual([2, 0]);
    });
  });
});
