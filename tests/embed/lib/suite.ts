// One browser, one host and the site for the tests of a file, in every engine under test.
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { enginesUnderTest, type Tab, type TestBrowser } from './browsers.js';
import { EX } from './exercise.js';
import { type Host, hostDocument, startHost, startSite } from './hosts.js';

type Server = Awaited<ReturnType<typeof startSite>>;

export interface HostOptions {
  head?: string;
  htmlAttributes?: string;
  /** '' for a page in quirks mode. */
  doctype?: string;
  headers?: Record<string, string>;
  dark?: boolean;
}

export interface Suite {
  readonly name: TestBrowser['name'];
  readonly host: Host;
  readonly site: Server;
  readonly browser: TestBrowser;
  /** Opens a host page with this body, runs the test in it, and wants no uncaught error in the host. */
  onPage(body: string, run: (tab: Tab) => Promise<void>, options?: HostOptions): Promise<void>;
  /** The address of the activity on the site. */
  activity(query?: string, on?: Server): string;
  /** A further server, closed after the file. */
  serve(start: () => Promise<Server>): Promise<Server>;
}

export function inEveryEngine(define: (suite: Suite) => void): void {
  for (const { name, launch } of enginesUnderTest()) {
    describe(name, () => {
      let browser: TestBrowser;
      let host: Host;
      let site: Server;
      let pages = 0;
      const further: Server[] = [];
      beforeAll(async () => {
        [browser, host, site] = await Promise.all([launch(), startHost(), startSite()]);
      });
      afterAll(async () => {
        await browser?.close();
        await Promise.all([host?.close(), site?.close(), ...further.map((server) => server.close())]);
      });
      define({
        name,
        get host() {
          return host;
        },
        get site() {
          return site;
        },
        get browser() {
          return browser;
        },
        async onPage(body, run, { headers, dark = false, ...rest } = {}) {
          pages += 1;
          const path = `page-${pages}`;
          const address = host.page(path, { body: hostDocument(body, rest), ...(headers && { headers }) });
          const tab = await browser.open({ dark });
          try {
            await tab.goto(address);
            await run(tab);
            expect(await tab.evaluate('errors')).toEqual([]);
          } finally {
            await tab.close();
          }
        },
        // An example computes at once; an exercise only when it is checked.
        activity: (query = 'load=auto&mode=example', on = site) => `${on.address}v1/embed/${EX}/?${query}`,
        async serve(start) {
          const server = await start();
          further.push(server);
          return server;
        },
      });
    });
  }
}

export const frame = (src: string, attributes = 'width="600" height="300"') =>
  `<iframe src="${src}" title="Activity" style="border:0" ${attributes}></iframe>`;

/** The activity stands there and its core has computed. */
export const LIVE = `heard('ready').length > 0 && heard('core').length > 0`;
