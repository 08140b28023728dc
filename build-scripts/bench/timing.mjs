// Times the ways in which a peer does a task, in Node and in a page alike.
//
// A peer is a module that exports
//   load(place): gets its library ready; place = {page: boolean, address: where the page's server is}, gives a context
//   variants: {softmax, linear, stream}, each (task, input, context) => a list of
//     {name, run(), setup?()}; run takes and gives Float32Arrays, copies in and out included.
import { inputOf, largestError, tasks } from './tasks.mjs';

// A float32 answer of these inputs is right to about 1e-6; a wrong formula is off by 1e-3 and more.
const LARGEST_ERROR = 1e-5;

/** How long to warm up and to measure in each round, in ms. */
export const LENGTHS = {
  full: { warm: 400, measure: 400, leastRuns: 2 },
  quick: { warm: 100, measure: 70, leastRuns: 1 },
};

/** ms. A clock that ticks in longer steps is looked at every SAMPLE ms; in shorter ones, before and after each call. */
const FINE = 0.5;
const SAMPLE = 50;

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

function hold(output, reference) {
  const error = largestError(output, reference);
  if (!(error <= LARGEST_ERROR)) throw new Error(`the answer is off by ${error}`);
  return error;
}

async function warmUp(run, { warm }) {
  const start = performance.now();
  for (let runs = 0; runs < 2 || performance.now() - start < warm; runs++) await run();
}

/** The shortest step of this engine's clock, ms: browsers make it coarse, each in its own way. */
export function clockStep() {
  let least = Infinity;
  let last = performance.now();
  for (let steps = 0; steps < 10; ) {
    const now = performance.now();
    if (now === last) continue;
    least = Math.min(least, now - last);
    last = now;
    steps++;
  }
  return least;
}

/** Adds the runs of one round to `way`: {run, times, runs, elapsed, cpu}. A time is the mean of a sample's calls. */
export async function timed(way, { measure, leastRuns }, sample) {
  // What others have done meanwhile has driven this way's numbers out of the caches.
  await way.run();
  const cpu = globalThis.process?.cpuUsage?.();
  const start = performance.now();
  for (let runs = 0; runs < leastRuns || performance.now() - start < measure; ) {
    const before = performance.now();
    let [calls, took] = [0, 0];
    do {
      await way.run();
      calls++;
      took = performance.now() - before;
    } while (took < sample);
    way.times.push(took / calls);
    runs += calls;
    way.runs += calls;
  }
  way.elapsed += performance.now() - start;
  const used = cpu && globalThis.process.cpuUsage(cpu);
  if (used) way.cpu += (used.user + used.system) / 1000;
}

/**
 * Gets a peer ready for a task: each way to do it is held to the reference and warmed up. Gives {round(backwards), rows()}:
 * a round times each way once more; rows are {task, peer, variant, ms, runs, largestError, cpuShare?} or {…, error}.
 */
export async function prepare(peerName, peer, taskName, place, lengths) {
  const task = tasks[taskName];
  const context = await peer.load(place);
  const input = inputOf(task);
  const reference = task.reference(task, input);
  const ways = peer.variants[task.kind](task, input, context).map((variant) => ({
    ...variant,
    row: { task: taskName, peer: peerName, variant: variant.name },
    times: [],
    runs: 0,
    elapsed: 0,
    cpu: 0,
  }));
  const sample = clockStep() > FINE ? SAMPLE : 0;
  const each = async (list, work) => {
    for (const way of list.filter(({ row }) => row.error === undefined)) {
      try {
        await work(way);
      } catch (error) {
        way.row.error = String(error?.message ?? error).slice(0, 300);
      }
    }
  };
  await each(ways, async (way) => {
    await way.setup?.();
    way.row.largestError = hold(await way.run(), reference);
    await warmUp(way.run, lengths);
  });
  return {
    round: (backwards) => each(backwards ? ways.toReversed() : ways, (way) => timed(way, lengths, sample)),
    rows: () =>
      ways.map(({ row, times, runs, elapsed, cpu }) =>
        row.error !== undefined
          ? row
          : {
              ...row,
              ms: median(times),
              runs,
              // Below 1, something else ran on this core.
              ...(cpu > 0 && { cpuShare: cpu / elapsed }),
            },
      ),
  };
}

/** Milliseconds from nothing loaded to the first answer; making the input does not count. */
export async function timeFirstAnswer(importPeer, taskName, place) {
  const task = tasks[taskName];
  const input = inputOf(task);
  const start = performance.now();
  const peer = await importPeer();
  const context = await peer.load(place);
  // The first variant of every peer is the one to use for a single call.
  const [variant] = peer.variants[task.kind](task, input, context);
  await variant.setup?.();
  const output = await variant.run();
  const ms = performance.now() - start;
  hold(output, task.reference(task, input));
  return ms;
}
