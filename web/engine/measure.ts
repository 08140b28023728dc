// Times attention on the reader's own machine: warm-up, then repeated runs of all tasks in turn, so that whatever
// drifts (heat, other programs) falls on all alike.
import type { Calls, Measurement, MeasureTask } from './calls.js';
import type { Control } from './control.js';
import type { Instance } from './instance.js';
import * as check from './validate.js';

/** A timed sample lasts at least this many steps of the clock, so that rounding is under 5 per cent. */
const CLOCK_STEPS = 20;
const WARM_UP_RUNS = 3;

export async function measure(
  core: Instance,
  { tasks, repeats, budgetMs }: Calls['measure']['in'],
  control: Control,
): Promise<Measurement[]> {
  check.integer('repeats', repeats, 1, 10_000);
  check.number('budgetMs', budgetMs, 0);
  const resolutionMs = clockResolution();
  const started = performance.now();
  const total = tasks.length * (repeats + 1);
  let done = 0;
  const breathe = async () => {
    control.progress({ done: ++done, total });
    await control.pause();
  };

  const prepared = [];
  for (const task of tasks) {
    prepared.push(prepare(core, task, resolutionMs));
    await breathe();
  }
  for (let round = 0; round < repeats; round++) {
    // Each task is timed once at least, whatever the budget.
    if (round > 0 && performance.now() - started > budgetMs) break;
    for (const { times, sample } of prepared) {
      times.push(sample());
      await breathe();
    }
  }
  return prepared.map(({ task, times }) => ({
    ...spread(times),
    label: task.label,
    n: task.n,
    resolutionMs,
  }));
}

function prepare(core: Instance, task: MeasureTask, resolutionMs: number) {
  const { n, dim, seed, options } = task;
  const draw = (part: number) => core.random({ rows: n, cols: dim, seed: (seed + part) >>> 0 });
  const [q, k, v] = [draw(0), draw(1), draw(2)];
  const timed = (runs: number) => {
    const from = performance.now();
    for (let run = 0; run < runs; run++) core.attend(q, k, v, options);
    return performance.now() - from;
  };
  const once = timed(WARM_UP_RUNS) / WARM_UP_RUNS;
  // Short tasks are run several times within one sample.
  const runs = Math.max(1, Math.ceil((CLOCK_STEPS * resolutionMs) / Math.max(once, 1e-4)));
  return { task, times: [] as number[], sample: () => timed(runs) / runs };
}

function spread(times: number[]): Pick<Measurement, 'runs' | 'medianMs' | 'minMs' | 'maxMs'> {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const medianMs = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
  return { runs: sorted.length, medianMs, minMs: sorted[0]!, maxMs: sorted.at(-1)! };
}

/** The smallest step the clock was seen to make; browsers coarsen it to between 0.005 and 1 ms. */
export function clockResolution(): number {
  let smallest = Infinity;
  for (let i = 0; i < 20; i++) {
    const from = performance.now();
    let now = from;
    while (now === from) now = performance.now();
    smallest = Math.min(smallest, now - from);
  }
  return smallest;
}
