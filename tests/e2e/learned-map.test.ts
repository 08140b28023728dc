// Station 7: a map is trained in the page, and its weights are taken away and given back.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { figure, press, sentence, type } from './figure.js';
import { useSite } from './harness.js';

const site = useSite();

describe('each station', () => {
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
});
