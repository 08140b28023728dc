// Links that lead out of a frame into a tab of their own, in every sandbox that a platform may put around it.
import { expect, test } from 'vitest';
import { inChromium } from './lib/chromium.js';
import { EX } from './lib/exercise.js';
import { frame } from './lib/suite.js';

const stage = inChromium();

/** Too low for its content and never made higher: the page says so, with a link to itself. */
const course = async (sandbox: string) => {
  const address = `${stage.site.address}v1/embed/${EX}/?load=auto&fit=content`;
  const body = `<!doctype html><title>Course</title>${frame(address, `${sandbox} width="700" height="200"`)}`;
  const context = await stage.browser.newContext();
  const page = await context.newPage();
  await page.goto(stage.host.page('course.html', { body }));
  const inside = page.frameLocator('iframe');
  const link = inside.getByRole('link', { name: 'Open in a new tab' });
  await link.waitFor();
  return { context, inside, link, address };
};

test.each([
  ['no sandbox', '', false],
  [
    'a sandbox that lets tabs out',
    'sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"',
    false,
  ],
  ['a sandbox that they inherit', 'sandbox="allow-scripts allow-popups"', true],
])('%s: the tab opens and computes, and nothing is thrown', async (_, sandbox, inherited) => {
  const { context, link, address } = await course(sandbox);
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(String(error.error())));
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await tab.locator('[data-action="run"]').click();
  await tab.locator('[data-verdict]').first().waitFor();
  expect(tab.url()).toBe(address);
  expect(await tab.evaluate(() => self.origin === 'null')).toBe(inherited);
  // Out of reach for the frame in a sandbox that the tab inherits.
  expect(await tab.evaluate(() => window.opener === null)).toBe(!inherited);
  expect(errors).toEqual([]);
  await context.close();
});

test('a sandbox that opens no tabs: the address stands there to be copied', async () => {
  const { context, inside, link, address } = await course('sandbox="allow-scripts"');
  await link.click();
  const field = inside.getByLabel('This place opens no tabs. Copy the address:');
  expect(await field.inputValue()).toBe(address);
  await field.focus();
  const selected = await field.evaluate((one: HTMLInputElement) => one.selectionEnd! - one.selectionStart!);
  expect(selected).toBe(address.length);
  await inside.locator('.la-footer a').click({ force: true });
  expect(await inside.locator('.la-footer input').inputValue()).toBe(stage.site.address);
  expect(context.pages()).toHaveLength(1);
  await context.close();
});
