// Settings that take something away, in a browser: solutions that are never shown, and activities that only show.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { pack } from '../../web/model/state.js';
import { catalogue } from '../../web/pages/catalogue.js';
import { FIRST } from '../../web/pages/teach/own-draft.js';
import { inChromium } from './lib/chromium.js';

const stage = inChromium();
let page: Page;
beforeAll(async () => {
  page = await stage.browser.newPage();
});

/** Of 8 tokens, 8·9/2 = 36 scores; the exercise knows 64 as a mistake. */
const open = (query: string) =>
  page.goto(`${stage.site.address}v1/embed/own/?exercise=${pack(FIRST)}&load=auto&${query}`);
const answer = async (text: string, verdict: 'right' | 'wrong') => {
  await page.locator('[data-question="pairs"] input').fill(text);
  await page.locator('form button[type="submit"]').click();
  await page.locator(`[data-question="pairs"][data-verdict="${verdict}"]`).waitFor();
};
const said = async () => (await page.locator('la-exercise article').textContent()) ?? '';
const KNOWN = 'This counts the tokens that come later, too.';
const SOLUTION = 'Show the worked solution';
const EXPLANATION = 'The number grows with the square of n.';

test('answers=after: a wrong answer is told the right one and the worked solution; a right one the explanation', async () => {
  await open('answers=after');
  expect(await said()).not.toContain('36');
  await answer('64', 'wrong');
  expect(await said()).toContain(KNOWN);
  expect(await said()).toContain('36');
  expect(await said()).toContain(SOLUTION);
  await answer('36', 'right');
  await page.locator('[data-complete]').waitFor();
  expect(await said()).toContain(EXPLANATION);
});

test('answers=never: a known mistake gets its reply, and the right answer is shown nowhere', async () => {
  await open('answers=never');
  await answer('64', 'wrong');
  expect(await said()).toContain(KNOWN);
  expect(await said()).not.toContain('36');
  expect(await said()).not.toContain(SOLUTION);
  await answer('36', 'right');
  await page.locator('[data-complete]').waitFor();
  expect(await said()).not.toContain(SOLUTION);
  expect(await said()).not.toContain(EXPLANATION);
});

test('answers=solved: nothing is given away before all is right, and then everything is shown', async () => {
  await open('answers=solved');
  await answer('64', 'wrong');
  expect(await said()).toContain(KNOWN);
  expect(await said()).not.toContain('36');
  expect(await said()).not.toContain(SOLUTION);
  expect(await said()).not.toContain(EXPLANATION);
  await answer('36', 'right');
  await page.locator('[data-complete]').waitFor();
  expect(await said()).toContain('Scores below and on the diagonal');
  expect(await said()).toContain(SOLUTION);
  expect(await said()).toContain(EXPLANATION);
});

test('answers=solved: a wrong answer is not told which other question it belongs to', async () => {
  const other = `${stage.site.address}v1/embed/constant-memory/?load=auto`;
  const reply = page.locator('[data-question="cache-long"] .reply');
  for (const [setting, told] of [
    ['after', true],
    ['solved', false],
  ] as const) {
    await page.goto(`${other}&answers=${setting}`);
    const fields = page.locator('form [data-question] input');
    await fields.first().waitFor();
    for (const field of await fields.all()) await field.fill('5120');
    await page.locator('[data-action=run]').click();
    await reply.getByText('Not yet.').waitFor();
    expect((await reply.textContent())!.includes('another question here')).toBe(told);
    expect((await reply.textContent())!.includes('5,120,000')).toBe(told);
    // What a demonstration computes is half of it.
    expect((await page.locator('[data-demo]').count()) > 0).toBe(told);
    expect(await page.getByText('is shown when the answers above are right').count()).toBe(told ? 0 : 1);
  }
});

test('readonly: an exercise is shown solved, but not where answers are kept back or a link brought some', async () => {
  const action = (name: string) => page.locator(`[data-action="${name}"]`);
  await open('readonly=1');
  await page.getByText(EXPLANATION).waitFor();
  expect(await said()).toContain('which is 36 here');
  for (const kept of ['never', 'solved']) {
    await open(`readonly=1&answers=${kept}`);
    await page.locator('[data-question="pairs"] input:disabled').waitFor();
    expect(await said()).not.toContain('36');
    expect(await action('run').count()).toBe(0);
  }
  await open('answers=after');
  await page.locator('[data-question="pairs"] input').fill('64');
  const saved = await page.evaluate(() => document.querySelector('la-exercise')!.getState());
  await page.goto('about:blank');
  await open(`readonly=1#s=${saved}`);
  const field = page.locator('[data-question="pairs"] input:disabled');
  await field.waitFor();
  expect(await field.inputValue()).toBe('64');
  // Nobody can change it, everybody can see what it is worth, and it is no attempt of theirs.
  const attempts = () => page.evaluate(() => JSON.stringify(localStorage));
  const before = await attempts();
  await action('run').click();
  await page.getByText(KNOWN).waitFor();
  expect(await attempts()).toBe(before);
});

/** Fields that take something, through every shadow root. A stepper changes nothing: it turns pages. */
const usable = () =>
  page.evaluate(() => {
    const found: string[] = [];
    const gather = (root: ParentNode) => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        const field = element.matches('input, select, textarea') && !(element as HTMLInputElement).readOnly;
        if (field && !element.matches(':disabled'))
          found.push(
            `${element.localName} ${(element as HTMLInputElement).type} in ${(root as ShadowRoot).host?.localName}`,
          );
        if (element.shadowRoot && element.localName !== 'la-stepper') gather(element.shadowRoot);
      }
    };
    gather(document.getElementById('la-wrapper')!);
    return found;
  });

test.each(catalogue.map(({ id }) => id))('readonly: %s shows, and takes nothing', async (id) => {
  const live = page.locator('#la-wrapper > :not(#la-notices, #la-static, .la-footer)').first();
  await page.goto(`${stage.site.address}v1/embed/${id}/?load=auto`);
  await live.waitFor();
  await expect.poll(usable).not.toEqual([]);
  await page.goto(`${stage.site.address}v1/embed/${id}/?load=auto&readonly=1`);
  await live.waitFor();
  await page.waitForLoadState('networkidle');
  expect(await usable()).toEqual([]);
  for (const action of ['run', 'check', 'reset'])
    expect(await page.locator(`[data-action="${action}"]`).count()).toBe(0);
});
