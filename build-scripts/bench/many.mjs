// Many activities on one page of a course: how long until all are there, and what they take of the reader's memory.
//
// Every figure is a median over pages, each in a browser of its own with nothing cached. Memory is the proportional set
// size (Pss) of all its processes, less what a browser with an empty page takes at the same time: Linux only.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root, say } from '../lib/run.mjs';
import { serve } from '../lib/serve.mjs';
import { setupBrowser } from '../lib/setup.mjs';
import { ms, table } from './tables.mjs';
import { median } from './timing.mjs';

const MANY = 30;
/** One exercise stands for all where they are alike. */
const ONE = 'vanishing-denominator';
// Memory is read three times, in seconds after the last was ready: with the core still there; when it was given up (REST_MS of
// web/pages/embed/inline-engine.ts) and the browser has let go of what it painted with, which takes it five seconds; and at
// rest, when the browser has given back to the system what was freed, which it does some 20 seconds after it was busy.
const READ_AT = [1, 10, 30];

const exercises = () =>
  readdirSync(join(root, 'web/lessons/exercises'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/\.md$/, ''));

const EMPTY = 'an empty page';
/** Without load="auto", an element starts when it is near: the first screens are all that a reader waits for. */
const LAZY = `${MANY} elements as they come, with words between`;

const worked = (ex) => `<linear-attention ex="${ex}" load="auto" mode="example">soon</linear-attention>`;
const toSolve = (ex) => `<linear-attention ex="${ex}" load="auto">soon</linear-attention>`;
const list = (count, of) => Array.from({ length: count }, (_, i) => of[i % of.length]);

/** About a screen, as a course page has between its activities. */
const WORDS = `<p>${'Words of the course. '.repeat(150)}</p>`;

/** What stands on the page. */
const PAGES = (v1) => {
  const module = `<script type="module" src="${v1}linear-attention.js"></script>`;
  const frame = `<iframe src="${v1}embed/${ONE}/?load=auto&mode=example" width="600" height="300"></iframe>`;
  return {
    [`${MANY} elements, one exercise to solve`]: module + toSolve(ONE).repeat(MANY),
    [`${MANY} elements, all exercises in turn, to solve`]:
      module + list(MANY, exercises()).map(toSolve).join(''),
    [`${MANY} elements, one exercise worked`]: module + worked(ONE).repeat(MANY),
    [`${MANY} elements, all exercises in turn, worked`]:
      module + list(MANY, exercises()).map(worked).join(''),
    [LAZY]:
      module +
      list(MANY, exercises())
        .map((ex) => `<linear-attention ex="${ex}">soon</linear-attention>${WORDS}`)
        .join(''),
    [`${MANY} frames, one exercise`]: frame.repeat(MANY),
    '5 frames, one exercise': frame.repeat(5),
  };
};

/** In the page: notes when each activity is ready, and when the core has first answered. */
const WATCH = `<script>
  window.times = [];
  addEventListener('la-ready', () => times.push(performance.now()));
  addEventListener('message', ({ data }) => {
    if (data?.src === 'linear-attention' && data.type === 'ready') times.push(performance.now());
  });
</script>`;

function descendants(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      // The command in brackets may hold anything; the parent is the second field behind it.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has ended.
    }
  }
  const all = new Set([pid]);
  for (let before = 0; before !== all.size; ) {
    before = all.size;
    for (const [child, parent] of parents) if (all.has(parent)) all.add(child);
  }
  return all;
}

/** MB of memory that these processes take, shared pages counted by their share. */
function pss(pid) {
  let kilobytes = 0;
  for (const one of descendants(pid)) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))[1]);
    } catch {
      // It has ended, or is another user's.
    }
  }
  return (kilobytes * 1024) / 1e6;
}

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Opens one page in a new browser and answers when its activities were ready, and what the browser takes then. */
async function measure(executablePath, address, count) {
  const server = await chromium.launchServer({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage();
    await page.goto(address);
    await page.waitForFunction((wanted) => globalThis.times.length >= wanted, count, { timeout: 120_000 });
    const memory = [];
    let waited = 0;
    for (const seconds of READ_AT) {
      await pause(1000 * (seconds - waited));
      waited = seconds;
      memory.push(pss(server.process().pid));
    }
    const times = await page.evaluate(() => globalThis.times);
    return { first: Math.min(...times), spread: Math.max(...times) - Math.min(...times), memory };
  } finally {
    await server.close();
  }
}

/** Measures in Chromium and prints the table. Returns everything measured. */
export async function many(length, folder) {
  const browser = await setupBrowser();
  const site = await serve(folder, { port: 0, headers: { 'Cache-Control': 'max-age=600' } });
  let body = '';
  const host = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Course</title>${WATCH}${body}`);
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
  // Another name than the site's: frames are of another site, as they are in a course.
  const address = `http://localhost:${host.address().port}/`;
  const rows = [];
  try {
    for (const [what, content] of Object.entries({ [EMPTY]: '', ...PAGES(`${site.address}v1/`) })) {
      body = content;
      const count = what === LAZY ? 1 : (content.match(/<\/(linear-attention|iframe)>/g) ?? []).length;
      const runs = [];
      for (let run = 0; run < (length === 'quick' ? 3 : 5); run += 1) {
        runs.push(await measure(browser, address, count));
        const { spread, memory } = runs.at(-1);
        say(
          `    ${what}: ${count > 0 ? `ready in ${ms(spread)} ms, ` : ''}${memory.at(-1).toFixed(1)} MB in all`,
        );
      }
      rows.push({ what, runs });
    }
  } finally {
    host.close();
    await site.close();
  }
  const of = (runs, read) => median(runs.map(read));
  const empty = rows.find(({ what }) => what === EMPTY).runs;
  const over = (runs, at) =>
    (of(runs, ({ memory }) => memory[at]) - of(empty, ({ memory }) => memory[at])).toFixed(1);
  const head = [
    'on one page',
    'first ready, ms',
    'from the first to the last, ms',
    ...READ_AT.map((seconds) => `MB over an empty page, ${seconds} s later`),
  ];
  const lines = rows
    .filter(({ what }) => what !== EMPTY)
    .map(({ what, runs }) => [
      what,
      ms(of(runs, ({ first }) => first)),
      ms(of(runs, ({ spread }) => spread)),
      ...READ_AT.map((_, at) => over(runs, at)),
    ]);
  say(`\n${table(head, lines)}`);
  return rows;
}
