// Chromium by Playwright alone, the site and a host: for tests that ask for more than the drivers of all engines give.
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Host, startHost, startSite } from './hosts.js';

export const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
};

export interface ChromiumStage {
  readonly browser: Browser;
  readonly host: Host;
  readonly site: Awaited<ReturnType<typeof startSite>>;
}

/** Call it at the top of a file, or in a group: opened before its tests and closed after them. */
export function inChromium(): ChromiumStage {
  let browser: Browser;
  let host: Host;
  let site: ChromiumStage['site'];
  beforeAll(async () => {
    [browser, host, site] = await Promise.all([chromium.launch(CHROMIUM), startHost(), startSite()]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([host?.close(), site?.close()]);
  });
  return {
    get browser() {
      return browser;
    },
    get host() {
      return host;
    },
    get site() {
      return site;
    },
  };
}
