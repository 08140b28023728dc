// What the processes of a browser compute. `seconds`: () => a promise of a Map, seconds of processor time by the number of the
// process.
import { readdirSync, readFileSync } from 'node:fs';
import { ask } from '../lib/run.mjs';

/** How long to look at a time, ms, and how often nothing may be seen before the browser counts as quiet. */
const LOOK = 250;
const LOOKS = 2;
/** Of a core. Both ways to count do so in hundredths of a second, and an open page never does quite nothing. */
const QUIET = 0.05;
const PATIENCE = 15_000;

/** As Chromium says itself. `browser`: a CDP session of the whole browser. */
export async function secondsByProcess(browser) {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  return new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime]));
}

/** Of all processes that `parent` has started and those have started, as Linux tells it. No process elsewhere. */
export async function secondsBelow(parent) {
  const processes = new Map(numbersIn('/proc').flatMap((id) => statusOf(id) ?? []));
  const isBelow = (id) => {
    const up = processes.get(id)?.parent;
    return up !== undefined && (up === parent || isBelow(up));
  };
  return new Map(
    [...processes].filter(([id]) => isBelow(id)).map(([id, { ticks }]) => [id, ticks / ticksPerSecond()]),
  );
}

function numbersIn(folder) {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function statusOf(id) {
  try {
    // Behind the name, which may hold spaces and brackets: state, parent, and as 12th and 13th the time in user and system.
    const status = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = status
      .slice(status.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return [[id, { parent: fields[1], ticks: fields[11] + fields[12] }]];
  } catch {
    // It has ended since.
    return undefined;
  }
}

let ticks;
function ticksPerSecond() {
  ticks ??= Number(ask('getconf', ['CLK_TCK']) ?? 100);
  return ticks;
}

/** Does `work`, and gives the shares of a core that each process has taken meanwhile, the largest first. */
export async function sharesWhile(seconds, work) {
  const start = performance.now();
  const before = await seconds();
  await work();
  const after = await seconds();
  const elapsed = (performance.now() - start) / 1000;
  return [...after].map(([id, time]) => (time - (before.get(id) ?? 0)) / elapsed).sort((a, b) => b - a);
}

/** Waits until no process of the browser computes: a new window has, for a second or two, pages of its own to load. */
export async function untilQuiet(seconds) {
  const end = performance.now() + PATIENCE;
  for (let quiet = 0; quiet < LOOKS && performance.now() < end; ) {
    const shares = await sharesWhile(seconds, () => new Promise((resolve) => setTimeout(resolve, LOOK)));
    quiet = shares.reduce((sum, share) => sum + share, 0) < QUIET ? quiet + 1 : 0;
  }
}
