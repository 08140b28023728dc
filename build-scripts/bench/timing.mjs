// Times one peer at one task, in Node and in a page alike.
//
// A peer is a module that exports
//   load(place): gets its library ready; place = {page: boolean, address: where the page's server is}, gives a context
//   variants: {softmax, linear, stream}, each (task, input, context) => a list of
//     {name, run(), setup?(), dispose?()}; run takes and gives Float32Arrays, copies in and out included.
import { inputOf, largestError, tasks } from './tasks.mjs';

// A float32 answer of these inputs is right to about 1e-6; a wrong formula is off by 1e-3 and more.
const LARGEST_ERROR = 1e-5;

/** How long to warm up and to measure, in ms. */
export const LENGTHS = {
  full: { warm: 400, measure: 1200, leastRuns: 5 },
  quick: { warm: 100, measure: 200, leastRuns: 3 },
};
const MOST_RUNS = 300;

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

async function timed(run, { warm, measure, leastRuns }) {
  let start = performance.now();
  for (let runs = 0; runs < 2 || performance.now() - start < warm; runs++) await run();
  const times = [];
  const cpu = globalThis.process?.cpuUsage?.();
  start = performance.now();
  while (times.length < leastRuns || (performance.now() - start < measure && times.length < MOST_RUNS)) {
    const before = performance.now();
    await run();
    times.push(performance.now() - before);
  }
  const used = cpu && globalThis.process.cpuUsage(cpu);
  return {
    ms: median(times),
    runs: times.length,
    // Below 1, something else ran on this core.
    ...(used && { cpuShare: (used.user + used.system) / 1000 / (performance.now() - start) }),
  };
}

/** One row for each variant: {task, peer, variant, ms, runs, cpuShare?, error?}. */
export async function timePeer(peerName, peer, taskName, place, lengths) {
  const task = tasks[taskName];
  const context = await peer.load(place);
  const input = inputOf(task);
  const reference = task.reference(task, input);
  const rows = [];
  for (const variant of peer.variants[task.kind](task, input, context)) {
    const row = { task: taskName, peer: peerName, variant: variant.name };
    try {
      await variant.setup?.();
      const error = largestError(await variant.run(), reference);
      if (!(error <= LARGEST_ERROR)) throw new Error(`the answer is off by ${error}`);
      rows.push({ ...row, largestError: error, ...(await timed(variant.run, lengths)) });
    } catch (error) {
      rows.push({ ...row, error: String(error?.message ?? error).slice(0, 300) });
    } finally {
      variant.dispose?.();
    }
  }
  return rows;
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
  const error = largestError(output, task.reference(task, input));
  if (!(error <= LARGEST_ERROR)) throw new Error(`the answer is off by ${error}`);
  return ms;
}
