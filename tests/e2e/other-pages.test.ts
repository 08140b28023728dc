// The bench and the page about this one, the theme, and the width of a phone.
import { describe, expect, test } from 'vitest';
import type { Activity } from '../../web/widgets/activity.js';
import { figure, sentence } from './figure.js';
import { useSite } from './harness.js';

const site = useSite();

describe('the other pages', () => {
  test('the bench says how many queries and keys a file has', async () => {
    const page = await site.open('play/');
    const place = await figure(page, 'bench');
    await place
      .locator('la-bench')
      .evaluate((bench) => (bench as Activity).setState({ source: 'typed', typedQ: [[1, 2]] }));
    await sentence(place).getByText('(queries: 1, keys: 3, d = 2)').waitFor();
  });

  test('the bench compares two mechanisms and copies a script', async () => {
    const page = await site.open('play/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const place = await figure(page, 'bench');
    await sentence(place).getByText('the output of elu+1').waitFor();
    await place.locator('select[name="rightMap"]').selectOption('favor');
    await sentence(place).getByText('FAVOR+').waitFor();
    for (const tab of ['Outputs', 'Row by row', 'Counts', 'States'])
      await place.getByRole('tab', { name: tab }).click();
    // Softmax keeps none, and that of the map has a row for each feature.
    await place.getByText('↓ feature').waitFor();
    await place.getByText('Copy as a script').click();
    await place.getByRole('button', { name: /right\) as NumPy/ }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain('import numpy as np');
  });

  test('about says where every statement stands', async () => {
    const page = await site.open('about/');
    expect(await page.locator('.all-statements tbody tr').count()).toBe(25);
    await page.getByText(/This page alone: \d+ files/).waitFor();
  });

  test('the theme is kept, and set before the first paint', async () => {
    const page = await site.open('');
    await page.locator('.theme select').selectOption('dark');
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await page.goto(new URL('about/', site.address).href);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  });

  test('nothing is wider than a phone', async () => {
    for (const path of ['', 'play/', 'about/']) {
      const page = await site.open(path, { viewport: { width: 320, height: 700 } });
      await page.locator('main').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    }
  });
});
