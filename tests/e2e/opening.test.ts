// The first thing that a visitor can move: what it says is counted by the core, at every length.
import { describe, expect, test } from 'vitest';
import { useSite } from './harness.js';

const site = useSite();
const SIZE = 64;

describe('the length of a text, on the first screen', () => {
  for (const [width, height] of [
    [360, 780],
    [768, 1000],
    [1440, 780],
  ] as const) {
    test(`is there to be moved without scrolling, and moves nothing else, ${width} px`, async () => {
      const page = await site.open('about/', { viewport: { width, height } });
      await page.goto(site.address);
      const opening = page.locator('la-opening');
      await opening.locator('dl').waitFor();
      const box = (await opening.locator('dl').boundingBox())!;
      expect(box.y + box.height).toBeLessThan(height);
      const below = () => page.locator('#station-1').evaluate((one) => one.getBoundingClientRect().top);
      const before = await below();
      const slider = opening.getByRole('slider');
      for (const key of ['Home', 'End']) {
        await slider.press(key);
        await opening.getByText(key === 'Home' ? '4 times more' : '2,048 times fewer').waitFor();
        expect(await below()).toBe(before);
      }
    });
  }

  test.each([
    ['16', 'needs 4 times more multiply-adds'],
    ['64 tokens', 'needs as many multiply-adds as softmax'],
    ['8,192', 'needs 128 times fewer multiply-adds'],
  ])('%s: both are counted, and bars are as long as they are large', async (typed, says) => {
    const page = await site.open('');
    const opening = page.locator('la-opening');
    await opening.getByRole('textbox').fill(typed);
    await page.keyboard.press('Enter');
    const n = Number.parseInt(typed.replace(',', ''), 10);
    const sentence = opening.locator('[data-told]');
    await expect.poll(async () => (await sentence.textContent())!.replace(/\s+/g, ' ')).toContain(says);
    const counts = [2 * n * n * SIZE, 2 * n * SIZE * SIZE];
    expect((await opening.locator('dd').allTextContents()).map((one) => one.trim())).toEqual(
      counts.map((count) => count.toLocaleString('en')),
    );
    const [softmax, linear] = await opening
      .locator('.bar')
      .evaluateAll((bars) => bars.map((one) => one.getBoundingClientRect().width));
    // A pixel is the smallest bar, and what a browser rounds a width to at most.
    expect(Math.abs(softmax! * counts[1]! - linear! * counts[0]!)).toBeLessThanOrEqual(Math.max(...counts));
  });
});
