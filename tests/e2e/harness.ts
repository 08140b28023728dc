// One static server and one Chromium for a test file, and pages that fail the test when the page throws.
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { serve } from '../../build-scripts/lib/serve.mjs';

const site = fileURLToPath(new URL('../../dist/site/', import.meta.url));
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
// No sandbox: the tests may run as root. No background networking: the browser would call home.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

export interface Site {
  readonly address: string;
  readonly browser: Browser;
  /** A page of its own context; console errors and page errors are collected and must be empty after the test. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** For a test that breaks something on purpose: forgets the errors so far. */
  expectErrors(): void;
}

/**
 * Call once at the top of a test file. `folder`: what is served; it may be built first. `flags`: further ones for Chromium.
 */
export function useSite(
  folder: () => Promise<string> | string = () => site,
  flags: readonly string[] = [],
): Site {
  let server: Awaited<ReturnType<typeof serve>>;
  let browser: Browser;
  const errors: string[] = [];
  const closers: Array<() => Promise<void>> = [];
  beforeAll(async () => {
    server = await serve(await folder(), { port: 0 });
    browser = await chromium.launch({ executablePath, args: [...args, ...flags] });
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    expect(errors.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    get address() {
      return server.address;
    },
    get browser() {
      return browser;
    },
    async open(path, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      closers.push(() => context.close());
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      await page.goto(new URL(path, server.address).href);
      return page;
    },
    expectErrors() {
      errors.length = 0;
    },
  };
}
