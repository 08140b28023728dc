// The state of a figure: in links, through resets, and kept where something wrong is given to it.
import { describe, expect, test } from 'vitest';
import { encodeState } from '../../web/model/state.js';
import type { LaExercise } from '../../web/widgets/la-exercise/la-exercise.js';
import { field, figure, press, sentence, type } from './figure.js';
import { useSite } from './harness.js';

const site = useSite();

describe('the state of a figure', () => {
  test('travels in a link, and is reset to the author’s version', async () => {
    const page = await site.open('', { permissions: ['clipboard-read', 'clipboard-write'] });
    const place = await figure(page, 'cost');
    await type(place, 'n', '1000');
    await sentence(place).getByText('At n = 1,000').waitFor();
    await place.getByRole('button', { name: 'Copy link to this state' }).click();
    await place.locator('.figure-tools .status', { hasText: 'Copy link to this state' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await site.open(link);
    const opened = other.locator('[data-activity="cost"]');
    await sentence(opened).getByText('At n = 1,000').waitFor();
    await opened.getByRole('button', { name: 'Reset to the author’s version' }).click();
    await sentence(opened).getByText('At n = 8,192').waitFor();
  });

  test('comes back after a reset, by keyboard, until something else is changed', async () => {
    const page = await site.open('');
    const place = await figure(page, 'cost');
    const reset = place.getByRole('button', { name: 'Reset to the author’s version' });
    const undo = place.getByRole('button', { name: 'Undo the reset' });
    await type(place, 'n', '1000');
    await sentence(place).getByText('At n = 1,000').waitFor();
    await press(reset, 'Enter');
    await sentence(place).getByText('At n = 8,192').waitFor();
    await place.getByText('You can undo the reset').waitFor();
    expect(await reset.evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.keyboard.press('Tab');
    expect(await undo.evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    await sentence(place).getByText('At n = 1,000').waitFor();
    await place.getByText('What was here before the reset is here again.').waitFor();
    // Whoever clicks twice has not taken it back with the second click.
    await reset.dblclick();
    await sentence(place).getByText('At n = 8,192').waitFor();
    await undo.waitFor();
    await type(place, 'n', '500');
    await undo.waitFor({ state: 'detached' });
  });

  test('of an exercise travels in a link too, which opens it', async () => {
    const table = (await import('../../web/lessons/exercises/vanishing-denominator.js')).default.inputs;
    const saved = encodeState(table, { query: [[3, 2]] });
    const page = await site.open(`#at=vanishing-denominator&s=${saved}`);
    const exercise = page.locator('#exercise-vanishing-denominator la-exercise');
    await exercise.waitFor();
    expect(await exercise.evaluate((one) => (one as LaExercise).state.query)).toEqual([[3, 2]]);
  });

  test('of a figure alone in a page is reset by a button that stands there once it is changed', async () => {
    const page = await site.open('v1/embed/cost/?load=auto');
    const reset = page.getByRole('button', { name: 'Reset to the author’s version' });
    await field(page.locator('#la-wrapper'), 'n').fill('1000');
    await reset.click();
    await page.getByText('At n = 8,192').waitFor();
    await page.getByRole('button', { name: 'Undo the reset' }).click();
    await page.getByText('At n = 1,000').waitFor();
    await field(page.locator('#la-wrapper'), 'n').fill('8192');
    await page.getByText('At n = 8,192').waitFor();
    expect(await reset.isVisible()).toBe(false);
  });

  test('a wrong file is answered once, by its own format, and the figure stays', async () => {
    const page = await site.open('');
    for (const id of ['feature-maps', 'sparse-patterns', 'needle']) {
      const place = await figure(page, id);
      await sentence(place).first().waitFor({ timeout: 30_000 });
      const before = await sentence(place).first().textContent();
      await place.locator('la-input select').first().selectOption('file');
      await place.locator('la-file-drop').waitFor();
      expect(await place.locator('la-file-drop').count()).toBe(1);
      expect(await place.locator('[role="alert"]').count()).toBe(0);
      await place.locator('input[type="file"]').setInputFiles({
        name: 'heads.safetensors',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('this is no file of numbers'),
      });
      const alert = place.locator('[role="alert"]');
      await alert.waitFor();
      expect(await alert.count()).toBe(1);
      expect(await alert.textContent()).toMatch(/heads\.safetensors: .* not a safetensors file/);
      expect(await sentence(place).first().textContent()).toBe(before);
    }
  });

  test('that waits for a file of the reader’s own opens with the place for it', async () => {
    const page = await site.open('');
    const place = await figure(page, 'sparse-patterns');
    await place.locator('la-input select').first().selectOption('file');
    const link = await place.evaluate((one) => {
      const activity = one.querySelector<HTMLElement & { getState(): string }>('la-station-sparse')!;
      return `#${new URLSearchParams({ at: 'sparse-patterns', s: activity.getState() })}`;
    });
    const other = await site.open(link);
    const opened = other.locator('[data-activity="sparse-patterns"]');
    await opened.locator('la-file-drop').waitFor({ timeout: 30_000 });
    expect(await opened.locator('[role="alert"]').count()).toBe(0);
  });

  test('a wrong number is answered in its place, and nothing is lost', async () => {
    const place = await figure(await site.open(''), 'cost');
    await field(place, 'n').fill('many');
    await place.locator('la-number[name="n"] [role="alert"]').waitFor();
    await expect(sentence(place).textContent()).resolves.toContain('At n = 8,192');
    await field(place, 'n').fill('1e9');
    await place.locator('la-number[name="n"]').getByText('1,048,576').waitFor();
  });
});
