// What can be pressed below a figure, and that nothing of it is on paper.
import { expect, test } from 'vitest';
import { field, figure, press, sentence, slider } from './figure.js';
import { useSite } from './harness.js';

const site = useSite();

test('on paper there is nothing to drag or to press: a number stands in its field', async () => {
  const page = await site.open('');
  const place = await figure(page, 'cost');
  await page.emulateMedia({ media: 'print' });
  await field(place, 'n').waitFor();
  expect(await slider(place, 'n').isVisible()).toBe(false);
  // The word of a term is a button too, and part of its sentence.
  const buttons = page.locator('button:visible:not(la-term button)');
  await expect.poll(async () => (await buttons.allTextContents()).map((text) => text.trim())).toEqual([]);
});

test('the open menu of a figure lies over the text that follows', async () => {
  const place = await figure(await site.open(''), 'cost');
  await place.locator('.figure-tools summary', { hasText: 'Download' }).click();
  // A trial fails where something else would get the click.
  await place.locator('.figure-tools .menu button', { hasText: 'as PNG' }).first().click({ trial: true });
});

test('every entry of a menu at the end of a page, or of a low window, can be chosen', async () => {
  for (const height of [900, 320]) {
    const page = await site.open('play/', { viewport: { width: 1440, height } });
    const place = await figure(page, 'bench');
    for (const summary of await place.locator('.figure-tools summary').all()) {
      await summary.click();
      const entries = place.locator('.figure-tools details[open] .menu button');
      for (const entry of await entries.all()) await entry.click({ trial: true });
      await page.keyboard.press('Escape');
    }
  }
});

test('the numbers that are copied have the matrices among them, with every digit', async () => {
  const page = await site.open('', { permissions: ['clipboard-read', 'clipboard-write'] });
  const place = await figure(page, 'two-orders');
  await sentence(place).getByText('equal in every entry').waitFor();
  await place.getByRole('button', { name: 'Copy the numbers' }).click();
  await place.getByText('Copy the numbers: done.').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('A (4 × 2)\n1\t2\n0\t-1\n3\t1\n2\t2\n');
  expect(copied).toContain('BC (2 × 2)\n1\t-1\n7\t7\n');
});

test('on paper the heading of a run stands once something was found, and never alone', async () => {
  const page = await site.open('');
  const runs = [
    ['softmax-rank', 'How many features would it take?'],
    ['cost', 'Measure here'],
    ['running-state', '10, 10,000 and 3,000,000 tokens'],
    ['running-state', 'The precision of the sum'],
  ] as const;
  const headings = [];
  for (const [id, name] of runs) {
    const heading = (await figure(page, id)).locator('h3', { hasText: name });
    await heading.waitFor();
    headings.push(heading);
  }
  await page.emulateMedia({ media: 'print' });
  for (const heading of headings) expect(await heading.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  const cost = await figure(page, 'cost');
  await press(cost.getByRole('button', { name: 'Measure here' }), 'Enter');
  await cost.getByText('Measured with d = 64').waitFor({ timeout: 60_000 });
  await page.emulateMedia({ media: 'print' });
  for (const [at, heading] of headings.entries()) expect(await heading.isVisible()).toBe(at === 1);
});
