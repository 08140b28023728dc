// What a screen reader is given to say: names that tell things apart when they are heard alone, nothing said twice, formulas
// in words.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Heard, heardOn, namesOf, READER } from './ax-tree.js';
import { figure } from './figure.js';
import { useSite } from './harness.js';
import { openExercise } from './practice.js';
import { pageAtRest, startAll } from './rest.js';

const site = useSite(undefined, READER);

describe('the walk', () => {
  let heard: readonly Heard[] = [];
  beforeAll(async () => {
    const context = await site.browser.newContext();
    const page = await context.newPage();
    await page.goto(site.address);
    await startAll(page);
    heard = await heardOn(page);
    await context.close();
  });

  test('a button that turns a drawing into a table says which', () => {
    const toggles = namesOf(heard, 'button').filter((name) => name.startsWith('Show as'));
    expect(toggles.length).toBeGreaterThan(10);
    for (const name of toggles) expect(name).toMatch(/^Show as table: \S/);
  });

  test('how a grid is read by keyboard is said with it, and not once more in the text', () => {
    const grids = heard.filter(({ role }) => role === 'grid');
    expect(grids.filter(({ description }) => description.includes('Arrow keys')).length).toBeGreaterThan(10);
    expect(namesOf(heard, 'StaticText').filter((text) => text.includes('Arrow keys move'))).toEqual([]);
    expect(namesOf(heard, 'StaticText').filter((text) => text.includes('arrow keys read'))).toEqual([]);
  });

  test('a station is named once', () => {
    const links = heard.filter(({ role, name }) => role === 'link' && name.startsWith('Station '));
    expect(links.map(({ name }) => name.slice(0, 10))).toEqual(
      Array.from({ length: 9 }, (_, at) => `Station ${at + 1}:`),
    );
    for (const { description } of links) expect(description).toBe('');
  });

  test('a step button is named once', () => {
    const first = heard.filter(({ role, name }) => role === 'button' && name === 'First step');
    expect(first.length).toBeGreaterThan(0);
    for (const { description } of first) expect(description).toBe('');
  });

  test('a plot says from where to where each line goes', () => {
    const plots = heard.filter(({ role, description }) => role === 'slider' && description !== '');
    const cost = plots.find(({ name }) => name.startsWith('Multiply-adds against'))!;
    const [least, most] = [16, 1_048_576];
    const count = (number: number) => number.toLocaleString('en');
    const standard = (n: number) => count(2 * n * n * 64);
    const linear = (n: number) => count(2 * n * 64 * 64);
    expect(cost.description).toContain(`standard: from ${standard(least)} to ${standard(most)}.`);
    expect(cost.description).toContain(`linear: from ${linear(least)} to ${linear(most)}.`);
    expect(cost.description).toMatch(/yours, n to the power of 1\.5: from/);
  });

  test('formulas stand in the names of cells as words', () => {
    const cells = namesOf(heard, 'cell');
    expect(cells).toContain(
      'Something is left out. Implementations divide by the square root of d first: softmax open bracket capital Q capital K transpose over the square root of d close bracket. The scale changes how sharp the weights are; move the slider and see.',
    );
  });

  test('raised and lowered signs are words in names', () => {
    const grids = namesOf(heard, 'grid');
    expect(grids).toContain('S sub 3 4 × 4');
    expect(grids).toContain('φ(k sub 3)v sub 3 transpose 4 × 4');
    expect(grids.filter((name) => /[₀-₉ᵀ²³¹⁰⁴-⁹]/.test(name))).toEqual([]);
  });
});

test('a number that is dragged or typed has one name, and what is wrong with it says whose it is', async () => {
  const page = await site.open('');
  const place = await figure(page, 'flash-tiles');
  const number = place.locator('la-number[name="blockRows"]');
  await number.getByRole('slider', { name: 'rows of a tile', exact: true }).waitFor();
  const field = number.getByRole('textbox', { name: 'rows of a tile', exact: true });
  await field.fill('zz');
  await field.press('Tab');
  expect(await number.getByRole('alert').textContent()).toMatch(/^rows of a tile: “zz” is not a number/);
  // With the field itself its name need not be said again.
  const read = (await heardOn(page)).find(
    ({ role, name }) => role === 'textbox' && name === 'rows of a tile',
  );
  expect(read?.description).toMatch(/^“zz” is not a number/);
});

test('the questions of an exercise are read without holes where formulas stand', async () => {
  const page = await openExercise(site, 'identity-map');
  const heard = await heardOn(page);
  expect(namesOf(heard, 'group')).toEqual([
    'The numerator, q transpose open bracket capital K transpose capital V close bracket',
    'The output capital O',
    'Seen as a function of q, what is capital O?',
    'Reset',
  ]);
  expect(namesOf(heard, 'textbox')).toContain('The denominator, q transpose the sum over j of k sub j');
  expect(namesOf(heard, 'radio')).toContain('One linear function of q divided by another');
});

describe('the page for teachers', () => {
  test('a sentence about a field describes it, and is no part of its name', async () => {
    const page = await site.open('teach/');
    await pageAtRest(page);
    const heard = await heardOn(page);
    const theme = heard.find(
      ({ role, name, description }) => role === 'combobox' && name === 'Theme' && description,
    );
    expect(theme?.description).toContain('light or dark for all readers');
    const rows = heard.filter(({ name }) => name === 'n, rows of larger matrices');
    expect(rows.map(({ role }) => role)).toEqual(expect.arrayContaining(['slider', 'textbox']));
    expect(rows.find(({ role }) => role === 'textbox')?.description).toContain('multiplied for their counts');
    expect(namesOf(heard, 'button')).toContain('Copy the snippet');
  });

  test('rows of a list are told apart', async () => {
    const page = await site.open('teach/?ex=own');
    await pageAtRest(page);
    const groups = namesOf(await heardOn(page), 'group');
    expect(groups).toEqual(
      expect.arrayContaining(['Input 1', 'Mistake 1', 'Mistake 2', 'Mistake 3', 'Hint 2']),
    );
  });
});
