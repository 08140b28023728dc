// What is read out after something was done: that it was, what came of it, once, and in time.
import { describe, expect, test } from 'vitest';
import { figure, slider } from './figure.js';
import { useSite } from './harness.js';
import { listen } from './listening.js';
import { answer, openExercise, run } from './practice.js';
import { pageAtRest } from './rest.js';

const site = useSite();

/** Longer than any pause before something is read out. */
const READ_MS = 1500;

describe('a figure', () => {
  test('tells where a slider that was held came to rest, and none of the steps', async () => {
    const page = await site.open('');
    const place = await figure(page, 'two-orders');
    await pageAtRest(page);
    const told = await listen(page);
    await slider(place, 'n').focus();
    for (let n = 5; n <= 8; n++) await page.keyboard.press('ArrowRight');
    await place.getByText('= 256 against').first().waitFor();
    await page.waitForTimeout(READ_MS);
    const texts = await told();
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/n²r \+ n²d = 256 against 2nrd = 64\./);
  });

  test('tells nothing of what it shows by itself when it comes near', async () => {
    const page = await site.open('');
    const told = await listen(page);
    await figure(page, 'flash-tiles');
    await figure(page, 'sparse-patterns');
    await pageAtRest(page);
    await page.waitForTimeout(READ_MS);
    expect(await told()).toEqual([]);
  });

  test('tells what a run found when it has found it, not on the way', async () => {
    const page = await site.open('');
    const place = await figure(page, 'random-features');
    await pageAtRest(page);
    const told = await listen(page);
    await place.getByRole('button', { name: 'Draw the directions' }).press('Enter');
    await place.getByText('With m = 256').waitFor({ timeout: 60_000 });
    await expect.poll(async () => place.locator('la-progress').count()).toBe(0);
    await page.waitForTimeout(READ_MS);
    const texts = (await told()).filter((text) => !/^Draw the directions: \d+ %$/.test(text));
    expect(texts.filter((text) => text.includes('With m = 256'))).toHaveLength(1);
  });

  test('tells that a run has been cancelled, which one progress is of, and which one Cancel ends', async () => {
    const page = await site.open('');
    const place = await figure(page, 'running-state');
    await pageAtRest(page);
    const told = await listen(page);
    await place.getByRole('button', { name: 'Run 3,000,000 tokens', exact: true }).press('Enter');
    await place.getByRole('progressbar', { name: 'Run 3,000,000 tokens' }).waitFor();
    await place.getByRole('button', { name: 'Cancel', description: 'Run 3,000,000 tokens' }).press('Enter');
    await expect.poll(async () => (await told()).join(' ')).toMatch(/Cancelled at [\d,]+ of [\d,]+\./);
  });

  test('tells that something was copied each time it is', async () => {
    const page = await site.open('', { permissions: ['clipboard-read', 'clipboard-write'] });
    const place = await figure(page, 'two-orders');
    await pageAtRest(page);
    const told = await listen(page);
    const copy = place.getByRole('button', { name: 'Copy the numbers' });
    for (let time = 1; time <= 2; time += 1) {
      await copy.press('Enter');
      await expect.poll(told).toEqual(['Copy the numbers: done.']);
    }
  });

  test('leaves who takes a reset back at the reset', async () => {
    const page = await site.open('');
    const place = await figure(page, 'two-orders');
    await slider(place, 'n').press('ArrowRight');
    await place.getByText('= 100 against').first().waitFor();
    const reset = place.getByRole('button', { name: 'Reset to the author’s version' });
    await reset.press('Enter');
    await place.getByRole('button', { name: 'Undo the reset' }).press('Enter');
    await expect.poll(() => reset.evaluate((one) => one.matches(':focus'))).toBe(true);
  });

  test('moves the focus from cell to cell of a map, so that each is read once', async () => {
    const page = await site.open('');
    const place = await figure(page, 'softmax-rank');
    await pageAtRest(page);
    const map = place.locator('la-heatmap').first();
    await map.getByRole('gridcell').focus();
    const told = await listen(page);
    for (let col = 2; col <= 4; col += 1) {
      const before = await map.getByRole('gridcell').elementHandle();
      await page.keyboard.press('ArrowRight');
      const now = map.getByRole('gridcell', { name: `row 1 (query), column ${col} (key): ` });
      await expect.poll(() => now.evaluate((one) => one.matches(':focus'))).toBe(true);
      expect(await now.evaluate((one, old) => one === old, before)).toBe(false);
    }
    expect(await told()).toEqual([]);
  });
});

describe('an exercise', () => {
  test('tells once how many answers are right, and which are not', async () => {
    const page = await openExercise(site, 'identity-map');
    const told = await listen(page);
    await answer(page, 'numerator', ['28', '21']);
    await answer(page, 'denominator', ['7']);
    await answer(page, 'output', ['2.8', '2.1']);
    await page.locator('[data-question=form] input').first().check();
    await run(page);
    await page.waitForTimeout(READ_MS);
    expect(await told()).toEqual([
      '2 of 4 answers right. Not yet: “The denominator, q transpose the sum over j of k sub j”. ' +
        'Not yet: “Seen as a function of q, what is capital O?”.',
    ]);
    // What there is to say to it is said with the field.
    expect(await page.locator('#question-denominator-0').getAttribute('aria-describedby')).toBe(
      'question-denominator-reply',
    );
  });

  test('of one question reads the reply itself', async () => {
    const page = await openExercise(site, 'sharpen-linear');
    const told = await listen(page);
    const first = page.locator('form').first();
    for (const field of await first.locator('input[type=text]').all()) await field.fill('0.5');
    for (const choice of await first.locator('fieldset').all()) await choice.locator('input').first().check();
    await run(page);
    await page.waitForTimeout(READ_MS);
    await told();
    const later = page.locator('form').last();
    const replies = later.locator('.reply');
    for (const option of await later.locator('input').all()) {
      await option.check();
      await run(page, 'check');
      await page.waitForTimeout(READ_MS);
      const [text, ...more] = await told();
      expect(more).toEqual([]);
      const reply = (await replies.textContent())!
        .replace(/^\s*[✗✓]\s*/, '')
        .replace(/\s+/g, ' ')
        .trim();
      expect(text).toMatch(
        reply.startsWith('Right.') ? /^1 of 1 answer right\. Right\./ : /^0 of 1 answer right\. Not yet\./,
      );
      if (!/<math/.test(await replies.innerHTML())) expect(text).toContain(reply);
    }
  });
});
