// The walk in a real browser: every figure computes as it comes near, and answers to the keyboard.

import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { encodeState } from '../../web/model/state.js';
import type { Activity } from '../../web/widgets/activity.js';
import type { LaExercise } from '../../web/widgets/la-exercise/la-exercise.js';
import type { LaStationFlash } from '../../web/widgets/stations/la-station-flash.js';
import { figure, slider } from './figure.js';
import { useSite } from './harness.js';

const site = useSite();

const sentence = (place: Locator) => place.locator('.computed').first();

/** Focuses a control and presses keys, as someone without a mouse would. */
async function press(control: Locator, ...keys: readonly string[]): Promise<void> {
  await control.focus();
  for (const key of keys) await control.press(key);
}

const field = (place: Locator, name: string) => place.locator(`la-number[name="${name}"] input[type="text"]`);

async function type(place: Locator, name: string, text: string): Promise<void> {
  await field(place, name).fill(text);
  await field(place, name).press('Enter');
}

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

describe('each station', () => {
  test('1: both orders give one total, and a typed entry changes both', async () => {
    const place = await figure(await site.open(''), 'two-orders');
    await sentence(place).getByText('= 64 against 2nrd = 32').waitFor();
    await type(place, 'n', '8');
    await sentence(place).getByText('= 256 against 2nrd = 64').waitFor();
    const cell = place.locator('la-matrix[label="A"] input').first();
    await cell.fill('5');
    await expect(sentence(place).textContent()).resolves.toContain('equal in every entry');
  });

  test('2: the scale sharpens, and the ranks are 200, 4, 4, 15, 8, 8', async () => {
    const place = await figure(await site.open(''), 'softmax-rank');
    const before = await sentence(place).textContent();
    await press(slider(place, 'factor'), 'End');
    await expect.poll(() => sentence(place).textContent()).not.toBe(before);
    await press(place.getByRole('button', { name: 'Compute the ranks' }), 'Enter');
    const cells = place.locator('table').first().locator('tbody tr td:last-child');
    await expect
      .poll(() => cells.allTextContents(), { timeout: 30_000 })
      .toEqual(['200', '4', '4', '15', '8', '8']);
  });

  test('3: another map and a trained head, always beside the uniform baseline', async () => {
    const place = await figure(await site.open(''), 'feature-maps');
    await sentence(place).getByText('weights of elu+1').waitFor();
    await place.locator('select[name="map"]').selectOption('taylor2');
    await sentence(place).getByText('weights of Taylor-2').waitFor();
    await place.locator('la-input select').first().selectOption('head');
    await place.getByText('Trained head: Universal Sentence Encoder').waitFor();
    await expect(place.getByRole('row', { name: /uniform baseline/ }).isVisible()).resolves.toBe(true);
  });

  test('4: six steps to one output, by keyboard, and four forms that agree', async () => {
    const place = await figure(await site.open(''), 'shared-summaries');
    for (let step = 1; step < 6; ++step) await press(place.locator('button.main'), 'Enter');
    await sentence(place).getByText('No score was computed.').waitFor();
    for (const form of ['quadratic', 'parallel', 'recurrent', 'chunked'])
      expect(await place.getByRole('row', { name: new RegExp(`^${form}`) }).count()).toBe(1);
    await place.locator('input[name="causal"]').check();
    await place.getByText('The parallel form is missing').waitFor();
  });

  test('4: what the text says of the tokens it opens with is seen in the table: no form differs', async () => {
    const page = await site.open('');
    const place = await figure(page, 'shared-summaries');
    await expect(page.locator('#station-4').textContent()).resolves.toContain(
      'For the tokens below it does not',
    );
    await place.getByText('The forms agree in every digit.').waitFor();
    for (const form of ['quadratic', 'parallel', 'recurrent', 'chunked']) {
      const row = place.getByRole('row', { name: new RegExp(`^${form}`) });
      expect(await row.locator('td').nth(1).textContent(), form).toBe('0');
    }
  });

  test('5: exact counts, the break-even, a hand-set exponent, and times of this machine', async () => {
    const place = await figure(await site.open(''), 'cost');
    await sentence(place).getByText('128 times fewer').waitFor();
    await place.getByText('from n = 64 on').waitFor();
    await type(place, 'n', '32');
    await sentence(place).getByText('2 times more').waitFor();
    await type(place, 'exponent', '2');
    await place.getByText('on its line: that is its growth.').waitFor();
    await press(place.getByRole('button', { name: 'Measure here' }), 'Enter');
    await place.locator('la-plot[label^="Measured"]').waitFor({ timeout: 60_000 });
    await place.getByText(/^\s*Measured with d = 64/).waitFor();
  });

  test('5: measuring can be cancelled, and the page goes on', async () => {
    const place = await figure(await site.open(''), 'cost');
    await place.getByRole('button', { name: 'Measure here' }).click();
    await place.getByRole('button', { name: /^(Cancel|Stop)/ }).click();
    await place.getByRole('button', { name: 'Measure here' }).click({ trial: true });
    expect(await place.locator('la-plot[label^="Measured"]').count()).toBe(0);
  });

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

  test('7: a map is trained on a head, and its loss falls', async () => {
    const place = await figure(await site.open(''), 'learned-map');
    await type(place, 'steps', '40');
    await press(place.getByRole('button', { name: 'Train 40 steps' }), 'Enter');
    const text = await place.getByText(/After 40 steps the loss went from/).textContent({ timeout: 60_000 });
    const [, first, last, floor] = /from ([\d.]+) to\s+([\d.]+) nats; no map can go below ([\d.]*\d)/.exec(
      text!,
    )!;
    expect(Number(last)).toBeLessThan(Number(first));
    expect(Number(floor)).toBeLessThanOrEqual(Number(last));
    await expect(place.locator('la-heatmap[label="after training"]').isVisible()).resolves.toBe(true);
    // There is nothing to go on to.
    await place.getByRole('button', { name: 'Trained 40 steps' }).waitFor();
    await type(place, 'steps', '60');
    await place.getByRole('button', { name: 'Go on to step 60' }).waitFor();
    // What is offered as an example is taken by the field.
    await type(place, 'rate', 'fast');
    await place.locator('la-number[name="rate"]').getByText('for example 0.01.').waitFor();
  });

  test('5: a measurement that is cancelled says so, and can be made again', async () => {
    const place = await figure(await site.open(''), 'cost');
    const measure = place.getByRole('button', { name: 'Measure here' });
    const said = place.locator('.runner').getByRole('status').filter({ hasText: 'Cancelled' });
    await press(measure, 'Enter');
    await press(place.getByRole('button', { name: 'Cancel' }), 'Enter');
    await said.waitFor();
    expect(await said.textContent()).toMatch(/^Cancelled at \d+ of \d+\. You can run it again\.$/);
    expect(await measure.evaluate((one) => one.matches(':focus'))).toBe(true);
    await press(measure, 'Enter');
    await said.waitFor({ state: 'detached' });
    await place.getByText('Measured with d = 64').waitFor({ timeout: 60_000 });
  });

  test('7: weights that were downloaded are given back, and give the same numbers', async () => {
    const page = await site.open('');
    const place = await figure(page, 'learned-map');
    await type(place, 'steps', '40');
    await press(place.getByRole('button', { name: 'Train 40 steps' }), 'Enter');
    await place.getByText(/After 40 steps the loss went from/).waitFor({ timeout: 60_000 });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(place.getByRole('button', { name: 'Download the weights' }), 'Enter'),
    ]);
    const file = await download.path();
    const bytes = readFileSync(file);
    const open = (name: string, buffer: Buffer) =>
      place
        .locator('.weights input[type="file"]')
        .setInputFiles({ name, mimeType: 'application/json', buffer });
    await open('learned-map.json', bytes);
    const numbersOf = (name: RegExp) => place.getByRole('row', { name }).locator('td').allTextContents();
    await place.getByRole('row', { name: /^learned, from learned-map\.json/ }).waitFor();
    expect(await numbersOf(/^learned, from/)).toEqual(await numbersOf(/^learned [\d.]/));
    // A wrong one is answered, and the one that is open stays.
    await open('other.json', Buffer.from('{"W": [[1, 2], [3, "x"]]}'));
    await place.getByRole('alert').getByText('other.json: “W”[1][1] is the text “x”.').waitFor();
    expect(await place.getByRole('row', { name: /^learned, from learned-map\.json/ }).count()).toBe(1);
    await open('other.json', Buffer.from('{"W": [[1, 2], [3, 4]]}'));
    await place.getByRole('alert').getByText('other.json: W is 2 × 2, for d = 2.').waitFor();
    await place.getByRole('row', { name: /^learned, from/ }).waitFor({ state: 'detached' });
    // Without the training it is the same map.
    await open('learned-map.json', bytes);
    const trained = await numbersOf(/^learned [\d.]/);
    await press(place.getByRole('button', { name: 'Forget the training' }), 'Enter');
    await place.getByRole('row', { name: /^learned [\d.]/ }).waitFor({ state: 'detached' });
    await place.getByRole('row', { name: /^learned, from learned-map\.json/ }).waitFor();
    expect(await numbersOf(/^learned, from/)).toEqual(trained);
    await press(place.getByRole('button', { name: 'Close it' }), 'Enter');
    await place.getByRole('row', { name: /^learned, from/ }).waitFor({ state: 'detached' });

    const bench = await figure(await site.open('play/'), 'bench');
    await bench.locator('la-input select').first().selectOption('head');
    await bench.locator('select[name="rightMap"]').selectOption('hedgehog');
    await sentence(bench).getByText('Hedgehog, not trained differs').waitFor({ timeout: 30_000 });
    const l1 = async () =>
      /differ by ([\d.]+) \(L1/.exec((await sentence(bench).textContent())!.replaceAll(/\s+/g, ' '))![1];
    const before = await l1();
    await bench
      .locator('.weights input[type="file"]')
      .setInputFiles({ name: 'learned-map.json', mimeType: 'application/json', buffer: bytes });
    await sentence(bench).getByText('Hedgehog, from learned-map.json differs').waitFor({ timeout: 30_000 });
    expect(await l1()).toBe(trained[0]);
    expect(before).not.toBe(trained[0]);
  });

  test('7: a reset puts a training aside, and its undoing brings it back', async () => {
    const place = await figure(await site.open(''), 'learned-map');
    await type(place, 'steps', '20');
    await press(place.getByRole('button', { name: 'Train 20 steps' }), 'Enter');
    const said = place.getByText(/After 20 steps the loss went from/);
    const before = await said.textContent({ timeout: 60_000 });
    await press(place.getByRole('button', { name: 'Reset to the author’s version' }), 'Enter');
    await said.waitFor({ state: 'detached' });
    await press(place.getByRole('button', { name: 'Undo the reset' }), 'Enter');
    await said.waitFor();
    expect(await said.textContent()).toBe(before);
    // It was kept open: it can be gone on with.
    await type(place, 'steps', '25');
    await press(place.getByRole('button', { name: 'Go on to step 25' }), 'Enter');
    await place.getByText(/After 25 steps the loss went from/).waitFor({ timeout: 60_000 });
  });

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

describe('the state of a figure', () => {
  test('travels in a link, and is reset to the author’s version', async () => {
    const page = await site.open('', { permissions: ['clipboard-read', 'clipboard-write'] });
    const place = await figure(page, 'cost');
    await type(place, 'n', '1000');
    await sentence(place).getByText('At n = 1,000').waitFor();
    await place.getByRole('button', { name: 'Copy link to this state' }).click();
    await place.locator('.figure-tools .status', { hasText: 'Copy link to this state' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await site.open(link);
    const opened = other.locator('[data-activity="cost"]');
    await sentence(opened).getByText('At n = 1,000').waitFor();
    await opened.getByRole('button', { name: 'Reset to the author’s version' }).click();
    await sentence(opened).getByText('At n = 8,192').waitFor();
  });

  test('comes back after a reset, by keyboard, until something else is changed', async () => {
    const page = await site.open('');
    const place = await figure(page, 'cost');
    const reset = place.getByRole('button', { name: 'Reset to the author’s version' });
    const undo = place.getByRole('button', { name: 'Undo the reset' });
    await type(place, 'n', '1000');
    await sentence(place).getByText('At n = 1,000').waitFor();
    await press(reset, 'Enter');
    await sentence(place).getByText('At n = 8,192').waitFor();
    await place.getByText('You can undo the reset').waitFor();
    expect(await reset.evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.keyboard.press('Tab');
    expect(await undo.evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    await sentence(place).getByText('At n = 1,000').waitFor();
    await place.getByText('What was here before the reset is here again.').waitFor();
    // Whoever clicks twice has not taken it back with the second click.
    await reset.dblclick();
    await sentence(place).getByText('At n = 8,192').waitFor();
    await undo.waitFor();
    await type(place, 'n', '500');
    await undo.waitFor({ state: 'detached' });
  });

  test('of an exercise travels in a link too, which opens it', async () => {
    const table = (await import('../../web/lessons/exercises/vanishing-denominator.js')).default.inputs;
    const saved = encodeState(table, { query: [[3, 2]] });
    const page = await site.open(`#at=vanishing-denominator&s=${saved}`);
    const exercise = page.locator('#exercise-vanishing-denominator la-exercise');
    await exercise.waitFor();
    expect(await exercise.evaluate((one) => (one as LaExercise).state.query)).toEqual([[3, 2]]);
  });

  test('of a figure alone in a page is reset by a button that stands there once it is changed', async () => {
    const page = await site.open('v1/embed/cost/?load=auto');
    const reset = page.getByRole('button', { name: 'Reset to the author’s version' });
    await field(page.locator('#la-wrapper'), 'n').fill('1000');
    await reset.click();
    await page.getByText('At n = 8,192').waitFor();
    await page.getByRole('button', { name: 'Undo the reset' }).click();
    await page.getByText('At n = 1,000').waitFor();
    await field(page.locator('#la-wrapper'), 'n').fill('8192');
    await page.getByText('At n = 8,192').waitFor();
    expect(await reset.isVisible()).toBe(false);
  });

  test('a wrong file is answered once, by its own format, and the figure stays', async () => {
    const page = await site.open('');
    for (const id of ['feature-maps', 'sparse-patterns', 'needle']) {
      const place = await figure(page, id);
      await sentence(place).first().waitFor({ timeout: 30_000 });
      const before = await sentence(place).first().textContent();
      await place.locator('la-input select').first().selectOption('file');
      await place.locator('la-file-drop').waitFor();
      expect(await place.locator('la-file-drop').count()).toBe(1);
      expect(await place.locator('[role="alert"]').count()).toBe(0);
      await place.locator('input[type="file"]').setInputFiles({
        name: 'heads.safetensors',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('this is no file of numbers'),
      });
      const alert = place.locator('[role="alert"]');
      await alert.waitFor();
      expect(await alert.count()).toBe(1);
      expect(await alert.textContent()).toMatch(/heads\.safetensors: .* not a safetensors file/);
      expect(await sentence(place).first().textContent()).toBe(before);
    }
  });

  test('that waits for a file of the reader’s own opens with the place for it', async () => {
    const page = await site.open('');
    const place = await figure(page, 'sparse-patterns');
    await place.locator('la-input select').first().selectOption('file');
    const link = await place.evaluate((one) => {
      const activity = one.querySelector<HTMLElement & { getState(): string }>('la-station-sparse')!;
      return `#${new URLSearchParams({ at: 'sparse-patterns', s: activity.getState() })}`;
    });
    const other = await site.open(link);
    const opened = other.locator('[data-activity="sparse-patterns"]');
    await opened.locator('la-file-drop').waitFor({ timeout: 30_000 });
    expect(await opened.locator('[role="alert"]').count()).toBe(0);
  });

  test('a wrong number is answered in its place, and nothing is lost', async () => {
    const place = await figure(await site.open(''), 'cost');
    await field(place, 'n').fill('many');
    await place.locator('la-number[name="n"] [role="alert"]').waitFor();
    await expect(sentence(place).textContent()).resolves.toContain('At n = 8,192');
    await field(place, 'n').fill('1e9');
    await place.locator('la-number[name="n"]').getByText('1,048,576').waitFor();
  });
});

test('on paper there is nothing to drag or to press: a number stands in its field', async () => {
  const page = await site.open('');
  const place = await figure(page, 'cost');
  await page.emulateMedia({ media: 'print' });
  await field(place, 'n').waitFor();
  expect(await slider(place, 'n').isVisible()).toBe(false);
  // The word of a term is a button too, and part of its sentence.
  const buttons = page.locator('button:visible:not(la-term button)');
  await expect.poll(async () => (await buttons.allTextContents()).map((text) => text.trim())).toEqual([]);
});

test('the open menu of a figure lies over the text that follows', async () => {
  const place = await figure(await site.open(''), 'cost');
  await place.locator('.figure-tools summary', { hasText: 'Download' }).click();
  // A trial fails where something else would get the click.
  await place.locator('.figure-tools .menu button', { hasText: 'as PNG' }).first().click({ trial: true });
});

test('every entry of a menu at the end of a page, or of a low window, can be chosen', async () => {
  for (const height of [900, 320]) {
    const page = await site.open('play/', { viewport: { width: 1440, height } });
    const place = await figure(page, 'bench');
    for (const summary of await place.locator('.figure-tools summary').all()) {
      await summary.click();
      const entries = place.locator('.figure-tools details[open] .menu button');
      for (const entry of await entries.all()) await entry.click({ trial: true });
      await page.keyboard.press('Escape');
    }
  }
});

test('the numbers that are copied have the matrices among them, with every digit', async () => {
  const page = await site.open('', { permissions: ['clipboard-read', 'clipboard-write'] });
  const place = await figure(page, 'two-orders');
  await sentence(place).getByText('equal in every entry').waitFor();
  await place.getByRole('button', { name: 'Copy the numbers' }).click();
  await place.getByText('Copy the numbers: done.').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('A (4 × 2)\n1\t2\n0\t-1\n3\t1\n2\t2\n');
  expect(copied).toContain('BC (2 × 2)\n1\t-1\n7\t7\n');
});

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
