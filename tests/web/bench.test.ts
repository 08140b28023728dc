import { spawn } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { namesOf } from '../../build-scripts/bench/browsers.mjs';
import { secondsBelow, sharesWhile } from '../../build-scripts/bench/processes.mjs';
import { clockStep, timed } from '../../build-scripts/bench/timing.mjs';

afterEach(() => vi.restoreAllMocks());

/** A clock that moves when told, or by a little when asked, and shows whole multiples of `step` ms. */
function clockOf(step: number) {
  let now = 0.3;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 0.001;
    return Math.floor(now / step) * step;
  });
  return (ms: number) => {
    now += ms;
  };
}

const way = (run: () => void) => ({ run, times: [] as number[], runs: 0, elapsed: 0, cpu: 0 });

describe('the browsers that are asked for', () => {
  it('are those named, each once', () => {
    expect(namesOf('firefox')).toEqual(['firefox']);
    expect(namesOf('webkit,chromium,webkit')).toEqual(['webkit', 'chromium']);
  });

  it('are refused by name where there is no such one', () => {
    expect(() => namesOf('firefox,safari')).toThrow('no "safari". There is chromium, firefox, webkit');
    expect(() => namesOf('')).toThrow('no ""');
    expect(() => namesOf('toString')).toThrow('no "toString"');
  });
});

describe('the time of a call', () => {
  const LENGTHS = { measure: 400, leastRuns: 2 };

  it.each([0.001, 0.1, 1])('finds a clock that ticks every %d ms', (step) => {
    clockOf(step);
    expect(clockStep()).toBeCloseTo(step, 6);
  });

  it('is looked at before and after each call where no sample is asked for', async () => {
    const pass = clockOf(0.1);
    const one = way(() => pass(3));
    await timed(one, LENGTHS, 0);
    expect(one.times.length).toBe(one.runs);
    for (const time of one.times) expect(Math.abs(time - 3)).toBeLessThan(0.11);
  });

  it('is the mean of many calls by a clock that ticks slower than they take', async () => {
    const pass = clockOf(1);
    const one = way(() => pass(0.37));
    await timed(one, LENGTHS, 50);
    expect(one.runs).toBeGreaterThan(100 * one.times.length);
    // Both ends of a sample are off by a tick at most.
    for (const time of one.times) expect(Math.abs(time - 0.37)).toBeLessThan(0.37 * (2 / 50));
  });

  it('is still measured where a single call takes longer than a sample', async () => {
    const pass = clockOf(1);
    const one = way(() => pass(900));
    await timed(one, LENGTHS, 50);
    expect(one.runs).toBe(2);
    expect(one.times).toHaveLength(2);
  });
});

describe.skipIf(process.platform !== 'linux')('what the processes of a browser compute', () => {
  it('counts a process that another one of them has started, and none besides', async () => {
    const busy = `const end = Date.now() + 30_000; while (Date.now() < end);`;
    const between = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(busy)}], { stdio: 'ignore' })
      .on('spawn', function () { console.log(this.pid); });`;
    const child = spawn(process.execPath, ['-e', between], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const busyId = Number(await new Promise((resolve) => child.stdout.once('data', resolve)));
      try {
        await vi.waitFor(
          async () => expect((await secondsBelow(process.pid)).get(busyId)).toBeGreaterThan(0.1),
          { timeout: 20_000 },
        );
        const below = await secondsBelow(process.pid);
        expect([...below.keys()]).toEqual(expect.arrayContaining([child.pid, busyId]));
        expect(below.has(process.pid)).toBe(false);
        expect([...(await secondsBelow(busyId)).keys()]).toEqual([]);
        const [most] = await sharesWhile(
          () => secondsBelow(child.pid!),
          () => new Promise((resolve) => setTimeout(resolve, 500)),
        );
        expect(most).toBeGreaterThan(0);
      } finally {
        process.kill(busyId);
      }
    } finally {
      child.kill();
    }
  });
});
