// Practice 2 in a real browser: predicted, run, measured; three million tokens cancelled once and finished once.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useSite } from './harness.js';
import { answer, check, openExercise, replyTo, run, verdictOf } from './practice.js';

const site = useSite();

// d = 64, float32: S has 64·64 numbers and z has 64; the cache 128 numbers a token.
const RIGHT = {
  'state-short': ['16640'],
  'state-long': ['4160*4'],
  'cache-short': ['5,120'],
  'cache-long': ['5.12e6'],
  crossover: ['33'],
};

async function answerAll(page: Page, changes: Record<string, string[]> = {}): Promise<void> {
  for (const [question, texts] of Object.entries({ ...RIGHT, ...changes }))
    await answer(page, question, texts);
}

describe('Practice 2', () => {
  test('is solved with the right answers, and shows measured bytes', async () => {
    const page = await openExercise(site, 'constant-memory');
    await answerAll(page);
    await run(page);
    for (const question of Object.keys(RIGHT)) expect(await verdictOf(page, question)).toBe('right');
    const measured = await page.locator('.results dd').allTextContents();
    expect(measured).toEqual([
      '16,640 bytes = 16.25 KiB',
      '16,640 bytes = 16.25 KiB',
      '5,120 bytes = 5 KiB',
      '5,120,000 bytes ≈ 4.88 MiB',
    ]);
    await check(page, 'why', ['bytes', 'sum', 'next']);
    await run(page, 'check', '[data-complete]');
    expect(await verdictOf(page, 'why')).toBe('right');
    await page.locator('summary').click();
    const solution = await page.locator('details .prose').textContent();
    for (const number of ['4,160', '1,280', '1,280,000', 'token 33']) expect(solution).toContain(number);
  });

  test.each([
    ['state-short', '16384', 'alone. The normaliser'],
    ['state-short', '4160', 'Each takes 4 bytes'],
    ['state-short', '166400', 'multiplies by the number of tokens'],
    ['state-short', '5120', 'This is the cache'],
    ['state-short', '8320', '2 bytes a number'],
    ['state-long', '166,400,000', 'multiplies by the number of tokens'],
    ['cache-short', '1280', 'Each takes 4 bytes'],
    ['cache-short', '2560', 'This is half'],
    ['cache-short', '400', 'table of all pairs'],
    ['cache-long', '16640', 'the state of linear attention'],
    ['crossover', '32', 'still not larger'],
    ['crossover', '66', 'counts the keys alone'],
    ['crossover', '64', 'costs'],
  ])('answers the slip %s = %s by name', async (question, text, words) => {
    const page = await openExercise(site, 'constant-memory');
    await answerAll(page, { [question]: [text] });
    await run(page);
    expect(await verdictOf(page, question)).toBe('wrong');
    expect(await replyTo(page, question)).toContain(words);
  });

  test('runs three million tokens with progress, cancelled once and finished once, and never blocks', async () => {
    const page = await openExercise(site, 'constant-memory', '?load=auto&dim=8');
    await answerAll(page, {
      'state-short': ['288'],
      'state-long': ['288'],
      'cache-short': ['640'],
      'cache-long': ['640000'],
      crossover: ['5'],
    });
    await run(page);
    const start = page.locator('[data-demo=millions]');
    await start.click();
    await page.waitForSelector('la-progress button');
    await page.locator('la-progress button').click();
    await page.waitForSelector('[data-notice]');
    expect(await page.locator('[data-notice]').textContent()).toMatch(/Cancelled at [\d,]+ of 3,000,000/);
    expect(await page.locator('[data-demo-says=millions]').count()).toBe(0);

    await start.click();
    await page.waitForSelector('la-progress');
    const seen: number[] = [];
    while ((await page.locator('[data-demo-says=millions]').count()) === 0) {
      const done = await page.evaluate(drawAfterKey);
      if (done !== undefined) seen.push(done);
    }
    const says = await page.locator('[data-demo-says=millions]').textContent();
    expect(says).toContain('After 3,000,000 tokens the state holds 288 bytes');
    // The reader typed on, and each time the page had drawn more of the run.
    expect(new Set(seen).size).toBeGreaterThan(2);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });
});

/** Types into a field, and answers how far the run is that the page draws with it; undefined where none is drawn. */
function drawAfterKey(): Promise<number | undefined> {
  const inside = document.querySelector('la-exercise')?.shadowRoot;
  return new Promise((resolve) => {
    setTimeout(() => {
      const field = inside?.querySelector<HTMLInputElement>('.ask input');
      field?.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      requestAnimationFrame(() => resolve(inside?.querySelector('la-progress')?.done));
    });
  });
}
