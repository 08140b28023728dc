#!/usr/bin/env node
// node build-scripts/bench.mjs [--quick]
// Prints, for every kernel, our time, the naive reference's and the share of this machine's measured peak; then how
// time grows with n, and how much memory the core takes, through the public module. --quick leaves out the longest n.
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { buildPreset } from './lib/core.mjs';
import { ask, Explained, main, root, say } from './lib/run.mjs';
import { setupToolchain } from './lib/setup.mjs';

const quick = process.argv.includes('--quick');

function table(head, rows) {
  const widths = head.map((title, c) => Math.max(title.length, ...rows.map((row) => row[c].length)));
  const line = (cells) => `| ${cells.map((cell, c) => cell.padEnd(widths[c])).join(' | ')} |`;
  say(line(head));
  say(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const row of rows) say(line(row));
  say();
}

const ms = (time) => (time >= 100 ? time.toFixed(0) : time >= 10 ? time.toFixed(1) : time.toPrecision(3));

/** What cpp/bench prints: one JSON object a line. */
async function kernelRows(toolchain) {
  await buildPreset('wasm-simd', toolchain, ['kernels_bench']);
  say('  Timing the kernels …');
  const printed = ask('node', [join(root, 'build/wasm-simd/cpp/bench/kernels_bench.cjs')]);
  if (printed === null) throw new Explained('The kernel benchmark did not run to its end.');
  return printed.split('\n').map((line) => JSON.parse(line));
}

function kernelTable(rows) {
  // Measured before and after: the larger is what the machine can do.
  const peak = Math.max(...rows.map((row) => row.peakGflops ?? 0));
  const timed = rows.filter((row) => row.operator !== undefined);
  const reference = (row) =>
    timed.find(
      ({ operator, size, backend }) =>
        operator === row.operator && size === row.size && backend === 'reference',
    );
  say(
    `\nPeak, float32 multiply and add in registers: ${peak.toFixed(1)} Gop/s. d = 64, one thread, medians.\n`,
  );
  table(
    ['operator', 'size', 'ours, ms', 'naive reference, ms', 'times faster', 'Gop/s', 'share of the peak'],
    timed
      .filter(({ backend }) => backend !== 'reference')
      .map((row) => {
        const slow = reference(row);
        const rate = row.operations / row.medianMs / 1e6;
        return [
          row.operator,
          row.size,
          ms(row.medianMs),
          ms(slow.medianMs),
          (slow.medianMs / row.medianMs).toFixed(0),
          rate.toFixed(1),
          `${((100 * rate) / peak).toFixed(0)} %`,
        ];
      }),
  );
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/** The slope of log time against log n, by least squares. */
function slope(points) {
  const xs = points.map(([n]) => Math.log(n));
  const ys = points.map(([, time]) => Math.log(time));
  const mean = (numbers) => numbers.reduce((a, b) => a + b) / numbers.length;
  const [mx, my] = [mean(xs), mean(ys)];
  return (
    xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i] - my), 0) / xs.reduce((sum, x) => sum + (x - mx) ** 2, 0)
  );
}

const MECHANISMS = {
  flash: { mechanism: { kind: 'flash' } },
  'flash, causal': { mechanism: { kind: 'flash' }, causal: true },
  'linear, elu+1': { mechanism: { kind: 'linear', featureMap: { kind: 'elu+1' } } },
  'linear, elu+1, causal': { mechanism: { kind: 'linear', featureMap: { kind: 'elu+1' } }, causal: true },
};

async function growth() {
  const { loadAttention } = await import(pathToFileURL(join(root, 'dist/lib/attention.js')).href);
  const sizes = [512, 1024, 2048, 4096, 8192, 16384, 32768, ...(quick ? [] : [65536])];
  const rows = [];
  for (const [name, options] of Object.entries(MECHANISMS)) {
    say(`  Timing ${name} from n = ${sizes[0]} to ${sizes.at(-1)} …`);
    // A core of its own, so that its heap speaks of this mechanism only.
    const core = await loadAttention();
    const points = [];
    let heapBytes = 0;
    for (const n of sizes) {
      const [q, k, v] = [1, 2, 3].map((seed) => core.random({ rows: n, cols: 64, seed }));
      const times = [];
      for (let spent = 0; times.length < 1 || (spent < 300 && times.length < 50); ) {
        const start = performance.now();
        core.attend(q, k, v, options);
        times.push(performance.now() - start);
        spent += times.at(-1);
        // The first run may still be in the engine's quick compiler's code.
        if (times.length === 1 && spent < 300) times.pop();
      }
      points.push([n, median(times)]);
      heapBytes = core.memory().heapBytes;
    }
    rows.push([
      name,
      ...points.map(([, time]) => ms(time)),
      slope(points).toFixed(2),
      `${(heapBytes / 1e6).toFixed(0)} MB`,
    ]);
  }
  say(`\nThrough the public module, copies in and out included, ms; d = 64.\n`);
  table(['mechanism', ...sizes.map((n) => `n = ${n}`), 'slope', `heap after n = ${sizes.at(-1)}`], rows);
}

await main(async () => {
  say(
    `Benchmark on ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.version} (V8 ${process.versions.v8})`,
  );
  await build(['lib']);
  kernelTable(await kernelRows(await setupToolchain()));
  await growth();
});
