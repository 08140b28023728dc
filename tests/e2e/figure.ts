// The figures of the walk, for the tests that work them.
import type { Locator, Page } from 'playwright-core';

/** Brings a figure into view and waits until it shows what was computed. */
export async function figure(page: Page, id: string): Promise<Locator> {
  const place = page.locator(`[data-activity="${id}"]`);
  await place.scrollIntoViewIfNeeded();
  await place.locator('.figure-tools').waitFor();
  return place;
}

export const slider = (place: Locator, name: string) =>
  place.locator(`la-number[name="${name}"] input[type="range"]`);
