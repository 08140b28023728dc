// What costs nothing while nobody needs it: an element that is scrolled out of reach stops computing and goes on where it
// stopped; a core that nobody asks is given up, and is there again for the next question.
import { expect, test } from 'vitest';
import { type Tab, waitFor } from './lib/browsers.js';
import { CHANGED, EX, FIRST } from './lib/exercise.js';
import { inEveryEngine } from './lib/suite.js';

const INSIDE = `${FIRST}.shadowRoot.querySelector('la-station-learned-map').shadowRoot`;
/** While the map is trained, five steps a call: how many have been done. */
const STEPS = `${INSIDE}.querySelector('progress')?.value`;
const FAR = '<div style="height:6000px"></div>';
/** Counts what the page asks of workers and of the browser's frames, from before our script is there. */
const COUNTS = `<script>
  window.calls = []; window.frames_asked = 0;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message.call) calls.push(message.call);
    return post.call(this, message, ...rest);
  };
  const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = (...args) => { frames_asked += 1; return ask.apply(window, args); };
  window.look = async (frames) => { for (let i = 0; i < frames; i += 1) await new Promise((drawn) => ask.call(window, drawn)); };
</script>`;
const TOTAL = 500;
/** Counted in frames of the page: while it computed, each of them would see a call and a drawing. */
const LOOKED = 60;

inEveryEngine((suite) => {
  const { onPage } = suite;
  const page = (attributes = '') =>
    `${COUNTS}<linear-attention ex="learned-map" steps="${TOTAL}" ${attributes}>soon</linear-attention>${FAR}
     <script type="module" src="${suite.site.address}v1/linear-attention.js"></script>`;
  const counted = `({ calls: calls.length, frames: frames_asked })`;
  const looked = `look(${LOOKED})`;

  const trainAndLeave = async (tab: Tab) => {
    await waitFor(tab, `${FIRST}.shadowRoot?.querySelector('la-station-learned-map') != null`);
    await waitFor(tab, `${INSIDE}.querySelector('.runner .main') !== null`);
    await tab.evaluate(`${INSIDE}.querySelector('.runner .main').click()`);
    await waitFor(tab, `${STEPS} >= 10`);
    await tab.evaluate('scrollTo(0, 6000)');
    // The call that ran is left to finish, and what it brought is drawn.
    await tab.evaluate(looked);
  };

  test('it asks for no call and no frame there, and nothing of its training is lost', async () => {
    await onPage(page(), async (tab) => {
      await trainAndLeave(tab);
      const before = await tab.evaluate<{ calls: number; frames: number }>(counted);
      const steps = await tab.evaluate<number>(STEPS);
      await tab.evaluate(looked);
      expect(await tab.evaluate(counted)).toEqual(before);
      expect(await tab.evaluate(STEPS)).toBe(steps);
      expect(steps).toBeLessThan(TOTAL);

      await tab.evaluate('scrollTo(0, 0)');
      await waitFor(tab, `${INSIDE}.querySelector('.runner .main')?.ariaDisabled === 'true'`);
      // One training from beginning to end, and each of its steps was asked for once.
      const asked = (name: string) => tab.evaluate(`calls.filter((call) => call === '${name}').length`);
      expect([await asked('openTrainer'), await asked('train')]).toEqual([1, TOTAL / 5]);
    });
  });

  test('a core with nothing to do is given up, and the next change of the reader finds another', async () => {
    const watch = `<script>
      window.made = 0; window.working = 0;
      window.Worker = class extends Worker {
        constructor(...args) { super(...args); made += 1; working += 1; }
        terminate() { working -= 1; super.terminate(); }
      };
    </script>`;
    const body = `${watch}<linear-attention ex="${EX}" load="auto" mode="example">soon</linear-attention>
      <script type="module" src="${suite.site.address}v1/linear-attention.js"></script>`;
    const results = `[...(${FIRST}.shadowRoot?.querySelector('la-exercise')?.shadowRoot.querySelectorAll('dl.results dd') ?? [])]
      .map((one) => one.textContent.trim())`;
    await onPage(body, async (tab) => {
      const first = await waitFor<string[]>(tab, `${results}.length > 0 && ${results}`);
      await waitFor(tab, 'working === 0');
      await tab.evaluate(`${FIRST}.value = '${CHANGED}'`);
      await waitFor(tab, `${results}.length > 0 && ${results}.join() !== '${first.join()}'`);
      // One that asked whether workers run at all, and two cores.
      expect(await tab.evaluate('made')).toBe(3);
    });
  });

  test('a run that the reader cancels closes its stream, and its core is given up', async () => {
    const watch = `${COUNTS}<script>
      window.working = 0;
      const end = Worker.prototype.terminate;
      Worker.prototype.terminate = function () { working -= 1; return end.call(this); };
      const Made = Worker;
      window.Worker = class extends Made { constructor(...args) { super(...args); working += 1; } };
    </script>`;
    const body = `${watch}<linear-attention ex="constant-memory" load="auto" mode="example">soon</linear-attention>
      <script type="module" src="${suite.site.address}v1/linear-attention.js"></script>`;
    const exercise = `${FIRST}.shadowRoot?.querySelector('la-exercise')?.shadowRoot`;
    const run = `${exercise}?.querySelector('[data-demo="millions"]')`;
    const cancel = `${exercise}.querySelector('la-progress')?.shadowRoot?.querySelector('button')`;
    const asked = (name: string) => `calls.filter((call) => call === '${name}').length`;
    await onPage(body, async (tab) => {
      await waitFor(tab, `${exercise}?.querySelectorAll('dl.results dd').length > 0 && ${run} != null`);
      const before = await tab.evaluate<number>(asked('openStream'));
      await tab.evaluate(`${run}.click()`);
      await waitFor(tab, `${asked('runStream')} > ${before} && ${cancel} != null`);
      await tab.evaluate(`${cancel}.click()`);
      await waitFor(tab, `${asked('cancel')} > 0`);
      await waitFor(
        tab,
        `${asked('openStream')} > ${before} && ${asked('close')} === ${asked('openStream')}`,
      );
      await waitFor(tab, 'working === 0');
    });
  });

  test('taken off the page there, it closes what it had opened', async () => {
    await onPage(page(), async (tab) => {
      await trainAndLeave(tab);
      await tab.evaluate(`${FIRST}.remove()`);
      await waitFor(tab, `calls.includes('close')`);
    });
  });
});
