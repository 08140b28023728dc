// /v1/embed-check/ must say of each place what is true there.
import { expect, test } from 'vitest';
import { waitFor } from './lib/browsers.js';
import { frame, inEveryEngine } from './lib/suite.js';

inEveryEngine((suite) => {
  const address = () => `${suite.site.address}v1/embed-check/`;
  const READY = `heard('ready').length > 0`;

  test('in a frame that gives no height, and in one that does', async () => {
    await suite.onPage(frame(address()), async (tab) => void (await waitFor(tab, READY)));
    const helper = `<script src="${suite.site.address}v1/resize.js"></script>`;
    await suite.onPage(frame(address()) + helper, async (tab) => {
      await waitFor(tab, READY);
      const height = await tab.evaluate<number>(`document.querySelector('iframe').offsetHeight`);
      expect(height).toBeGreaterThan(310);
    });
  });

  test('by itself it says that it is in no frame, and that WebAssembly and workers run', async () => {
    const tab = await suite.browser.open();
    await tab.goto(address());
    const outcome = (id: string) => `document.querySelector('[data-check="${id}"]')?.dataset.outcome`;
    expect(await waitFor(tab, outcome('height'))).toBe('partly');
    expect(await tab.evaluate(outcome('frame'))).toBe('no');
    expect(await tab.evaluate(outcome('wasm'))).toBe('yes');
    expect(await tab.evaluate(outcome('worker'))).toBe('yes');
    expect(await tab.evaluate('localStorage.length')).toBe(0);
    await tab.close();
  });
});
