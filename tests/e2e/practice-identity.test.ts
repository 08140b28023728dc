// Practice 1 in a real browser: solved right, solved with each known slip, and every demonstration computed.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useSite } from './harness.js';
import { answer, check, openExercise, replyTo, run, verdictOf } from './practice.js';

const site = useSite();

// K = (1,2),(2,0),(1,1); V = (4,0),(1,3),(2,5); q = (1,2). By hand: KᵀV = (8,11),(10,5) and Σk = (4,3).
const RIGHT = { numerator: ['28', '21'], denominator: ['10'], output: ['28/10', '21/10'] };

async function answerAll(page: Page, changes: Record<string, string[]> = {}): Promise<void> {
  for (const [question, texts] of Object.entries({ ...RIGHT, ...changes }))
    await answer(page, question, texts);
  await check(page, 'form', ['ratio']);
}

describe('Practice 1', () => {
  test('is solved with the right answers', async () => {
    const page = await openExercise(site, 'identity-map');
    await answerAll(page);
    await run(page);
    for (const question of ['numerator', 'denominator', 'output', 'form']) {
      expect(await verdictOf(page, question)).toBe('right');
    }
    await check(page, 'why', ['signed', 'zero', 'scale', 'rank']);
    await run(page, 'check');
    expect(await verdictOf(page, 'why')).toBe('right');
    await page.waitForSelector('[data-complete]');
    expect(await page.locator('[data-explanation]').textContent()).toContain('ratio of two linear functions');
  });

  test.each([
    ['numerator', ['30', '20'], 'the summary is transposed'],
    ['numerator', ['2.8', '2.1'], 'already the output'],
    ['numerator', ['49', '45'], 'elu+1 on the keys alone'],
    ['numerator', ['81', '77'], 'right for elu+1'],
    ['denominator', ['7'], 'The query is missing'],
    ['denominator', ['3'], 'number of keys'],
    ['denominator', ['19'], 'elu+1 on the keys alone'],
    ['denominator', ['32'], 'elu+1 on both sides'],
    ['output', ['28', '21'], 'The normaliser is missing'],
    ['output', ['3', '2'], 'numerator is'],
    ['output', ['28/3', '7'], 'divided by the number of keys'],
    ['output', ['49/19', '45/19'], 'elu+1 on the keys alone'],
  ])('answers the slip %s = %j by name', async (question, texts, words) => {
    const page = await openExercise(site, 'identity-map');
    await answerAll(page, { [question]: texts });
    await run(page);
    expect(await verdictOf(page, question)).toBe('wrong');
    expect(await replyTo(page, question)).toContain(words);
  });

  test('says in its place what cannot be read, and computes nothing', async () => {
    const page = await openExercise(site, 'identity-map');
    await answerAll(page, { numerator: ['abc', ''] });
    await run(page, 'run', '[data-verdict=unreadable]');
    expect(await replyTo(page, 'numerator')).toContain('Found “abc”, expected a number');
    expect(await page.locator('[data-score]').count()).toBe(0);
  });

  test('follows the inputs: another q, other answers', async () => {
    const page = await openExercise(site, 'identity-map', '?query=1,1');
    await answerAll(page, { numerator: ['18', '16'], denominator: ['7'], output: ['18/7', '16/7'] });
    await run(page);
    expect(await verdictOf(page, 'numerator')).toBe('right');
    expect(await verdictOf(page, 'output')).toBe('right');
  });

  test('comes back whole after a reset: answers, verdicts, hints and what was computed', async () => {
    const page = await openExercise(site, 'identity-map');
    await answerAll(page, { denominator: ['7'] });
    await page.locator('[data-action=hint]').click();
    await run(page);
    const marks = () =>
      page
        .locator('[data-question]')
        .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.verdict));
    const before = { marks: await marks(), score: await page.locator('[data-score]').textContent() };
    await page.locator('[data-action=reset]').click();
    await page.locator('[data-score]').waitFor({ state: 'detached' });
    expect(await page.locator('#question-denominator-0').inputValue()).toBe('');
    expect(await page.locator('.hints li').count()).toBe(0);
    await page.locator('[data-action=undo-reset]').click();
    await page.locator('[data-score]').waitFor();
    expect({ marks: await marks(), score: await page.locator('[data-score]').textContent() }).toEqual(before);
    expect(await page.locator('#question-denominator-0').inputValue()).toBe('7');
    expect(await page.locator('.hints li').count()).toBe(1);
  });

  test('computes why it fails, button by button', async () => {
    const page = await openExercise(site, 'identity-map');
    await answerAll(page);
    await run(page);
    const says = async (demo: string) => {
      await page.locator(`[data-demo=${demo}]`).click();
      return page.locator(`[data-demo-says=${demo}]`).textContent();
    };
    expect(await says('opposite')).toContain('gives 2.80 in the first entry, and −q gives 2.80');
    expect(await says('zero')).toContain('The numerator is −2 and the denominator is 0');
    expect(await says('outside')).toContain('query (1, 0) give −1');
    expect(await says('temperature')).toContain('stays at 0.5, 0.5, 0.5');
    // No two keys are equally near, or softmax would stop at a half.
    expect(await says('temperature')).toContain('softmax goes 0.734, 1.00, 1.');
    expect(await says('rank')).toMatch(/identity map have rank 4\. Those of softmax have rank 200/);
    expect(await says('trained')).toContain('85 of 225 weights are negative');
  });

  test('is done by keyboard alone', async () => {
    const page = await openExercise(site, 'identity-map');
    await page.locator('#question-numerator-0').focus();
    for (const text of ['28', '21', '10', '28/10', '21/10']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Space');
    for (let i = 0; i < 2; ++i) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-score]');
    expect(await page.locator('[data-score]').textContent()).toContain('4 of 4');
  });
});
