// What an activity loads: its own code and one build of the core, whether it is fetched or carried.
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../web/pages/catalogue.js';
import { inChromium } from './lib/chromium.js';
import { EX } from './lib/exercise.js';
import { dist } from './lib/hosts.js';

const stage = inChromium();

/** Opens the page, waits until the core has answered, and gives the scripts it fetched. */
async function scriptsOf(page: Page, address: string): Promise<string[]> {
  const scripts: string[] = [];
  page.on('request', (request) => {
    // A worker made from text has an address too.
    if (request.resourceType() === 'script' && !request.url().startsWith('blob:'))
      scripts.push(request.url().split('/').at(-1)!);
  });
  await page.goto(address);
  await page.locator('la-exercise dl.results dd').first().waitFor();
  return scripts;
}

const address = () => `${stage.site.address}v1/embed/${EX}/?load=auto&mode=example`;
/** As in an engine that knows some SIMD instructions and not all of them. */
const LITTLE_SIMD = 'WebAssembly.validate = () => false';

describe('an exercise in a page of its own', () => {
  test('fetches its own part, and of the core the SIMD build', async () => {
    const page = await stage.browser.newPage();
    const scripts = await scriptsOf(page, address());
    const brought = (name: string) => scripts.filter((script) => script.startsWith(`part-${name}-`)).length;
    expect(scripts[0]).toBe('activity.js');
    expect(brought(EX)).toBe(1);
    expect(brought('_virtual_core-simd')).toBe(1);
    expect(brought('_virtual_core-scalar')).toBe(0);
    expect(brought('_virtual_core-analysis')).toBe(0);
    expect(brought('local-port')).toBe(0);
    for (const { id, kind } of catalogue) if (kind === 'exercise' && id !== EX) expect(brought(id)).toBe(0);
    expect(scripts.filter((script) => script.includes('station'))).toEqual([]);
    await page.close();
  });

  test('fetches the second module where a number of it is asked for', async () => {
    const page = await stage.browser.newPage();
    const scripts = await scriptsOf(
      page,
      `${stage.site.address}v1/embed/memory-capacity/?load=auto&mode=example`,
    );
    expect(scripts.filter((script) => script.includes('core-analysis'))).toHaveLength(1);
    await page.close();
  });

  test('fetches the scalar build where SIMD does not do', async () => {
    const page = await stage.browser.newPage();
    await page.addInitScript(LITTLE_SIMD);
    const scripts = await scriptsOf(page, address());
    expect(scripts.filter((script) => script.includes('core-scalar'))).toHaveLength(1);
    await page.close();
  });

  test('as a file it has the scalar build in it', async () => {
    const page = await stage.browser.newPage();
    await page.addInitScript(LITTLE_SIMD);
    const file = pathToFileURL(`${dist}offline/${EX}.html`).href;
    expect(await scriptsOf(page, `${file}?load=auto&mode=example`)).toEqual([]);
    await page.close();
  });
});

test('the script that a page adds, resize.js, is under 2,000 bytes', () => {
  expect(statSync(`${dist}site/v1/resize.js`).size).toBeLessThan(2000);
});

test('the file of every activity carries what it needs', async () => {
  const page = await stage.browser.newPage();
  for (const { id } of catalogue) {
    const errors: string[] = [];
    page.removeAllListeners('pageerror');
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`${pathToFileURL(`${dist}offline/${id}.html`).href}?load=auto`);
    // The activity has taken the place of the static example, and what it computes at once is there.
    const shown = page.locator('#la-wrapper > :not(#la-notices, #la-static, .la-footer)').first();
    await shown.locator('h2, h3, la-input, la-matrix, form').first().waitFor();
    expect(await page.locator('#la-notices').textContent(), id).toBe('');
    expect(await shown.locator('[part~="error"]').count(), id).toBe(0);
    expect(errors, id).toEqual([]);
  }
  await page.close();
});

test('no question or choice sets its formulas beside its words as if they were boxes', async () => {
  const page = await stage.browser.newPage({ viewport: { width: 360, height: 800 } });
  for (const { id, kind } of catalogue) {
    if (kind !== 'exercise') continue;
    await page.goto(`${stage.site.address}v1/embed/${id}/?load=auto`);
    await page.locator('la-exercise form').first().waitFor();
    const broken = await page.locator('la-exercise').evaluate((activity) =>
      [...activity.shadowRoot!.querySelectorAll('math')]
        .map((math) => math.parentElement!)
        .filter((around) => /grid|flex/.test(getComputedStyle(around).display))
        .filter((around) =>
          [...around.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim()),
        )
        .map((around) => around.outerHTML.slice(0, 120)),
    );
    expect(broken, id).toEqual([]);
  }
  await page.close();
});
