// "Copy as" writes scripts; here they are run, and their numbers compared with the core's. JavaScript always, NumPy
// where a python3 has it, PyTorch where a python3 has that.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttendOptions, Attention, FeatureMap, Matrix } from '../../web/engine/types.js';
import { type CodeRun, type CodeScreen, exportCode } from '../../web/model/code-export.js';

const modulePath = fileURLToPath(new URL('../../dist/lib/attention.js', import.meta.url));
const moduleUrl = pathToFileURL(modulePath).href;
const folder = mkdtempSync(join(tmpdir(), 'code-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A python3 that can import a library; Debian's own is asked too, where another stands before it. */
function pythonWith(library: string): string | null {
  return (
    ['python3', '/usr/bin/python3'].find(
      (python) => spawnSync(python, ['-c', `import ${library}`], { timeout: 60_000 }).status === 0,
    ) ?? null
  );
}

const QUERIES = 5;
const KEYS = 7;
const D = 4;
const D_V = 3;

const linear = (featureMap: FeatureMap, more: object = {}): AttendOptions['mechanism'] => ({
  kind: 'linear',
  featureMap,
  ...more,
});
const gates = Float32Array.from({ length: KEYS }, (_, j) => -0.1 * (j + 1));
const betas = Float32Array.from({ length: KEYS }, (_, j) => 0.1 + 0.05 * j);
const keyMask = Uint8Array.of(1, 1, 0, 1, 1, 1, 0);
const mask = Uint8Array.from({ length: QUERIES * KEYS }, (_, i) => (i % 3 === 0 ? 0 : 1));
const weights: Matrix = {
  rows: 3,
  cols: D,
  data: Float32Array.from({ length: 12 }, (_, i) => Math.sin(i) / 2),
};

/** Every mechanism, map, update and option that the page offers. */
const CASES: Record<string, AttendOptions> = {
  softmax: { mechanism: { kind: 'softmax' } },
  'softmax, causal, scaled': { mechanism: { kind: 'softmax' }, causal: true, scale: 2 },
  'softmax, top-left, masked': { mechanism: { kind: 'softmax' }, causal: 'top-left', mask, keyMask },
  flash: { mechanism: { kind: 'flash', blockRows: 2, blockCols: 3 } },
  window: { mechanism: { kind: 'sparse', pattern: { kind: 'window', left: 2, right: -1 } } },
  identity: { mechanism: linear({ kind: 'identity' }) },
  'identity, not normalised': { mechanism: linear({ kind: 'identity' }, { normalise: false }), causal: true },
  'elu+1': { mechanism: linear({ kind: 'elu+1' }) },
  'elu+1, causal, epsilon': { mechanism: linear({ kind: 'elu+1' }, { epsilon: 0.25 }), causal: true },
  'elu+1, top-left, key mask': {
    mechanism: linear({ kind: 'elu+1' }),
    causal: 'top-left',
    keyMask,
    scale: 3,
  },
  relu: { mechanism: linear({ kind: 'relu' }) },
  'squared-relu': { mechanism: linear({ kind: 'squared-relu' }) },
  exp: { mechanism: linear({ kind: 'exp' }) },
  favor: { mechanism: linear({ kind: 'favor', features: 6, seed: 3 }) },
  'favor, hyperbolic, epsilon': {
    mechanism: linear({ kind: 'favor', features: 5, seed: 4, hyperbolic: true, epsilon: 0.1 }),
    keyMask,
  },
  trigonometric: { mechanism: linear({ kind: 'trigonometric', features: 64, seed: 5 }) },
  taylor2: { mechanism: linear({ kind: 'taylor2' }) },
  dpfp: { mechanism: linear({ kind: 'dpfp', nu: 2 }) },
  cosformer: { mechanism: linear({ kind: 'cosformer' }), causal: true },
  'cosformer, length': { mechanism: linear({ kind: 'cosformer', length: 12 }) },
  efficient: { mechanism: linear({ kind: 'efficient' }), keyMask },
  'efficient, causal': { mechanism: linear({ kind: 'efficient' }), causal: true },
  hedgehog: { mechanism: linear({ kind: 'hedgehog' }) },
  'hedgehog, softmax': { mechanism: linear({ kind: 'hedgehog', weights, activation: 'softmax' }) },
  'hedgehog, each': { mechanism: linear({ kind: 'hedgehog', weights, activation: 'softmax-each' }) },
  decay: { mechanism: linear({ kind: 'elu+1' }, { update: { kind: 'decay', gamma: 0.9 } }), causal: true },
  'decay, gates': {
    mechanism: linear({ kind: 'elu+1' }, { update: { kind: 'decay', logDecay: gates } }),
    causal: true,
    keyMask,
  },
  delta: { mechanism: linear({ kind: 'elu+1' }, { update: { kind: 'delta', beta: 0.05 } }), causal: true },
  'gated delta': {
    mechanism: linear(
      { kind: 'relu' },
      { update: { kind: 'delta', beta: betas, logDecay: gates }, normalise: false },
    ),
    causal: true,
  },
};

let attention: Attention;
let screens: CodeScreen[];

beforeAll(async () => {
  const { loadAttention } = (await import(moduleUrl)) as typeof import('../../web/engine/types.js');
  attention = await loadAttention();
  const random = (rows: number, cols: number, seed: number) => attention.random({ rows, cols, seed });
  const runs = Object.entries(CASES).map(([name, options]): CodeRun => {
    const map = options.mechanism.kind === 'linear' ? options.mechanism.featureMap : null;
    return map?.kind === 'favor' || map?.kind === 'trigonometric'
      ? { name, options, projection: attention.projection(map, D) }
      : { name, options };
  });
  const square = { kind: 'bigbird', blockSize: 2, randomBlocks: 1, seed: 9 } as const;
  screens = [
    {
      title: 'Every mechanism */ in one',
      link: 'https://example.org/#s=1.x',
      q: random(QUERIES, D, 1),
      k: random(KEYS, D, 2),
      v: random(KEYS, D_V, 3),
      runs,
    },
    {
      title: 'Patterns of square attention',
      q: random(12, D, 4),
      k: random(12, D, 5),
      v: random(12, D_V, 6),
      runs: [
        {
          name: 'longformer',
          options: {
            mechanism: {
              kind: 'sparse',
              pattern: { kind: 'longformer', window: 4, dilation: 2, globalTokens: [0, 5] },
            },
          },
        },
        {
          name: 'bigbird',
          options: { mechanism: { kind: 'sparse', pattern: square }, causal: true },
          pattern: attention.pattern(12, square),
        },
      ],
    },
  ];
});

type Printed = Record<'outputs' | 'weights', Record<string, number[][]>>;

const rowsOf = ({ rows, cols, data }: Matrix) =>
  Array.from({ length: rows }, (_, row) => Array.from(data.subarray(row * cols, (row + 1) * cols)));

/** What the page shows: the core's own answer, in float64 where that is what the script computes in. */
function computed(screen: CodeScreen, precision: 'float32' | 'float64'): Printed {
  const outputs: Record<string, number[][]> = {};
  const shown: Record<string, number[][]> = {};
  for (const { name, options } of screen.runs) {
    const exact =
      options.mechanism.kind === 'flash' ? { ...options, mechanism: { kind: 'softmax' as const } } : options;
    const run = (given: AttendOptions) =>
      attention.attend(screen.q, screen.k, screen.v, { ...given, precision });
    outputs[name] = rowsOf(run(options).output);
    shown[name] = rowsOf(run({ ...exact, want: ['weights'] }).weights!);
  }
  return { outputs, weights: shown };
}

function expectClose(printed: Printed, screen: CodeScreen): void {
  const truth = computed(screen, 'float64');
  for (const part of ['outputs', 'weights'] as const) {
    for (const [name, rows] of Object.entries(truth[part])) {
      // Both sides compute in float64, and the core rounds its answer to float32 once: half a unit in the last of 24
      // bits of the entry. What float64 itself loses, about n d 2^-53 of the largest entry, is far below 1e-12 of it.
      const largest = Math.max(...rows.flat().map(Math.abs));
      rows.forEach((row, i) => {
        row.forEach((value, j) => {
          const bound = Math.abs(value) * 2 ** -24 + largest * 1e-12;
          const error = Math.abs(printed[part][name]![i]![j]! - value);
          expect(error, `${part} of ${name}, row ${i}, column ${j}`).toBeLessThanOrEqual(bound);
        });
      });
    }
  }
}

function runPython(python: string, script: string): Printed {
  const file = join(folder, 'script.py');
  const print =
    'import json\nprint(json.dumps([{n: a.tolist() for n, a in group.items()} for group in (outputs, weights)]))';
  writeFileSync(file, `${script}\n${print}\n`);
  const lines = execFileSync(python, [file], { encoding: 'utf8', timeout: 120_000 }).trimEnd().split('\n');
  const [outputs, shown] = JSON.parse(lines.at(-1)!);
  return { outputs, weights: shown };
}

describe('copy as JavaScript', () => {
  it('gives the same numbers to the last bit', async () => {
    for (const [i, screen] of screens.entries()) {
      const file = join(folder, `script-${i}.mjs`);
      writeFileSync(file, exportCode('javascript', screen, moduleUrl));
      const made = (await import(pathToFileURL(file).href)) as Record<
        'outputs' | 'weights',
        Record<string, Matrix>
      >;
      const truth = computed(screen, 'float32');
      for (const part of ['outputs', 'weights'] as const) {
        const rows = Object.fromEntries(
          Object.entries(made[part]).map(([name, matrix]) => [name, rowsOf(matrix)]),
        );
        expect(rows).toEqual(truth[part]);
      }
    }
  });
});

const numpy = pythonWith('numpy');
describe.skipIf(numpy === null)('copy as NumPy', () => {
  it('gives the core’s numbers', () => {
    for (const screen of screens) expectClose(runPython(numpy!, exportCode('numpy', screen)), screen);
  });
});

const torch = pythonWith('torch');
describe.skipIf(torch === null)('copy as PyTorch', () => {
  it('gives the core’s numbers', () => {
    for (const screen of screens) expectClose(runPython(torch!, exportCode('pytorch', screen)), screen);
  }, 180_000);
});

describe('a script', () => {
  it('says no more than it needs', () => {
    const script = exportCode('numpy', {
      ...screens[0]!,
      runs: [{ name: 'softmax', options: CASES.softmax! }],
    });
    expect(script).not.toMatch(/linear_attention|phi_|causal/);
  });

  it('is not written without the numbers that were drawn', () => {
    const run = { name: 'favor', options: CASES.favor! };
    expect(() => exportCode('numpy', { ...screens[0]!, runs: [run] })).toThrow(/projection W is needed/);
    const drawn = screens[1]!.runs[1]!;
    expect(() =>
      exportCode('numpy', { ...screens[1]!, runs: [{ name: 'x', options: drawn.options }] }),
    ).toThrow(/pattern is needed/);
  });
});
