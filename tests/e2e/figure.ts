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

export const field = (place: Locator, name: string) =>
  place.locator(`la-number[name="${name}"] input[type="text"]`);

/** The first sentence about what was computed. */
export const sentence = (place: Locator) => place.locator('.computed').first();

/** Focuses a control and presses keys, as someone without a mouse would. */
export async function press(control: Locator, ...keys: readonly string[]): Promise<void> {
  await control.focus();
  for (const key of keys) await control.press(key);
}

export async function type(place: Locator, name: string, text: string): Promise<void> {
  await field(place, name).fill(text);
  await field(place, name).press('Enter');
}
