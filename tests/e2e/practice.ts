// What a reader does in an exercise, for the tests of both practices.
import type { Page } from 'playwright-core';
import type { Site } from './harness.js';

/** The exercise alone on its page, ready to be answered. */
export async function openExercise(site: Site, id: string, query = '?load=auto'): Promise<Page> {
  const page = await site.open(`v1/embed/${id}/${query}`);
  await page.waitForSelector('la-exercise [data-action=run]');
  return page;
}

/** Types into the fields of a question, in order. */
export async function answer(page: Page, question: string, texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await page.locator(`#question-${question}-${index}`).fill(text);
  }
}

/** Ticks options of a question. */
export async function check(page: Page, question: string, options: readonly string[]): Promise<void> {
  for (const option of options) {
    await page.locator(`[data-question=${question}] input[value=${option}]`).check();
  }
}

/** Presses Run, or Check, and waits for what should come of it. */
export async function run(page: Page, action: 'run' | 'check' = 'run', until?: string): Promise<void> {
  await page.locator(`[data-action=${action}]`).click();
  await page.waitForSelector(
    until ?? (action === 'run' ? '[data-score]' : '[data-verdict]:not([data-verdict=open])'),
  );
}

export async function verdictOf(page: Page, question: string): Promise<string | null> {
  const place = page.locator(`[data-question=${question}]:not([data-verdict=open])`);
  return place.getAttribute('data-verdict');
}

export async function replyTo(page: Page, question: string): Promise<string | null> {
  return page.locator(`[data-question=${question}] .reply`).textContent();
}
