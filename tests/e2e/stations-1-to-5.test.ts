// Stations 1 to 5 in a real browser: each computes as it comes near, and answers to the keyboard.
import { describe, expect, test } from 'vitest';
import { figure, press, sentence, slider, type } from './figure.js';
import { useSite } from './harness.js';

const site = useSite();

describe('each station', () => {
  test('1: both orders give one total, and a typed entry changes both', async () => {
    const place = await figure(await site.open(''), 'two-orders');
    await sentence(place).getByText('= 64 against 2nrd = 32').waitFor();
    await type(place, 'n', '8');
    await sentence(place).getByText('= 256 against 2nrd = 64').waitFor();
    const cell = place.locator('la-matrix[label="A"] input').first();
    await cell.fill('5');
    await expect(sentence(place).textContent()).resolves.toContain('equal in every entry');
  });

  test('2: the scale sharpens, and the ranks are 200, 4, 4, 15, 8, 8', async () => {
    const place = await figure(await site.open(''), 'softmax-rank');
    const before = await sentence(place).textContent();
    await press(slider(place, 'factor'), 'End');
    await expect.poll(() => sentence(place).textContent()).not.toBe(before);
    await press(place.getByRole('button', { name: 'Compute the ranks' }), 'Enter');
    const cells = place.locator('table').first().locator('tbody tr td:last-child');
    await expect
      .poll(() => cells.allTextContents(), { timeout: 30_000 })
      .toEqual(['200', '4', '4', '15', '8', '8']);
  });

  test('3: another map and a trained head, always beside the uniform baseline', async () => {
    const place = await figure(await site.open(''), 'feature-maps');
    await sentence(place).getByText('weights of elu+1').waitFor();
    await place.locator('select[name="map"]').selectOption('taylor2');
    await sentence(place).getByText('weights of Taylor-2').waitFor();
    await place.locator('la-input select').first().selectOption('head');
    await place.getByText('Trained head: Universal Sentence Encoder').waitFor();
    await expect(place.getByRole('row', { name: /uniform baseline/ }).isVisible()).resolves.toBe(true);
  });

  test('4: six steps to one output, by keyboard, and four forms that agree', async () => {
    const place = await figure(await site.open(''), 'shared-summaries');
    for (let step = 1; step < 6; ++step) await press(place.locator('button.main'), 'Enter');
    await sentence(place).getByText('No score was computed.').waitFor();
    for (const form of ['quadratic', 'parallel', 'recurrent', 'chunked'])
      expect(await place.getByRole('row', { name: new RegExp(`^${form}`) }).count()).toBe(1);
    await place.locator('input[name="causal"]').check();
    await place.getByText('The parallel form is missing').waitFor();
  });

  test('4: what the text says of the tokens it opens with is seen in the table: no form differs', async () => {
    const page = await site.open('');
    const place = await figure(page, 'shared-summaries');
    await expect(page.locator('#station-4').textContent()).resolves.toContain(
      'For the tokens below it does not',
    );
    await place.getByText('The forms agree in every digit.').waitFor();
    for (const form of ['quadratic', 'parallel', 'recurrent', 'chunked']) {
      const row = place.getByRole('row', { name: new RegExp(`^${form}`) });
      expect(await row.locator('td').nth(1).textContent(), form).toBe('0');
    }
  });

  test('5: exact counts, the break-even, a hand-set exponent, and times of this machine', async () => {
    const place = await figure(await site.open(''), 'cost');
    await sentence(place).getByText('128 times fewer').waitFor();
    await place.getByText('from n = 64 on').waitFor();
    await type(place, 'n', '32');
    await sentence(place).getByText('2 times more').waitFor();
    await type(place, 'exponent', '2');
    await place.getByText('on its line: that is its growth.').waitFor();
    await press(place.getByRole('button', { name: 'Measure here' }), 'Enter');
    await place.locator('la-plot[label^="Measured"]').waitFor({ timeout: 60_000 });
    await place.getByText(/^\s*Measured with d = 64/).waitFor();
  });

  test('5: measuring can be cancelled, and the page goes on', async () => {
    const place = await figure(await site.open(''), 'cost');
    await place.getByRole('button', { name: 'Measure here' }).click();
    await place.getByRole('button', { name: /^(Cancel|Stop)/ }).click();
    await place.getByRole('button', { name: 'Measure here' }).click({ trial: true });
    expect(await place.locator('la-plot[label^="Measured"]').count()).toBe(0);
  });

  test('5: a measurement that is cancelled says so, and can be made again', async () => {
    const place = await figure(await site.open(''), 'cost');
    const measure = place.getByRole('button', { name: 'Measure here' });
    const said = place.locator('.runner').getByRole('status').filter({ hasText: 'Cancelled' });
    await press(measure, 'Enter');
    await press(place.getByRole('button', { name: 'Cancel' }), 'Enter');
    await said.waitFor();
    expect(await said.textContent()).toMatch(/^Cancelled at \d+ of \d+\. You can run it again\.$/);
    expect(await measure.evaluate((one) => one.matches(':focus'))).toBe(true);
    await press(measure, 'Enter');
    await said.waitFor({ state: 'detached' });
    await place.getByText('Measured with d = 64').waitFor({ timeout: 60_000 });
  });
});
