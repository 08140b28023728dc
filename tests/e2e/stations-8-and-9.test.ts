// Station 8, tiles and patterns, and station 9, the list of exercises.
import { describe, expect, test } from 'vitest';
import type { LaStationFlash } from '../../web/widgets/stations/la-station-flash.js';
import { field, figure, press, sentence, slider, type } from './figure.js';
import { useSite } from './harness.js';

const site = useSite();

describe('each station', () => {
  test('8: tiles are walked, traffic is counted, a pattern is drawn', async () => {
    const page = await site.open('');
    const flash = await figure(page, 'flash-tiles');
    await flash.getByText('The first tile sets the maximum').waitFor();
    await press(flash.getByRole('button', { name: /Take tile 2/ }), 'Enter');
    await flash.getByText(/The maximum (rises|stays)/).waitFor();
    await flash.getByRole('row', { name: /^FlashAttention 1,335,296/ }).waitFor();
    await type(flash, 'fastMemory', '8192');
    await flash.getByRole('row', { name: /^FlashAttention 6,553,600/ }).waitFor();
    const sparse = await figure(page, 'sparse-patterns');
    await sentence(sparse).getByText('pairs are computed').waitFor();
    await sparse.locator('select[name="pattern"]').selectOption('bigbird');
    await expect(field(sparse, 'blockSize').inputValue()).resolves.toBe('2');
  });

  test('8: the slider of a window stops where the core takes its value: at even numbers', async () => {
    const place = await figure(await site.open(''), 'sparse-patterns');
    await sentence(place).getByText('pairs are computed').waitFor();
    for (const [key, value] of [
      ['ArrowRight', '8'],
      ['ArrowRight', '10'],
      ['End', '64'],
    ] as const) {
      await press(slider(place, 'window'), key);
      await expect(field(place, 'window').inputValue()).resolves.toBe(value);
    }
    await expect.poll(() => sentence(place).textContent()).toContain('pairs are computed');
    // Typing is not rounded: the core says what is wrong.
    await type(place, 'window', '7');
    await place.getByText('expected an even number').first().waitFor();
  });

  test('8: another query to follow asks the core for nothing, another tile does', async () => {
    const place = await figure(await site.open(''), 'flash-tiles');
    await place.getByText('The first tile sets the maximum').waitFor();
    const asked = await place.locator('la-station-flash').evaluateHandle((one: LaStationFlash) => {
      const { engine } = one;
      const calls: string[] = [];
      one.engine = {
        call: (name, args, options) => {
          calls.push(name);
          return engine.call(name, args, options);
        },
      };
      return calls;
    });
    await press(slider(place, 'query'), 'ArrowRight');
    await place.getByText('What is held for query 2').waitFor();
    expect(await asked.jsonValue()).toEqual([]);
    await press(slider(place, 'blockCols'), 'ArrowRight');
    await expect.poll(() => asked.jsonValue()).toContain('attend');
    // What is moved between memories depends on neither.
    expect(await asked.jsonValue()).not.toContain('cost');
  });

  test('9: lists the exercises and opens one', async () => {
    const page = await site.open('');
    const exercises = page.locator('details.exercise');
    expect(await exercises.count()).toBeGreaterThanOrEqual(10);
    await press(exercises.first().locator('summary'), 'Enter');
    await exercises.first().locator('.figure-tools').waitFor();
  });
});
