// What a reader with a keyboard and a screen reader meets: the focus stays where it was put, and what is read out is true.
import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { TrainerOptions } from '../../web/engine/types.js';
import type { Activity } from '../../web/widgets/activity.js';
import { figure, slider } from './figure.js';
import { useSite } from './harness.js';
import { answer, openExercise, replyTo, run } from './practice.js';

const site = useSite();

/** Name of what has the focus, inside shadow roots too; '' for the page itself. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (at === null || at === document.body) return '';
    return (at.getAttribute('aria-label') ?? at.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  });
}

/** From here on, every text that an element has held. */
async function follow(element: Locator): Promise<() => Promise<string[]>> {
  const handle = await element.evaluateHandle((node) => {
    const seen: string[] = [];
    const note = () => {
      const text = (node.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
      if (seen.at(-1) !== text) seen.push(text);
    };
    note();
    new MutationObserver(note).observe(node, { childList: true, characterData: true, subtree: true });
    return seen;
  });
  return () => handle.jsonValue() as Promise<string[]>;
}

describe('the focus', () => {
  test('stays at a button that has nothing more to do', async () => {
    const page = await site.open('');
    const place = await figure(page, 'shared-summaries');
    const next = place.locator('button.main');
    await next.focus();
    for (let step = 1; step < 6; step++) await page.keyboard.press('Enter');
    await place.getByText('Step 6 of 6: The quotient').waitFor();
    expect(await focused(page)).toBe('The last step');
    expect(await next.getAttribute('aria-disabled')).toBe('true');
  });

  test('stays at the button that started a run, and comes back to it from the one that cancels', async () => {
    const page = await site.open('');
    const place = await figure(page, 'running-state');
    await place.getByRole('button', { name: 'Run 3,000,000 tokens' }).focus();
    await page.keyboard.press('Enter');
    await place.locator('la-progress').waitFor();
    expect(await focused(page)).toBe('Run 3,000,000 tokens');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Cancel');
    // Long enough for progress to be drawn while the focus is there.
    await expect.poll(() => place.locator('table tbody tr').count()).toBeGreaterThan(1);
    await page.keyboard.press('Enter');
    await place.locator('la-progress').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Run 3,000,000 tokens');
  });

  test('comes back to the menu whose entry was chosen', async () => {
    const page = await site.open('play/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const menu = page.locator('.figure-tools summary', { hasText: 'Copy as a script' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page
      .locator('.figure-tools')
      .getByText(/as NumPy: done/)
      .waitFor();
    expect(await focused(page)).toBe('Copy as a script');
  });

  test('stays at the hints when the last one is told', async () => {
    const page = await openExercise(site, 'reduce-abc');
    const hint = page.locator('[data-action=hint]');
    await hint.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('.hints li').nth(1).waitFor();
    expect(await focused(page)).toBe('No more hints');
  });
});

describe('what is read out', () => {
  test('never pairs a moved slider with the counts of where it was', async () => {
    const page = await site.open('');
    const orders = await figure(page, 'two-orders');
    const sentence = orders.locator('.computed').first();
    await sentence.getByText('= 64 against').waitFor();
    const said = await follow(sentence);
    await slider(orders, 'n').focus();
    for (let n = 5; n <= 8; n++) await page.keyboard.press('ArrowRight');
    await sentence.getByText('= 256 against').waitFor();
    const texts = await said();
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) {
      const [n, r, d, table, summary] = /n = (\d+), r = (\d+), d = (\d+):.*?= (\d+) against.*?= (\d+)\./
        .exec(text)!
        .slice(1)
        .map(Number);
      expect([table, summary], text).toEqual([n! * n! * r! + n! * n! * d!, 2 * n! * r! * d!]);
    }
    const cost = await figure(page, 'cost');
    const count = cost.locator('.computed').first();
    await count.getByText('At n = 8,192').waitFor();
    const told = await follow(count);
    await slider(cost, 'n').focus();
    await page.keyboard.press('Home');
    await count.getByText('At n = 1,').waitFor();
    for (const text of await told()) {
      const [n, needs] = /At n = ([\d,]+), linear attention needs ([\d,]+)/
        .exec(text)!
        .slice(1)
        .map((digits) => Number(digits.replaceAll(',', '')));
      expect(needs, text).toBe(2 * n! * 64 * 64);
    }
  });

  test('names the row that a typed entry changed', async () => {
    const place = await figure(await site.open(''), 'two-orders');
    await place.locator('la-matrix[label="A"] input').nth(4).fill('5');
    // Row 3 of A is (5, 1): 5 (1, −1) + (7, 7).
    await place.getByText('Row 3 is now (12, 2).').waitFor();
  });

  test('is the reason where matrices do not fit, not the numbers of those before', async () => {
    const page = await site.open('play/');
    await page.locator('la-bench .computed').getByText('random tokens').waitFor();
    await page.locator('la-input select').first().selectOption('typed');
    await page.locator('la-bench .computed').getByText('typed matrices').waitFor();
    await page.locator('la-matrix[label="Q"]').getByRole('button', { name: 'Add column' }).click();
    await page.locator('la-bench .computed').getByText('k has 2 columns; expected 3.').waitFor();
    expect(await page.locator('la-bench [role=alert]').count()).toBe(1);
    await page.locator('la-matrix[label="Q"]').getByRole('button', { name: 'Remove column' }).click();
    await page.locator('la-bench .computed').getByText('typed matrices').waitFor();
    expect(await page.locator('la-bench [role=alert]').count()).toBe(0);
  });

  test('calls no distance “at most 2” where weights are negative', async () => {
    const place = await figure(await site.open(''), 'feature-maps');
    const sentence = place.locator('.computed').first();
    await sentence.getByText('at most 2').waitFor();
    await place.locator('select[name="map"]').selectOption('trigonometric');
    await sentence.getByText('weights of trigonometric').waitFor();
    const text = (await sentence.textContent())!;
    expect(text).not.toContain('at most 2');
    expect(text).toMatch(/have negative weights/);
    await expect(place.getByText('not a number').count()).resolves.toBe(0);
  });

  test('says what an answer would be right for before it names the right one, and marks only what is wrong', async () => {
    const page = await openExercise(site, 'identity-map');
    await answer(page, 'numerator', ['28', '999']);
    await answer(page, 'denominator', ['7']);
    await answer(page, 'output', ['28', '21']);
    await page.locator('[data-question=form] input').first().check();
    await run(page);
    expect(await replyTo(page, 'denominator')).toMatch(
      /You wrote 7\. This is the sum of all entries of .*The core computes 10\.\s*$/s,
    );
    const invalid = (index: number) =>
      page.locator(`#question-numerator-${index}`).getAttribute('aria-invalid');
    expect([await invalid(0), await invalid(1)]).toEqual(['false', 'true']);
  });
});

test('a head that is still on its way cannot be trained under the name of the one before', async () => {
  const page = await site.open('');
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/medium[^/]*\.safetensors/, async (route) => {
    await held;
    await route.continue();
  });
  const place = await figure(page, 'learned-map');
  const train = place.locator('.runner .main');
  await place.locator('la-heatmap').first().waitFor();
  const { disabled, rows } = await place.locator('la-station-learned-map').evaluate(async (station) => {
    (station as HTMLElement & { setState(state: object): void }).setState({ head: 'medium/0/0', steps: 5 });
    await (station as HTMLElement & { updateComplete: Promise<boolean> }).updateComplete;
    const button = station.shadowRoot!.querySelector('.runner .main')!;
    return {
      disabled: button.getAttribute('aria-disabled'),
      rows: station.shadowRoot!.querySelectorAll('tr').length,
    };
  });
  expect(rows).toBeGreaterThan(1);
  expect(disabled).toBe('true');
  arrive();
  await expect.poll(() => train.getAttribute('aria-disabled'), { timeout: 30_000 }).toBe('false');
  await train.press('Enter');
  await place.locator('.computed').getByText('for 64 tokens').waitFor({ timeout: 30_000 });
});

test('a figure whose core takes long says so while it shows what was before', async () => {
  const page = await site.open('about/');
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    const letGo = () => {
      for (const post of held.splice(0)) post();
    };
    Object.assign(globalThis, { letGo });
    const Prompt = globalThis.Worker;
    globalThis.Worker = class extends Prompt {
      override postMessage(message: unknown, options?: StructuredSerializeOptions | Transferable[]): void {
        const { args } = message as { args?: { q?: { rows: number } } };
        const post = () => super.postMessage(message, options as StructuredSerializeOptions);
        // Held back until the test lets it go.
        if (args?.q?.rows === 32) held.push(post);
        else post();
      }
    };
  });
  await page.goto(new URL('play/', site.address).href);
  const said = page.locator('la-bench .computed');
  await said.getByText('On 24 random tokens').waitFor();
  const top = (await said.boundingBox())!.y;
  await page.locator('la-bench').evaluate((one) => (one as Activity).setState({ n: 32 }));
  await said.getByText('Computing…').waitFor();
  expect(await said.getByText('On 24 random tokens').count()).toBe(1);
  expect((await said.boundingBox())!.y).toBe(top);
  // It may have asked more than once.
  await expect
    .poll(async () => {
      await page.evaluate('letGo()');
      return said.getByText('On 32 random tokens').count();
    })
    .toBe(1);
  expect(await said.getByText('Computing…').count()).toBe(0);
});

test('a rate that is moved while a training opens is the rate that is trained with', async () => {
  const page = await site.open('');
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/attention-analysis[^/]*\.wasm/, async (route) => {
    await held;
    await route.continue();
  });
  const place = await figure(page, 'learned-map');
  const station = place.locator('la-station-learned-map');
  const train = place.locator('.runner .main');
  await place.locator('la-heatmap').first().waitFor();
  const rates = await station.evaluateHandle((one) => {
    const activity = one as Activity;
    const { engine } = activity;
    const asked: (number | undefined)[] = [];
    activity.engine = {
      call(name, args, options) {
        if (name === 'openTrainer') asked.push((args as TrainerOptions).learningRate);
        return engine.call(name, args, options);
      },
    };
    activity.setState({ steps: 5 });
    return asked;
  });
  await expect.poll(() => train.getAttribute('aria-disabled')).toBe('false');
  await train.press('Enter');
  await train.getByText('Pause').waitFor();
  await station.evaluate((one) => (one as Activity).setState({ rate: 0.05 }));
  await train.getByText('Train 5 steps').waitFor();
  arrive();
  await train.press('Enter');
  await place.locator('.computed').getByText('After 5 steps').waitFor({ timeout: 30_000 });
  expect(await rates.jsonValue()).toEqual([0.01, 0.05]);
});

test('an exercise that could not be loaded is loaded when it is opened again', async () => {
  const page = await site.open('');
  const refuse = (route: Route) => route.abort();
  await page.route(/break-even-[^/]*\.js/, refuse);
  const details = page.locator('#exercise-break-even');
  const title = details.locator('summary');
  await title.press('Enter');
  await details.getByText('open it again to retry').waitFor();
  site.expectErrors();
  await page.unroute(/break-even-[^/]*\.js/, refuse);
  await title.press('Enter');
  await title.press('Enter');
  await details.locator('la-exercise form').first().waitFor();
  expect(await details.getByText('open it again to retry').count()).toBe(0);
});

test('tools that could not be loaded are missed by name, in their place, and the figure or exercise stays', async () => {
  const page = await site.open('about/');
  const refuse = (route: Route) => route.abort();
  await page.route(/la-actions-[^/]*\.js/, refuse);
  await page.goto(site.address);
  const place = page.locator('[data-activity="cost"]');
  await place.scrollIntoViewIfNeeded();
  const missed = place.getByRole('alert');
  await missed.waitFor();
  expect(await missed.textContent()).toMatch(/^The tools of this figure could not be loaded: /);
  expect(await place.locator('la-station-cost').isVisible()).toBe(true);
  expect(await missed.evaluate((one) => one === one.parentElement!.lastElementChild)).toBe(true);
  site.expectErrors();
});
