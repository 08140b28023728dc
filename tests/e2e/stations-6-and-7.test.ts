// Station 6, the running state, and station 7, what is lost, but for the map that is trained there: learned-map.test.ts.
import { describe, expect, test } from 'vitest';
import { figure, press, sentence, slider, type } from './figure.js';
import { useSite } from './harness.js';

const site = useSite();

describe('each station', () => {
  test('6: at no token nothing written is seen, and the page below stays where it was', async () => {
    const place = await figure(await site.open(''), 'running-state');
    await sentence(place).getByText('After 3 tokens').waitFor();
    const written = place.locator('la-matrix.update');
    const height = () => place.locator('.written').evaluate((one) => one.clientHeight);
    await expect(written.isVisible()).resolves.toBe(true);
    const before = await height();
    await press(slider(place, 'tokens'), 'Home');
    await place.getByText('No token has been written').waitFor();
    await expect(written.isVisible()).resolves.toBe(false);
    expect(await height()).toBe(before);
    await press(slider(place, 'tokens'), 'ArrowRight');
    await sentence(place).getByText('After 1 token').waitFor();
    await expect.poll(() => written.isVisible()).toBe(true);
  });

  test('6: tokens forward and back, byte for byte', async () => {
    const place = await figure(await site.open(''), 'running-state');
    await sentence(place).getByText('After 3 tokens').waitFor();
    const state = place.locator('la-matrix.whole');
    const atThree = await state.textContent();
    await press(place.getByRole('button', { name: 'Add token 4' }), 'Enter');
    await sentence(place).getByText('After 4 tokens').waitFor();
    await press(place.getByRole('button', { name: 'Take back token 4' }), 'Enter');
    await sentence(place).getByText('Going back restored the saved state byte for byte.').waitFor();
    await expect.poll(() => state.textContent()).toBe(atThree);
    await expect(sentence(place).textContent()).resolves.toContain('rank 3');
  });

  test('6: the plot of the accumulators shows where bfloat16 and float16 leave the exact sum', async () => {
    const place = await figure(await site.open(''), 'running-state');
    await press(place.getByRole('button', { name: 'Compare the accumulators' }), 'Enter');
    await place.locator('la-plot').waitFor({ timeout: 60_000 });
    const last = await place.locator('la-plot').evaluate((plot) => {
      const { series } = plot as HTMLElement & { series: { id: string; y: number[] }[] };
      return Object.fromEntries(series.map(({ id, y }) => [id, y.slice(-2)]));
    });
    const [before, exact] = last.float64!;
    expect(exact!).toBeGreaterThan(2 * before!);
    for (const stuck of ['bfloat16', 'float16']) {
      expect(last[stuck]![1]).toBe(last[stuck]![0]);
      expect(last[stuck]![1]!).toBeLessThan(exact! / 4);
    }
    // Each of the 65,536 additions rounds by 2^-24 of the sum at most.
    expect(Math.abs(last.float32![1]! / exact! - 1)).toBeLessThan(65_536 * 2 ** -24);
    await expect(place.getByRole('row', { name: /^float16/ }).textContent()).resolves.toMatch(/89\.3\s%/);
    await place.getByText('bfloat16 and float16 fall behind').waitFor();
  });

  // On a machine that does other things too, the whole run takes some minutes.
  test('6: three million tokens in the same bytes, cancelled once, finished once', {
    timeout: 600_000,
  }, async () => {
    const place = await figure(await site.open(''), 'running-state');
    const run = place.getByRole('button', { name: 'Run 3,000,000 tokens' });
    await run.click();
    await place.getByRole('row', { name: /^10,000/ }).waitFor({ timeout: 30_000 });
    await place.getByRole('button', { name: /^(Cancel|Stop)/ }).click();
    await run.click();
    const last = place.getByRole('row', { name: /^3,000,000/ });
    await last.waitFor({ timeout: 580_000 });
    for (const tokens of ['3', '10', '10,000', '3,000,000']) {
      const cells = place.getByRole('row', { name: new RegExp(`^${tokens} `) }).locator('td');
      expect(await cells.first().textContent()).toBe('16,640 bytes = 16.25 KiB');
    }
    // On a wide screen nothing of the table is out of view.
    const hidden = await last.evaluate((row) => {
      const { scrollWidth, clientWidth } = row.closest('.scroll')!;
      return scrollWidth - clientWidth;
    });
    expect(hidden).toBe(0);
  });

  test('7: the needle, the memory, the random features', async () => {
    const page = await site.open('');
    const needle = await figure(page, 'needle');
    await sentence(needle).getByText('softmax puts 0.998').waitFor({ timeout: 30_000 });
    const recall = await figure(page, 'recall');
    await type(recall, 'seeds', '1');
    await press(recall.getByRole('button', { name: 'Store up to 256 pairs' }), 'Enter');
    await recall.getByText(/With 256 pairs it is/).waitFor({ timeout: 30_000 });
    const features = await figure(page, 'random-features');
    await type(features, 'seeds', '10');
    await press(features.getByRole('button', { name: 'Draw the directions' }), 'Enter');
    await features.getByText(/With m = 256/).waitFor({ timeout: 30_000 });
  });

  test('7: what a button computed says that it is for other settings, while they are others', async () => {
    const place = await figure(await site.open(''), 'recall');
    await type(place, 'seeds', '1');
    await press(place.getByRole('button', { name: 'Store up to 256 pairs' }), 'Enter');
    await place.getByText(/With 256 pairs it is/).waitFor({ timeout: 30_000 });
    const others = place.getByText('The curve is for other settings; store again.');
    await expect.poll(() => others.count()).toBe(0);
    await type(place, 'd', '32');
    await others.waitFor({ timeout: 30_000 });
    await type(place, 'd', '64');
    await others.waitFor({ state: 'detached', timeout: 30_000 });
    await type(place, 'd', '32');
    await press(place.getByRole('button', { name: 'Store up to 256 pairs' }), 'Enter');
    await others.waitFor({ state: 'detached', timeout: 30_000 });
    await place.getByText('in 32 features').waitFor({ timeout: 30_000 });
    expect(await others.count()).toBe(0);
  });
});
