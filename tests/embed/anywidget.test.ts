// /v1/anywidget.js in a page that calls it as hosts of anywidgets do: a model with get, set, save_changes, on and off.
import { expect, test } from 'vitest';
import { pack } from '../../web/model/state.js';
import { FIRST } from '../../web/pages/teach/own-draft.js';
import { type Tab, waitFor } from './lib/browsers.js';
import { CHANGED, EX } from './lib/exercise.js';
import { inEveryEngine } from './lib/suite.js';

/** The smallest host: values, and listeners by the name of the event. */
const HOST = (address: string, values: object) => `<div id="cell"></div><script type="module">
  const values = ${JSON.stringify(values)};
  const listeners = [];
  window.saves = 0;
  window.model = {
    get: (key) => values[key],
    set: (key, value) => { values[key] = value; },
    save_changes: () => { saves += 1; },
    on: (event, callback) => { listeners.push([event, callback]); },
    off: (event, callback) => {
      const at = listeners.findIndex(([name, one]) => name === event && one === callback);
      if (at >= 0) listeners.splice(at, 1);
    },
  };
  window.listening = () => listeners.length;
  /** What the other side of the model, a notebook's Python, changes. */
  window.change = (key, value) => {
    values[key] = value;
    for (const [event, callback] of [...listeners]) if (event === 'change:' + key) callback();
  };
  const widget = (await import('${address}')).default;
  await widget.initialize?.({ model });
  window.cleanUp = await widget.render({ model, el: document.getElementById('cell') });
</script>`;
const ELEMENT = `document.querySelector('#cell linear-attention')`;

inEveryEngine((suite) => {
  const render = (values: object, run: (tab: Tab) => Promise<void>) =>
    suite.onPage(HOST(`${suite.site.address}v1/anywidget.js`, values), async (tab) => {
      await waitFor(tab, 'window.cleanUp !== undefined');
      await tab.evaluate(`${ELEMENT}.ready`);
      await run(tab);
    });

  test("the model's keys are the settings, and its changes reach the activity", async () => {
    await render({ ex: EX, load: 'auto', readonly: true, hide: ['header', 'hints'] }, async (tab) => {
      expect(await tab.evaluate(`${ELEMENT}.getAttribute('hide')`)).toBe('header,hints');
      const inside = `${ELEMENT}.shadowRoot.querySelector('la-exercise').shadowRoot`;
      expect(await tab.evaluate(`${inside}.querySelector('h2')`)).toBe(null);
      expect(await tab.evaluate(`${inside}.querySelector('[data-action]')`)).toBe(null);
      await tab.evaluate(`change('readonly', false)`);
      await waitFor(
        tab,
        `!!${ELEMENT}.shadowRoot.querySelector('la-exercise')?.shadowRoot.querySelector('[data-action]')`,
      );
    });
  });

  test("a teacher's own exercise travels in the model", async () => {
    await render({ ex: 'own', exercise: pack(FIRST), load: 'auto' }, async (tab) => {
      const heading = `${ELEMENT}.shadowRoot.querySelector('la-exercise').shadowRoot.querySelector('h2')`;
      expect(await tab.evaluate(`${heading}.textContent.trim()`)).toBe((FIRST as { title: string }).title);
    });
  });

  test('the state goes both ways', async () => {
    await render({ ex: EX, load: 'auto', value: '' }, async (tab) => {
      // From the reader to the model.
      await tab.evaluate(`${ELEMENT}.setState('${CHANGED}')`);
      await waitFor(tab, 'saves > 0');
      expect(await tab.evaluate(`model.get('value') === ${ELEMENT}.value && model.get('value') !== ''`)).toBe(
        true,
      );
      // From the model to the activity.
      await tab.evaluate(`${ELEMENT}.reset()`);
      expect(await tab.evaluate(`${ELEMENT}.state.query`)).not.toEqual([[3, 2]]);
      await tab.evaluate(`change('value', '${CHANGED}')`);
      expect(await tab.evaluate(`${ELEMENT}.state.query`)).toEqual([[3, 2]]);
    });
  });

  test('a value that the model has at the start is taken, and cleaning up leaves nothing', async () => {
    await render({ ex: EX, load: 'auto', value: CHANGED }, async (tab) => {
      expect(await tab.evaluate(`${ELEMENT}.state.query`)).toEqual([[3, 2]]);
      expect(await tab.evaluate<number>('listening()')).toBeGreaterThan(5);
      await tab.evaluate('cleanUp()');
      expect(await tab.evaluate('listening()')).toBe(0);
      expect(await tab.evaluate(`document.getElementById('cell').childElementCount`)).toBe(0);
    });
  });
});
