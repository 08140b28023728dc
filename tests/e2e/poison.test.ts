// Every number that a figure shows was computed by the core: with a core that answers falsely, each of them changes.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useSite } from './harness.js';

const site = useSite();

/** Stands in for the worker's answers: sizes, handles and bytes stay, so that the page goes on; all else is false. */
function poison(): void {
  const KEPT = new Set(['rows', 'cols', 'handle', 'tokens', 'steps', 'featureDim']);
  const falsified = (value: unknown): unknown => {
    if (typeof value === 'number') {
      // Not in proportion, so that ratios change too; even, so that half of a count is a count.
      return Number.isInteger(value) ? 2 * Math.round(Math.abs(value) ** 1.1) + 8 : value * 1.5 + 0.25;
    }
    if (value instanceof Float32Array || value instanceof Float64Array)
      return value.map((entry) => entry * 1.5 + 0.25);
    if (value instanceof Int32Array || value instanceof Uint8Array) return value;
    if (Array.isArray(value)) return value.map(falsified);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, KEPT.has(key) ? entry : falsified(entry)]),
    );
  };
  const Honest = globalThis.Worker;
  globalThis.Worker = class extends Honest {
    override set onmessage(listen: ((event: MessageEvent) => void) | null) {
      super.onmessage =
        listen &&
        ((event) => {
          const { data } = event;
          listen({
            data: data.kind === 'done' ? { ...data, value: falsified(data.value) } : data,
          } as MessageEvent);
        });
    }
  };
}

/** Every table cell and every matrix entry that holds a number, by figure. What is given, not computed, is a <th>. */
async function numbersOn(page: Page): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const place of await page.locator('[data-activity]').all()) {
    await place.scrollIntoViewIfNeeded();
    await place.locator('.figure-tools').waitFor();
    await expect.poll(() => place.locator('.computed, button.main').count()).toBeGreaterThan(0);
    await page.waitForTimeout(700);
    const cells = await place.locator('td.number, la-matrix[readonly] td[data-at]').allTextContents();
    found.set(
      (await place.getAttribute('data-activity'))!,
      cells.map((text) => text.trim()).filter((text) => /\d/.test(text)),
    );
  }
  return found;
}

test('a core that answers falsely leaves no number as it was', async () => {
  const honest = await numbersOn(await site.open(''));
  const page = await site.open('about/');
  await page.addInitScript(poison);
  await page.goto(site.address);
  const poisoned = await numbersOn(page);
  expect([...honest.values()].flat().length).toBeGreaterThan(80);
  for (const [id, numbers] of honest) {
    const same = numbers.filter((text, i) => text === poisoned.get(id)![i]);
    expect([id, same]).toEqual([id, []]);
  }
});
