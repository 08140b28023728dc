// Every exercise, walked by a reader who first guesses wrong, reads the replies and tries again until it is solved.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { exercises } from '../../web/lessons/exercises/index.js';
import { useSite } from './harness.js';
import { answer, openExercise, replyTo, run } from './practice.js';

const site = useSite();

/** No sensible answer to any question, and no known mistake. */
const NONSENSE = '−12345';

type Guess = { readonly texts: readonly string[] } | { readonly options: readonly string[] };

/** What to answer after a wrong `guess`: the value that the reply names, or the options not yet tried. */
async function next(question: Locator, guess: Guess): Promise<Guess> {
  if ('texts' in guess) {
    const reply = (await question.locator('.reply').textContent())!;
    const named = /The core computes \(?(.+?)\)?(?: bytes.*?)?(?: = .+?)?\.(\s|$)/.exec(reply)?.[1];
    if (named === undefined) throw new Error(`No value is named in “${reply}”.`);
    return { texts: guess.texts.length === 1 ? [named] : named.split(', ') };
  }
  const inputs = question.locator('input');
  const all = await inputs.evaluateAll((list) => list.map((one) => (one as HTMLInputElement).value));
  const tried = all.reduce((bits, option, i) => bits + (guess.options.includes(option) ? 2 ** i : 0), 0);
  // Of a single choice the bits double, of several they count up.
  const bits = (await inputs.first().getAttribute('type')) === 'radio' ? tried * 2 : tried + 1;
  return { options: all.filter((_, i) => Math.floor(bits / 2 ** i) % 2 === 1) };
}

async function give(question: Locator, guess: Guess): Promise<void> {
  if ('texts' in guess) {
    for (const [i, text] of guess.texts.entries()) await question.locator('input').nth(i).fill(text);
    return;
  }
  for (const input of await question.locator('input').all()) {
    const wanted = guess.options.includes(await input.inputValue());
    if ((await input.getAttribute('type')) === 'checkbox') await input.setChecked(wanted);
    else if (wanted) await input.check();
  }
}

/** Answers what a button checks until all of it is right; how often it was pressed. */
async function solve(page: Page, action: 'run' | 'check'): Promise<number> {
  const form = page.locator('form', { has: page.locator(`[data-action=${action}]`) });
  const guesses = new Map<string, Guess>();
  for (let pressed = 1; pressed <= 64; pressed++) {
    for (const question of await form.locator('[data-question]').all()) {
      const id = (await question.getAttribute('data-question'))!;
      if ((await question.getAttribute('data-verdict')) === 'right') continue;
      const inputs = question.locator('input');
      const count = await inputs.count();
      // Built in the inputs above; the test of its own builds it.
      if (count === 0) continue;
      const before = guesses.get(id);
      let guess: Guess;
      if (before !== undefined) guess = await next(question, before);
      else if ((await inputs.first().getAttribute('type')) === 'text')
        guess = { texts: Array.from({ length: count }, () => NONSENSE) };
      else guess = { options: [await inputs.first().inputValue()] };
      guesses.set(id, guess);
      await give(question, guess);
    }
    await form.locator(`[data-action=${action}]`).click();
    await form.locator('[data-question][data-verdict=open]').first().waitFor({ state: 'detached' });
    if ((await form.locator('[data-question]:not([data-verdict=right])').count()) === 0) return pressed;
  }
  throw new Error(`Not solved: ${await form.locator('[data-verdict=wrong]').allTextContents()}`);
}

describe('an exercise is solved by who tries', () => {
  for (const { id } of exercises) {
    test(id, { timeout: 120_000 }, async () => {
      const page = await openExercise(site, id);
      if (id === 'vanishing-denominator') await page.locator('la-matrix input').nth(1).fill('1');
      // The first guess is wrong, on purpose.
      expect(await solve(page, 'run')).toBeGreaterThan(1);
      if ((await page.locator('[data-action=check]').count()) > 0) await solve(page, 'check');
      await page.locator('[data-complete]').waitFor();
    });
  }
});

test('entries and ticks that come faster than the page is drawn are all kept', async () => {
  const page = await openExercise(site, 'identity-map');
  await page.locator('[data-question=numerator] input').evaluateAll((fields) => {
    fields.forEach((field, i) => {
      (field as HTMLInputElement).value = String(20 + i);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
  });
  const numerator = await page.evaluate(
    () => document.querySelector('la-exercise')!.state['answer numerator'] as string,
  );
  expect(numerator).toBe('20|21');
});

test('a demonstration that is started while another computes takes nothing from it', async () => {
  const page = await openExercise(site, 'identity-map');
  await answer(page, 'numerator', ['28', '21']);
  await answer(page, 'denominator', ['10']);
  await answer(page, 'output', ['2.8', '2.1']);
  await page.locator('[data-question=form] input[value=ratio]').check();
  await run(page);
  await page.locator('[data-demo]').first().waitFor();
  // In one task: the first has no time to end.
  await page.locator('[data-demo]').evaluateAll((all) => {
    for (const one of all) (one as HTMLElement).click();
  });
  const says = page.locator('[data-demo-says]');
  await expect.poll(() => says.count(), { timeout: 30_000 }).toBe(6);
  // The weight that softmax gives the first key is the same wherever it stands.
  const shown = await page.locator('[data-demo-says=temperature]').textContent();
  expect(shown).toContain('The largest weight of softmax goes 0.734,');
});

test('who explains first is told which answers are still open, and led to them', async () => {
  const page = await openExercise(site, 'sharpen-linear');
  await page.locator('#question-relu-0').fill('0.9');
  await page.locator('[data-question=reach] input[value=no]').check();
  await page.locator('[data-action=run]').click();
  await page.locator('[data-question=reason] input[value=cancels]').check();
  await page.locator('[data-action=check]').click();
  expect(await page.locator('[data-open]').textContent()).toContain('One answer in part 1 is not right yet.');
  await page.locator('[data-open] + p [data-action=again]').click();
  expect(await page.locator('#question-relu-0').evaluate((one) => one.matches(':focus'))).toBe(true);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('5/11');
  await page.keyboard.press('Enter');
  await page.locator('[data-complete]').waitFor();
  expect(await page.locator('[data-open]').count()).toBe(0);
});

describe('a wrong answer', () => {
  test('that is no known mistake is led to the hints, and a known one is not', async () => {
    const page = await openExercise(site, 'reduce-abc');
    await answer(page, 'left', ['123']);
    await answer(page, 'right', ['3200']);
    await answer(page, 'ratio', ['18.75']);
    await run(page);
    expect(await replyTo(page, 'left')).toContain('The hints below lead to the right one');
    expect(await replyTo(page, 'right')).toContain('one of the two products');
    expect(await replyTo(page, 'right')).not.toContain('hints');
    expect(await replyTo(page, 'ratio')).not.toContain('hints');
  });

  test('is led to no hints where the page shows none', async () => {
    const page = await openExercise(site, 'reduce-abc', '?load=auto&hide=hints');
    await answer(page, 'left', ['123']);
    await answer(page, 'right', ['6400']);
    await answer(page, 'ratio', ['18.75']);
    await run(page);
    expect(await replyTo(page, 'left')).toContain('The core computes 120,000.');
    expect(await replyTo(page, 'left')).not.toContain('hints');
  });
});

test('an exercise without controls shows the numbers that it is about', async () => {
  const page = await openExercise(site, 'reduce-abc', '?load=auto&hide=header,controls');
  const fields = page.locator('.inputs la-number input[type=text]');
  expect(await fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
    '100',
    '4',
    '8',
  ]);
  for (const field of await fields.all()) expect(await field.isDisabled()).toBe(true);
  // Where the numbers are the answer, they can be changed.
  const built = await openExercise(site, 'vanishing-denominator', '?load=auto&hide=header,controls');
  expect(await built.locator('la-matrix input').first().isEditable()).toBe(true);
});

test('“Change my answers” leads to the matrix where the matrix is the answer', async () => {
  const page = await openExercise(site, 'vanishing-denominator');
  await page.locator('[data-question=elu] input[value=never]').check();
  await run(page);
  await page.locator('[data-action=again]').click();
  const focused = page.locator('la-matrix input').first();
  expect(await focused.evaluate((one) => one.matches(':focus'))).toBe(true);
});

test('a number of bytes is answered in bytes', async () => {
  const page = await openExercise(site, 'constant-memory');
  const right = { 'state-short': '16640', 'state-long': '16640', 'cache-short': '5120', crossover: '33' };
  for (const [id, text] of Object.entries({ ...right, 'cache-long': '1' })) await answer(page, id, [text]);
  await run(page);
  expect(await replyTo(page, 'state-short')).toContain('The core computes 16,640 bytes');
  expect(await replyTo(page, 'cache-long')).toContain('The core computes 5,120,000 bytes');
  expect(await replyTo(page, 'crossover')).toContain('The core computes 33.');
});

test('a reply and hints that are not there yet take no room', async () => {
  const page = await openExercise(site, 'reduce-abc');
  const heights = await page
    .locator('.reply, .hints')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).display + one.matches(':empty')));
  expect(heights).toEqual(['nonetrue', 'nonetrue', 'nonetrue', 'gridtrue']);
});

test('options of one line and of two stand at the same distance', async () => {
  const page = await openExercise(site, 'identity-map');
  await page.setViewportSize({ width: 360, height: 800 });
  const gaps = await page.locator('[data-question=form] .option').evaluateAll((options) => {
    const lines = options.map((option) => option.querySelector('span')!.getBoundingClientRect());
    return lines.slice(1).map((line, i) => Math.round(line.top - lines[i]!.bottom));
  });
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
});
