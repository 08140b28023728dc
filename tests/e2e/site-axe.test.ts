// axe on every page of the site, in both themes, with every figure of the walk running.
import { expect, test } from 'vitest';
import { axeFindings } from './axe.js';
import { useSite } from './harness.js';
import { startAll } from './rest.js';

const site = useSite();

for (const colorScheme of ['light', 'dark'] as const) {
  for (const path of ['', 'play/', 'teach/', 'teach/?ex=own', 'about/']) {
    test(`/${path} in ${colorScheme}`, async () => {
      // The page's own policy would refuse the script that looks at it.
      const page = await site.open(path, { colorScheme, bypassCSP: true });
      await startAll(page);
      expect(await axeFindings(page)).toEqual([]);
    });
  }
}
