// Files opened from a disk, in every engine; and what a folder of the built site can still do there.
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enginesUnderTest, type TestBrowser, waitFor } from './lib/browsers.js';
import { EX } from './lib/exercise.js';
import { dist } from './lib/hosts.js';

for (const { name, launch } of enginesUnderTest()) {
  describe(name, () => {
    let browser: TestBrowser;
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());

    const shows = async (path: string, query: string, expression: string) => {
      const tab = await browser.open();
      try {
        await tab.goto(`${pathToFileURL(dist + path).href}${query}`);
        await waitFor(tab, expression);
      } finally {
        await tab.close();
      }
    };
    /** The worked example's numbers: the core has run. */
    const computed = `document.querySelector('la-exercise')?.shadowRoot.querySelectorAll('dl.results dd').length > 0`;

    test('the file of one activity computes', async () => {
      await shows(`offline/${EX}.html`, '?load=auto&mode=example', computed);
    });

    test('the file with everything lists, and computes the one that is chosen', async () => {
      await shows(
        'offline/linear-attention.html',
        '',
        `document.querySelectorAll('#la-static li a').length > 9`,
      );
      await shows('offline/linear-attention.html', `?ex=${EX}&load=auto&mode=example`, computed);
    });

    test('the pages of the site need no server either: their script is a classic one', async () => {
      await shows(`site/v1/embed/${EX}/index.html`, '?load=auto&mode=example', computed);
    });

    test('the static worked example is there without any of it', async () => {
      const tab = await browser.open();
      await tab.goto(`${pathToFileURL(`${dist}offline/${EX}.html`).href}?load=click`);
      const text = await tab.evaluate<string>(`document.getElementById('la-static').textContent`);
      expect(text).toContain('Worked solution');
      expect(await tab.evaluate(`document.querySelectorAll('#la-static math').length`)).toBeGreaterThan(3);
      await tab.close();
    });
  });
}
