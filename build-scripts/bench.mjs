#!/usr/bin/env node
// npm run bench [-- --quick] [-- --rivals [--browsers NAME,…] | --frames [--only FIGURE[/VIEW],…] | --embed]
// For every kernel: our time, the naive reference's and the share of this machine's measured peak; then how time grows
// with n and how much memory the core takes, through the public module. --rivals instead: our module beside what a page
// could use in its place, in Node and Chromium, or in the browsers named: chromium, firefox, webkit. --frames instead: how evenly pages draw while a slider is dragged. --embed instead: many
// activities on one page. Prints Markdown, and leaves everything measured in build/bench-*.json.
// --quick: shorter runs, for a first look.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { namesOf } from './bench/browsers.mjs';
import { rivals } from './bench/rivals.mjs';
import { ms, table } from './bench/tables.mjs';
import { median } from './bench/timing.mjs';
import { build } from './build.mjs';
import buildSite from './lib/build-site.mjs';
import { buildPreset } from './lib/core.mjs';
import { ask, Explained, main, options, root, say } from './lib/run.mjs';
import { setupToolchain } from './lib/setup.mjs';

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
  const head = [
    'operator',
    'size',
    'ms',
    'naive reference, ms',
    'times faster',
    'Gop/s',
    'share of the peak',
  ];
  const lines = timed
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
    });
  say(table(head, lines));
}

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

/** A call that takes longer than this, in ms, is timed once. */
const ENOUGH = 300;

/** Median of about 300 ms of calls, after one that lets the engine finish compiling. */
function timed(call) {
  const once = () => {
    const start = performance.now();
    call();
    return performance.now() - start;
  };
  const first = once();
  if (first > ENOUGH) return first;
  const times = [];
  for (let spent = 0; times.length < 3 || spent < ENOUGH; ) {
    times.push(once());
    spent += times.at(-1);
  }
  return median(times);
}

/** Up to n = `longest`. */
async function growth(longest) {
  const { loadAttention } = await import(pathToFileURL(join(root, 'dist/lib/attention.js')).href);
  const rows = [];
  for (const [name, options] of Object.entries(MECHANISMS)) {
    say(`  Timing ${name} up to n = ${longest} …`);
    // A core of its own, so that its heap speaks of this mechanism only.
    const core = await loadAttention();
    const points = [];
    for (let n = 512; n <= longest; n *= 2) {
      const [q, k, v] = [1, 2, 3].map((seed) => core.random({ rows: n, cols: 64, seed }));
      const time = timed(() => core.attend(q, k, v, options));
      points.push({ n, ms: time, heapBytes: core.memory().heapBytes });
    }
    rows.push({ mechanism: name, slope: slope(points.map(({ n, ms }) => [n, ms])), points });
  }
  return rows;
}

function growthTables(rows) {
  const sizes = rows[0].points.map(({ n }) => `n = ${n.toLocaleString('en')}`);
  say(
    '\nThrough the public module, copies in and out included, ms; d = 64. Slope: of log time against log n.\n',
  );
  say(
    table(
      ['mechanism', ...sizes, 'slope'],
      rows.map((row) => [row.mechanism, ...row.points.map((point) => ms(point.ms)), row.slope.toFixed(2)]),
    ),
  );
  say('\nThe heap of the core after that call, MB; it never shrinks.\n');
  say(
    table(
      ['mechanism', ...sizes],
      rows.map((row) => [row.mechanism, ...row.points.map((point) => (point.heapBytes / 1e6).toFixed(1))]),
    ),
  );
}

const KINDS = ['rivals', 'frames', 'embed'];

await main(async () => {
  const { quick = false, only, browsers, ...given } = options(['quick', ...KINDS], ['only', 'browsers']);
  if (Object.keys(given).length > 1)
    throw new Explained(`Ask for one of ${KINDS.map((name) => `--${name}`).join(', ')} at a time.`);
  const [kind] = Object.keys(given);
  if (only !== undefined && kind !== 'frames')
    throw new Explained(
      '--only chooses among the figures of --frames: npm run bench -- --frames --only FIGURE',
    );
  if (browsers !== undefined && kind !== 'rivals')
    throw new Explained(
      '--browsers chooses where --rivals measures: npm run bench -- --rivals --browsers firefox,webkit',
    );
  const names = browsers && namesOf(browsers);
  const machine = {
    processor: cpus()[0]?.model ?? 'an unknown processor',
    cores: cpus().length,
    node: process.versions.node,
    v8: process.versions.v8,
  };
  say(`${machine.processor}, ${machine.cores} cores, Node ${machine.node} (V8 ${machine.v8})`);
  const length = quick ? 'quick' : 'full';
  await build(['lib']);
  // A site of its own: dist/site may have parts that are not measured, and a build of the pages empties it.
  const site = join(root, 'build/bench-site');
  if (kind === 'frames' || kind === 'embed') await buildSite(site);
  // These only now: they need packages that the build has installed.
  if (kind === 'embed') await (await import('./lib/build-embed.mjs')).default(join(site, 'v1'));
  const results = { machine };
  if (kind === 'rivals') {
    results.rivals = await rivals(length, names);
  } else if (kind === 'frames') {
    const { frames } = await import('./bench/frames.mjs');
    results.frames = await frames(length, only?.split(',') ?? [], site);
  } else if (kind === 'embed') {
    const { many } = await import('./bench/many.mjs');
    results.embed = await many(length, site);
  } else {
    results.kernels = await kernelRows(await setupToolchain());
    kernelTable(results.kernels);
    results.growth = await growth(quick ? 16384 : 65536);
    growthTables(results.growth);
  }
  const file = `build/bench-${kind ?? 'core'}.json`;
  writeFileSync(join(root, file), JSON.stringify(results, null, 1));
  say(`\nEverything measured is in ${file}.`);
});
