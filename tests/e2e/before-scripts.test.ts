// The walk as text: before any script, and where nothing can be computed.
import { describe, expect, test } from 'vitest';
import { useSite } from './harness.js';

const site = useSite();

describe('before any script', () => {
  test('the worked examples and the statements stand as text', async () => {
    const page = await site.open('', { javaScriptEnabled: false });
    await expect(page.getByText('4,294,967,296').first().isVisible()).resolves.toBe(true);
    expect(await page.locator('.figure').count()).toBeGreaterThanOrEqual(13);
    expect(await page.locator('[id^="statement-"]').count()).toBe(25);
    expect(await page.locator('noscript').textContent()).toContain('This browser runs no scripts here.');
  });

  test('without WebAssembly they stay, with the reason', async () => {
    const page = await site.open('');
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'WebAssembly');
    });
    await page.route('**/*.wasm', (route) => route.abort());
    await page.route('**/worker*.js', (route) => route.abort());
    await page.reload();
    const place = page.locator('[data-activity="two-orders"]');
    await place.locator('[role="alert"]').first().waitFor();
    await expect(place.getByText('Worked example.').isVisible()).resolves.toBe(true);
    site.expectErrors();
  });
});
