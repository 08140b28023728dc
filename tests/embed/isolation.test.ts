// Pages that isolate themselves (Cross-Origin-Embedder-Policy): what docs/embedding/html.md says of them is so.
import { expect, test } from 'vitest';
import { waitFor } from './lib/browsers.js';
import { EX } from './lib/exercise.js';
import { startSite } from './lib/hosts.js';
import { frame, inEveryEngine, LIVE } from './lib/suite.js';

const headers = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

inEveryEngine((suite) => {
  const { onPage, activity } = suite;

  test('a plain frame is blocked there; with `credentialless` it is live in Chromium', async () => {
    const isolated = await suite.serve(() =>
      startSite({ headers: { ...headers, 'Cross-Origin-Resource-Policy': 'cross-origin' } }),
    );
    const frames = frame(activity()) + frame(activity(), 'credentialless width="600" height="300"');
    await onPage(
      frames,
      async (tab) => {
        expect(await tab.evaluate('crossOriginIsolated')).toBe(true);
        if (suite.name === 'chromium')
          await waitFor(tab, `heard('ready', 1).length > 0 && heard('core', 1).length > 0`);
        // A frame that came after them, from a site that isolates itself too, is live: theirs would be by then.
        await tab.evaluate(
          `document.body.insertAdjacentHTML('beforeend', '${frame(activity(undefined, isolated))}')`,
        );
        await waitFor(tab, `heard('ready', 2).length > 0 && heard('core', 2).length > 0`);
        const live = await tab.evaluate<number[]>('[...new Set(log.map((one) => one.frame))].sort()');
        expect(live).toEqual(suite.name === 'chromium' ? [1, 2] : [2]);
      },
      { headers },
    );
  });

  test('the element is inline there and live in every engine', async () => {
    const element = `<script type="module" src="${suite.site.address}v1/linear-attention.js"></script>
      <linear-attention ex="${EX}" load="auto" mode="example">soon</linear-attention>`;
    await onPage(
      element,
      async (tab) => {
        await waitFor(tab, `customElements.get('linear-attention') !== undefined`);
        await tab.evaluate(`document.querySelector('linear-attention').ready`);
        await waitFor(
          tab,
          `document.querySelector('linear-attention').shadowRoot.querySelector('la-exercise')
            ?.shadowRoot.querySelectorAll('dl.results dd').length > 0`,
        );
      },
      { headers },
    );
  });

  test('without the policy the plain frame is live: it was the policy that blocked it', async () => {
    await onPage(frame(activity()), async (tab) => void (await waitFor(tab, LIVE)));
  });
});
