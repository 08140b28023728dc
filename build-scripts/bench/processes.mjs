// What the processes of Chromium compute, as it says itself. `browser`: a CDP session of the whole browser.

/** How long to look at a time, ms, and how often nothing may be seen before the browser counts as quiet. */
const LOOK = 250;
const LOOKS = 2;
/** Of a core. Chromium counts in hundredths of a second, and an open page never does quite nothing. */
const QUIET = 0.05;
const PATIENCE = 15_000;

/** Seconds of processor time, by the number of the process. */
export async function secondsByProcess(browser) {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  return new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime]));
}

/** Does `work`, and gives the shares of a core that each process has taken meanwhile, the largest first. */
export async function sharesWhile(browser, work) {
  const start = performance.now();
  const before = await secondsByProcess(browser);
  await work();
  const after = await secondsByProcess(browser);
  const elapsed = (performance.now() - start) / 1000;
  return [...after].map(([id, time]) => (time - (before.get(id) ?? 0)) / elapsed).sort((a, b) => b - a);
}

/** Waits until no process of the browser computes: a new window has, for a second or two, pages of its own to load. */
export async function untilQuiet(browser) {
  const end = performance.now() + PATIENCE;
  for (let quiet = 0; quiet < LOOKS && performance.now() < end; ) {
    const shares = await sharesWhile(browser, () => new Promise((resolve) => setTimeout(resolve, LOOK)));
    quiet = shares.reduce((sum, share) => sum + share, 0) < QUIET ? quiet + 1 : 0;
  }
}
