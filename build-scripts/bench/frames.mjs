// Frames while a reader drags: every slider of every station and of the bench at n = 64, d = 16, in Chromium with the
// page's thread slowed down four times. What is counted: all that the page's main thread does for the page, which is its
// scripts, but also the style, layout, painting and handing over that Chromium does with what they changed.
import { cpus } from 'node:os';
import { chromium } from 'playwright-core';
import { Explained, say } from '../lib/run.mjs';
import { serve } from '../lib/serve.mjs';
import { setupBrowser } from '../lib/setup.mjs';
import { places } from './frames-places.mjs';
import { secondsByProcess } from './processes.mjs';
import { ms, table } from './tables.mjs';
import { CATEGORIES, tasksOf } from './trace.mjs';

const THROTTLING = 4;
/** Both are dragged up to here, every other slider from end to end. */
const SIZE = { n: 64, d: 16 };
/** How often each slider is dragged, and for how long, ms. */
const LENGTHS = { full: { runs: 3, drag: 2400 }, quick: { runs: 1, drag: 1200 } };
/** From end to end of the slider. */
const SWEEPS = 4;
/** Between two moves of the pointer, ms. */
const PACE = 8;
/** Of the slider's thumb, px. */
const THUMB = 16;
/** For what a drag left to do, ms. */
const AFTER = 400;
/** From here on a task is a long one, ms. */
const LONG = 50;
/** What a median frame takes at most at 60 frames a second, with what the clock is rounded to, ms. */
const SMOOTH = 16.8;

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
const quantile = (numbers, share) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(share * numbers.length))];

/** Runs in the page: the times of its frames, from now on. */
function recordFrames() {
  const stamps = [];
  const frame = (now) => {
    stamps.push(now);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  globalThis.frameStamps = stamps;
}

/**
 * Runs in the page: counts the frames in which the figure's text has changed, or one of its maps, plots and matrices, from
 * now on. Its controls do not count: they show what was set.
 */
function recordDrawings(activity) {
  globalThis.drawings?.observer.disconnect();
  const seen = { count: 0, observer: null };
  let last = -1;
  seen.observer = new MutationObserver(() => {
    const frame = globalThis.frameStamps.length;
    if (frame !== last) seen.count += 1;
    last = frame;
  });
  const changes = { subtree: true, childList: true, characterData: true };
  seen.observer.observe(activity.shadowRoot, changes);
  // A map tells what it shows in its labels, a plot in its paths.
  for (const { shadowRoot } of activity.shadowRoot.querySelectorAll('la-heatmap, la-plot, la-matrix'))
    seen.observer.observe(shadowRoot, {
      ...changes,
      attributeFilter: ['aria-label', 'd', 'style', 'transform'],
    });
  globalThis.drawings = seen;
}

/** Runs in the page: the sizes that the activity has and that may be given to it, and what else the view wants. */
function setUp(activity, [state, size]) {
  const sizes = activity.table.filter(
    ({ name, min, max }) => name in size && min <= size[name] && size[name] <= max,
  );
  activity.reset();
  activity.setState({ ...Object.fromEntries(sizes.map(({ name }) => [name, size[name]])), ...state });
}

/**
 * Resolves when all figures have said the same for a while, their tables too, which are filled row by row: a place's
 * neighbours start when it comes near.
 */
async function settled(page) {
  const said = () =>
    page.evaluate(() => {
      const places = [...document.querySelectorAll('[data-activity]')];
      const figures = places.flatMap((one) => one.firstElementChild.shadowRoot ?? []);
      const maps = figures.flatMap((figure) => [...figure.querySelectorAll('la-heatmap')]);
      return [...figures, ...maps.map((map) => map.shadowRoot)].map((one) => one?.textContent).join();
    });
  for (let before = '', now = await said(); before !== now; before = now, now = await said())
    await pause(AFTER);
}

async function show(page, place, view) {
  await place.scrollIntoViewIfNeeded();
  await place.locator('.figure-tools').waitFor();
  const activity = place.locator(':scope > *').first();
  await activity.evaluate(setUp, [view.state ?? {}, SIZE]);
  await settled(page);
  for (let step = 1; step < (view.steps ?? 1); step++)
    await activity.evaluate((one) => one.goTo(one.step + 1));
  if (view.tab !== undefined) await place.getByRole('tab', { name: view.tab }).click();
  for (const name of view.press ?? []) await place.getByRole('button', { name }).click();
  if (view.tables)
    for (const drawing of await place.locator('la-heatmap, la-plot').all())
      if (await drawing.isVisible()) await drawing.locator('.toggle').click();
  await settled(page);
  await page.mouse.move(0, 0);
}

/** Where the pointer takes the thumb, and how far it goes: in the page's own pixels. */
async function trackOf(slider, label) {
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await slider.boundingBox();
  const share =
    label in SIZE ? await slider.evaluate(({ value, min, max }) => (value - min) / (max - min)) : 1;
  return { from: x + THUMB / 2, length: (width - THUMB) * share, y: y + height / 2 };
}

/** With the browser's own events: Playwright's mouse runs scripts in the page at every move. */
async function drag(cdp, { from, length: way, y }, length) {
  const send = (type, x, buttons) =>
    cdp.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons, clickCount: 1 });
  await send('mouseMoved', from, 0);
  await send('mousePressed', from, 1);
  const start = performance.now();
  for (let time = 0; time < length; time = performance.now() - start) {
    const turns = (SWEEPS * time) / length;
    await send('mouseMoved', from + way * (turns % 2 < 1 ? turns % 1 : 1 - (turns % 1)), 1);
    await pause(Math.max(0, PACE - (performance.now() - start - time)));
  }
  await send('mouseReleased', from, 0);
  await pause(AFTER);
}

/** The tasks of the page's thread while `work` runs, as `tasksOf` gives them. */
async function tasksWhile(cdp, work) {
  const events = [];
  const collect = ({ value }) => {
    for (const event of value) events.push(event);
  };
  cdp.on('Tracing.dataCollected', collect);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { excludedCategories: ['*'], includedCategories: CATEGORIES },
  });
  await work();
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await complete;
  cdp.off('Tracing.dataCollected', collect);
  // Chromium keeps an empty page in reserve, which has a main thread too.
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const tasks = threads.map(({ pid, tid }) =>
    tasksOf(events.filter((event) => event.ph === 'X' && event.pid === pid && event.tid === tid)),
  );
  return tasks.reduce((most, one) => (one.length > most.length ? one : most), []);
}

/** Seconds of processor time: of the machine, and of what this measurement runs. */
async function processorSeconds(browser) {
  const machine = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  const { user, system } = process.cpuUsage();
  const seconds = [...(await secondsByProcess(browser)).values(), (user + system) / 1e6];
  const own = seconds.reduce((sum, time) => sum + time, 0);
  return { machine: machine / 1000, own };
}

/**
 * One drag: {median, p95, drawn, longest, computing, scripts, mostScripts, long, others}; ms, drawings a second, of the
 * longest task all, its processor time and what our scripts took of that, the most that they took in any task, a count of
 * tasks that computed for too long, and the cores that others kept busy.
 */
async function measure({ page, cdp, browser }, track, length) {
  const start = performance.now();
  const before = await processorSeconds(browser);
  const [first, drawn] = await page.evaluate(() => [
    globalThis.frameStamps.length,
    globalThis.drawings.count,
  ]);
  const tasks = await tasksWhile(cdp, () => drag(cdp, track, length));
  const [stamps, drawings] = await page.evaluate(
    (from) => [globalThis.frameStamps.slice(from), globalThis.drawings.count],
    first,
  );
  const after = await processorSeconds(browser);
  const busy = after.machine - before.machine - (after.own - before.own);
  const frames = stamps.slice(1).map((stamp, i) => stamp - stamps[i]);
  const longest = tasks.reduce((most, task) => (task.computing > most.computing ? task : most));
  return {
    median: quantile(frames, 0.5),
    p95: quantile(frames, 0.95),
    drawn: (1000 * (drawings - drawn)) / length,
    longest: longest.wall,
    computing: longest.computing,
    scripts: longest.scripts,
    mostScripts: Math.max(...tasks.map(({ scripts }) => scripts)),
    long: tasks.filter((task) => task.computing > LONG).length,
    others: Math.max(0, (1000 * busy) / (performance.now() - start)),
  };
}

const viewName = ({ state = {}, tab, tables }) =>
  [
    ...Object.values(state).filter((value) => typeof value === 'string'),
    ...(tab === undefined ? [] : [tab]),
    ...(tables ? ['tables'] : []),
  ].join(', ');

/** Drags every slider of an activity and says so; names those of its parameters that no view has shown. */
async function measureActivity(context, id, views, { runs, drag: length }, wanted) {
  const place = context.page.locator(`[data-activity="${id}"]`);
  const dragged = new Set();
  const rows = [];
  for (const view of views) {
    if (!wanted(id, viewName(view))) continue;
    await show(context.page, place, view);
    const activity = place.locator(':scope > *').first();
    const state = await activity.evaluate((one) => one.getState());
    const sliders = place.locator('la-number').filter({ has: context.page.locator('input[type=range]') });
    const seen = new Map();
    // A control may come or go with what is dragged.
    for (let at = 0; at < (await sliders.count()); at++) {
      const slider = sliders.nth(at);
      const label = await slider.evaluate((one) => one.label);
      seen.set(label, (seen.get(label) ?? 0) + 1);
      // The two sides of the bench have the same labels.
      const name = seen.get(label) === 1 ? label : `${label} (${seen.get(label)})`;
      if (dragged.has(name) && !view.again?.includes(label)) continue;
      dragged.add(name);
      const tries = [];
      for (let run = 0; run < runs; run++) {
        // Every slider is dragged from the same settings, whatever the one before left.
        await activity.evaluate((one, before) => one.setState(before), state);
        await settled(context.page);
        await activity.evaluate(recordDrawings);
        const track = await trackOf(slider.locator('input[type=range]'), label);
        tries.push(await measure(context, track, length));
      }
      // The least disturbed one, whatever it shows.
      const row = tries.reduce((best, one) => (one.others < best.others ? one : best));
      rows.push({ place: id, view: viewName(view), slider: name, ...row });
      say(`    ${id} ${viewName(view)}, ${name}: ${ms(row.median)}, ${ms(row.p95)}, ${ms(row.computing)}`);
    }
  }
  return rows;
}

/**
 * Drags all sliders of the site in `folder` and prints what came of it. Returns the rows. `only`: figures, or views as
 * 'figure/word of its name'; where it is empty, all.
 */
export async function frames(length, only, folder) {
  const asked = only.map((one) => one.split('/'));
  const wanted = (place, view) =>
    asked.length === 0 ||
    asked.some(([figure, word]) => figure === place && (word === undefined || view.includes(word)));
  const server = await serve(folder, { port: 0 });
  const chrome = await chromium.launch({
    executablePath: await setupBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  const rows = [];
  try {
    const browser = await chrome.newBrowserCDPSession();
    for (const [path, activities] of Object.entries(places)) {
      if (asked.length > 0 && !asked.some(([figure]) => figure in activities)) continue;
      const page = await chrome.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(new URL(path, server.address).href);
      await page.evaluate(recordFrames);
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING });
      for (const [id, views] of Object.entries(activities))
        rows.push(...(await measureActivity({ page, cdp, browser }, id, views, LENGTHS[length], wanted)));
      await page.close();
    }
  } finally {
    await chrome.close();
    await server.close();
  }
  if (rows.length === 0) throw new Explained(`No figure or view is called ${only.join(', ')}.`);
  say();
  say(framesTable(rows));
  return rows;
}

function framesTable(rows) {
  const head = [
    'figure',
    'view',
    'slider',
    'median frame',
    '95 of 100',
    'drawn a second',
    'longest task',
    'our scripts in it (most)',
    'tasks over 50 ms',
  ];
  const lines = rows.map((row) => [
    row.place,
    row.view,
    row.slider,
    ms(row.median),
    ms(row.p95),
    row.drawn.toFixed(0),
    `${ms(row.longest)} (${ms(row.computing)})`,
    `${ms(row.scripts)} (${ms(row.mostScripts)})`,
    String(row.long),
  ]);
  const count = (test) => rows.filter(test).length;
  // As it is printed: differences of times that come in tenths of a millisecond are not exact.
  const smooth = ({ median }) => Number(median.toFixed(1)) <= SMOOTH;
  const short = ({ long }) => long === 0;
  const most = (name) => Math.max(...rows.map((row) => row[name]));
  return `${table(head, lines)}

Of ${rows.length} drags ${count(smooth)} had a median frame of ${SMOOTH} ms at most, ${count(short)} no task that computed for more than ${LONG} ms,
and ${count((row) => smooth(row) && short(row))} both. Our scripts alone took at most ${ms(most('mostScripts'))} ms in any task.
Other programs kept at most ${most('others').toFixed(2)} of ${cpus().length} cores busy.`;
}
