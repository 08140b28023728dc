// Every number that a page says was computed comes from the core: with cores that answer falsely, in two ways, each of them
// changes, and every other number on the page stays. web/widgets/from.ts has the marks that tell which is which.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { exercises } from '../../web/lessons/exercises/index.js';
import type { State } from '../../web/model/parameters.js';
import type { Activity } from '../../web/widgets/activity.js';
import { useSite } from './harness.js';
import { type Falsehood, numbersIn, openWith, type World, worldOf } from './poison.js';
import { atRest } from './rest.js';

const site = useSite();

const FALSEHOODS: readonly Falsehood[] = [
  { power: 1.1, factor: 1.5, shift: 8, every: 1 },
  { power: 1.25, factor: 0.7, shift: 14, every: 2 },
];
/** Three pages compute at once, every figure and exercise. */
const LONG = { timeout: 400_000 };

/** The numbers of one kind, place by place. */
function numbers({ said }: World, ...kinds: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { kind, where, text } of said) {
    if (!kinds.includes(kind)) continue;
    for (const number of numbersIn(text)) found.set(where, [...(found.get(where) ?? []), number]);
  }
  return found;
}

const flat = (places: Map<string, string[]>) =>
  [...places].flatMap(([where, all]) => all.map((one) => `${where}: ${one}`));

/** Numbers of the honest world that stand in every false one too, at the same place. */
function unmoved(honest: World, poisoned: readonly World[]): string[] {
  const others = poisoned.map((world) => numbers(world, 'core'));
  const sentences = [...numbers(honest, 'core')].flatMap(([where, all]) =>
    all
      .filter((one, i) => others.every((other) => other.get(where)?.[i] === one))
      .map((one) => `${where}: ${one}`),
  );
  const drawings = honest.drawn.flatMap(({ kind, what, values, shown, picture }, at) => {
    if (kind !== 'core') return [];
    const rest = poisoned.map(({ drawn }) => drawn[at]).filter((one) => one?.what === what);
    const same = values.filter(
      (value, i) =>
        Number.isFinite(value) &&
        shown?.[i] !== false &&
        rest.length > 0 &&
        rest.every((one) => one!.values[i] === value),
    );
    const painted = rest.length > 0 && rest.every((one) => one!.picture === picture);
    return [
      ...(same.length > 0 ? [`${what}: ${same.length} values`] : []),
      ...(painted ? [`${what}: its picture`] : []),
    ];
  });
  return [...sentences, ...drawings];
}

/** Numbers that are marked as given, or stand in no computed place, and yet follow the core. */
function moved(honest: World, poisoned: readonly World[]): string[] {
  const prose = flat(numbers(honest, 'prose'));
  const given = numbers(honest, 'input', 'closed-form');
  return poisoned.flatMap((world) => {
    const other = new Set(flat(numbers(world, 'prose')));
    const otherGiven = numbers(world, 'input', 'closed-form');
    const inputs = honest.drawn.filter(({ kind, what, values }, at) => {
      const one = world.drawn[at];
      return kind === 'input' && one?.what === what && String(one.values) !== String(values);
    });
    return [
      ...prose.filter((one) => !other.has(one)),
      ...[...given].flatMap(([where, all]) =>
        all
          .filter((one, i) => otherGiven.has(where) && !otherGiven.get(where)!.includes(one) && i >= 0)
          .map((one) => `${where}: ${one}`),
      ),
      ...inputs.map(({ what }) => what),
    ];
  });
}

/** Numbers with three digits or more that are typed where the same number is computed beside it. */
function typed({ said }: World, within: RegExp): string[] {
  const computed = new Set(said.filter(({ kind }) => kind === 'core').flatMap(({ text }) => numbersIn(text)));
  return said
    .filter(({ kind, where }) => kind === 'prose' && within.test(where))
    .flatMap(({ text }) => numbersIn(text))
    .filter((number) => number.replace(/\D/g, '').length > 2 && computed.has(number));
}

function check(id: string, [honest, ...poisoned]: readonly World[]): void {
  expect([id, unmoved(honest!, poisoned)]).toEqual([id, []]);
  expect([id, moved(honest!, poisoned)]).toEqual([id, []]);
  const lengths = flat(numbers(honest!, 'prose', 'input')).map((one) => one.split(': ').at(-1));
  for (const picked of [...numbers(honest!, 'picked').values()].flat()) expect(lengths).toContain(picked);
}

interface View {
  readonly state?: Readonly<State>;
  readonly step?: number;
  readonly tab?: string;
  /** Buttons that compute, and what says that they have. */
  readonly press?: readonly (readonly [name: string | RegExp, until: RegExp])[];
}

/** Every figure in the states in which it says different things. */
const FIGURES: Readonly<Record<string, readonly View[]>> = {
  'two-orders': [{}],
  'softmax-rank': [
    { press: [['Compute the ranks', /each map’s rank stays/i]] },
    { state: { source: 'text' } },
  ],
  'feature-maps': [{}, { state: { map: 'identity', source: 'head' } }],
  'shared-summaries': [{ step: 6 }, { state: { causal: true, query: 3 }, step: 6 }],
  cost: [
    { press: [['Measure here', /Measured with d/]] },
    { state: { n: 32, causal: true, normalise: true, projection: true } },
  ],
  'running-state': [
    { state: { tokens: 4, update: 'gated-delta' } },
    { press: [['Compare the accumulators', /float64, .* in float16/]] },
    { press: [['Run 3,000,000 tokens', /as it did\s+after/]] },
  ],
  needle: [{}, { state: { source: 'text' } }],
  recall: [{ state: { seeds: 1 }, press: [[/^Store up to/, /With 256 pairs it is/]] }],
  'random-features': [{ state: { seeds: 10 }, press: [['Draw the directions', /With m = 256/]] }],
  'learned-map': [{ state: { steps: 10 }, press: [[/^Train/, /After 10 steps/]] }],
  'flash-tiles': [{ step: 3 }],
  'sparse-patterns': [{}, { state: { pattern: 'bigbird', source: 'text' } }],
};
const BENCH: readonly View[] = [
  ...['Outputs', 'Row by row', 'States', 'Counts', 'Weights'].map((tab) => ({ tab })),
  { state: { leftKind: 'bigbird', rightMap: 'identity' } },
];

async function show(place: Locator, { state, step, tab, press = [] }: View): Promise<void> {
  await place.scrollIntoViewIfNeeded();
  await place.locator('.figure-tools').waitFor();
  await place.locator('[data-from="core"], button.main').first().waitFor({ state: 'attached' });
  const activity = place.locator(':scope > *').first();
  await activity.evaluate((one, given) => (one as Activity).setState(given), state ?? {});
  await atRest(place);
  if (step !== undefined) await activity.evaluate((one, to) => (one as Activity).goTo(to), step);
  if (tab !== undefined) await place.getByRole('tab', { name: tab }).click();
  for (const [name, until] of press) {
    await place.getByRole('button', { name }).click();
    await place.getByText(until).first().waitFor({ timeout: 120_000 });
    await place.locator('la-progress').waitFor({ state: 'detached', timeout: 120_000 });
  }
  await atRest(place);
}

/** The same page in the honest world and in every false one. */
async function openWorlds(path: string): Promise<Page[]> {
  return Promise.all(
    [null, ...FALSEHOODS].map(async (falsehood) => {
      const page = await site.open('about/');
      page.setDefaultTimeout(120_000);
      await openWith(page, new URL(path, site.address).href, falsehood);
      return page;
    }),
  );
}

async function compareFigures(
  path: string,
  figures: Readonly<Record<string, readonly View[]>>,
): Promise<number> {
  const pages = await openWorlds(path);
  let computed = 0;
  const problems: unknown[] = [];
  for (const [id, views] of Object.entries(figures)) {
    for (const [at, view] of views.entries()) {
      const worlds = await Promise.all(
        pages.map(async (page) => {
          const place = page.locator(`[data-activity="${id}"]`);
          await show(place, view);
          return worldOf(place);
        }),
      );
      computed += flat(numbers(worlds[0]!, 'core')).length;
      try {
        check(`${id} ${at + 1}`, worlds);
      } catch (problem) {
        problems.push(problem);
      }
    }
  }
  if (problems.length > 0) throw new AggregateError(problems, problems.map(String).join('\n'));
  return computed;
}

describe('a core that answers falsely leaves no number as it was', () => {
  test('in the stations', LONG, async () => {
    const page = await site.open('');
    const ids = await page
      .locator('[data-activity]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-activity')));
    expect(Object.keys(FIGURES)).toEqual(ids);
    expect(await compareFigures('', FIGURES)).toBeGreaterThan(200);
  });

  test('on the bench', LONG, async () => {
    expect(await compareFigures('play/', { bench: BENCH })).toBeGreaterThan(40);
  });

  test.each(exercises.map(({ id }) => id))('in the exercise %s', LONG, async (id) => {
    const pages = await openWorlds(`v1/embed/${id}/?load=auto&mode=example`);
    const worlds = await Promise.all(
      pages.map(async (page) => {
        const exercise = page.locator('la-exercise');
        await exercise.locator('[data-explanation]').waitFor({ timeout: 300_000 });
        for (const button of await exercise.locator('.demos button').all()) {
          await button.click();
          const id = await button.getAttribute('data-demo');
          await exercise.locator(`[data-demo-says="${id}"]`).waitFor();
        }
        return worldOf(exercise);
      }),
    );
    check(id, worlds);
    expect([id, typed(worlds[0]!, /section/)]).toEqual([id, []]);
    expect(flat(numbers(worlds[0]!, 'core')).length + worlds[0]!.drawn.length).toBeGreaterThan(0);
  });
});
