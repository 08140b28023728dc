// Setting up an activity, where the network is slow or gone.
import { expect, test } from 'vitest';
import { frames } from '../frames.js';
import { useSite } from './harness.js';

const site = useSite();
const SELECT = 'la-teach select >> nth=0';

test('an activity that does not arrive is said, and what was there stays', async () => {
  const page = await site.open('teach/?ex=cost');
  await page.locator('la-teach iframe').waitFor();
  await page.route(/la-station-recall/, (route) => route.abort());
  await page.locator(SELECT).selectOption('recall');
  await page.getByText(/^This activity did not arrive: .* Load this page again to retry\.$/).waitFor();
  expect(await page.locator('la-teach iframe').getAttribute('src')).toContain('/embed/cost/');
  site.expectErrors();
});

test('a figure is offered no setting that only an exercise answers to', async () => {
  const page = await site.open('teach/?ex=cost');
  await page.locator('la-teach iframe').waitFor();
  const offered = () =>
    page.evaluate(() =>
      [
        ...document
          .querySelector('la-teach')!
          .shadowRoot!.querySelectorAll('.choices .label, fieldset label'),
      ].map((one) => one.textContent!.trim()),
    );
  const figure = await offered();
  expect(figure).toEqual(expect.arrayContaining(['Theme', 'Load', 'controls for the values']));
  await page.locator(SELECT).selectOption('break-even');
  await page.locator('la-teach iframe[src*="/embed/break-even/"]').waitFor();
  const more = (await offered()).filter((one) => !figure.includes(one));
  expect(more).toEqual(['Mode', 'Answers', 'the title', 'hints', 'the worked solution', 'the reset button']);
});

test('of two activities the one that was chosen last is shown, whichever comes first', async () => {
  const page = await site.open('teach/?ex=cost');
  await page.locator('la-teach iframe').waitFor();
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/la-station-recall/, async (route) => {
    await held;
    await route.continue();
  });
  await page.locator(SELECT).selectOption('recall');
  await page.locator(SELECT).selectOption('needle');
  const frame = page.locator('la-teach iframe[src*="/embed/needle/"]');
  await frame.waitFor();
  const late = page.waitForResponse(/la-station-recall/);
  arrive();
  await (await late).finished();
  // Its element is defined by the script that came late; whoever waited for that goes on before the next frame.
  await page.evaluate(() => customElements.whenDefined('la-station-recall').then(() => undefined));
  await frames(page);
  expect(await frame.count()).toBe(1);
});
