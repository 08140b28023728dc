// The development page with one of each widget, built for a test file alone: it is no part of the site.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll } from 'vitest';
import { type Site, useSite } from './harness.js';

const configFile = fileURLToPath(new URL('../../build-scripts/vite.config.mjs', import.meta.url));
const input = fileURLToPath(new URL('../../web/pages/gallery/index.html', import.meta.url));

/** Call once at the top of a test file; the page is at 'gallery/'. */
export function useGallery(): Site {
  const outDir = mkdtempSync(join(tmpdir(), 'gallery-'));
  afterAll(() => rmSync(outDir, { recursive: true }));
  return useSite(async () => {
    await build({ configFile, build: { outDir, rollupOptions: { input } } });
    return outDir;
  });
}

/** The details of an event of an element, as they come. */
export async function record(page: Page, selector: string, type: string): Promise<() => Promise<unknown[]>> {
  await page.evaluate(
    ([selector, type]) => {
      const heard: unknown[] = [];
      Object.assign(window, { [`${selector} ${type}`]: heard });
      document
        .querySelector(selector!)!
        .addEventListener(type!, (event) => heard.push((event as CustomEvent).detail));
    },
    [selector, type],
  );
  return () =>
    page.evaluate(
      ([key]) => (window as unknown as Record<string, unknown[]>)[key!]!,
      [`${selector} ${type}`],
    );
}
