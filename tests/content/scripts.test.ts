// "Copy as …" computes the screen again: the JavaScript with the built module, the NumPy one where Python has numpy.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { AttendOptions, FeatureMap, Matrix } from '../../web/engine/types.js';
import {
  MAX_INLINE_NUMBERS,
  ScriptError,
  type ScriptInput,
  writeScript,
} from '../../web/model/export/script.js';
import { engineHere } from './engine.js';

const engine = engineHere();
const lib = fileURLToPath(new URL('../../dist/lib/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'attention-script-'));
afterAll(() => rmSync(folder, { recursive: true }));

function hasNumpy(): boolean {
  try {
    execFileSync('python3', ['-c', 'import numpy'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const linear = (featureMap: FeatureMap, causal = false): AttendOptions => ({
  mechanism: { kind: 'linear', featureMap },
  ...(causal ? { causal: true } : {}),
});
const favor = { kind: 'favor', features: 16, seed: 3 } as const;
const trigonometric = { kind: 'trigonometric', features: 64, seed: 3 } as const;

const CASES: readonly (readonly [string, AttendOptions])[] = [
  ['softmax', { mechanism: { kind: 'softmax' } }],
  ['causal softmax', { mechanism: { kind: 'softmax' }, causal: true, scale: 0.5 }],
  ['flash', { mechanism: { kind: 'flash' } }],
  ['identity', linear({ kind: 'identity' })],
  ['elu+1', linear({ kind: 'elu+1' })],
  ['causal elu+1', linear({ kind: 'elu+1' }, true)],
  ['squared-relu', linear({ kind: 'squared-relu' })],
  ['exp', linear({ kind: 'exp' })],
  ['taylor2', linear({ kind: 'taylor2' })],
  ['dpfp', linear({ kind: 'dpfp', nu: 2 })],
  ['hedgehog', linear({ kind: 'hedgehog' })],
  ['favor', linear(favor)],
  ['trigonometric', linear(trigonometric)],
];

async function inputFor(options: AttendOptions): Promise<ScriptInput> {
  const random = (seed: number, cols: number): Promise<Matrix> =>
    engine.call('random', { rows: 9, cols, seed, scale: 0.5 });
  const [q, k, v] = await Promise.all([random(1, 4), random(2, 4), random(3, 3)]);
  const map = options.mechanism.kind === 'linear' ? options.mechanism.featureMap : null;
  const projection =
    map?.kind === 'favor' || map?.kind === 'trigonometric'
      ? await engine.call('projection', { map, dim: 4 })
      : undefined;
  return { q, k, v, options, ...(projection === undefined ? {} : { projection }) };
}

function run(command: string, file: string, text: string): number[] {
  const path = join(folder, file);
  writeFileSync(path, text);
  const printed = execFileSync(command, [path], { encoding: 'utf8' });
  return printed.trim().split(/\s+/).map(Number);
}

// Sums of nine terms of size below 4 through a quotient whose denominator may be as small as 0.1: float32 against
// float64.
const ALLOWED = (9 * 2 ** -23 * 4) / 0.1;

function expectSame(printed: readonly number[], output: Matrix): void {
  expect(printed.length).toBe(output.data.length);
  printed.forEach((value, i) => {
    expect(Math.abs(value - output.data[i]!)).toBeLessThanOrEqual(ALLOWED * Math.max(1, Math.abs(value)));
  });
}

describe('JavaScript', () => {
  test.each(CASES)('%s', async (_, options) => {
    for (const name of ['attention.js', 'attention-simd.wasm', 'attention-scalar.wasm'])
      copyFileSync(join(lib, name), join(folder, name));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const input = await inputFor(options);
    const { output } = await engine.call('attend', { q: input.q, k: input.k, v: input.v, options });
    expectSame(run(process.execPath, 'script.js', writeScript('javascript', input)), output);
  });
});

describe.skipIf(!hasNumpy())('NumPy', () => {
  test.each(CASES)('%s', async (_, options) => {
    const input = await inputFor(options);
    const { output } = await engine.call('attend', { q: input.q, k: input.k, v: input.v, options });
    expectSame(run('python3', 'script.py', writeScript('numpy', input)), output);
  });
});

describe('a script', () => {
  test('in Python is one that Python can read', async () => {
    const paths: string[] = [];
    for (const [i, [, options]] of CASES.entries()) {
      for (const language of ['numpy', 'pytorch'] as const) {
        const path = join(folder, `${language}${i}.py`);
        writeFileSync(path, writeScript(language, await inputFor(options)));
        paths.push(path);
      }
    }
    try {
      execFileSync('python3', ['-m', 'py_compile', ...paths], { stdio: 'pipe' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error; // ENOENT: no Python here
    }
  });

  test('says what it cannot do', async () => {
    const input = await inputFor({
      mechanism: { kind: 'sparse', pattern: { kind: 'window', left: 1, right: 1 } },
    });
    expect(() => writeScript('numpy', input)).toThrow(ScriptError);
    expect(writeScript('javascript', input)).toContain("kind: 'sparse'");
    const data = new Float32Array(MAX_INLINE_NUMBERS);
    const large = { ...input, q: { rows: MAX_INLINE_NUMBERS, cols: 1, data } };
    expect(() => writeScript('javascript', large)).toThrow(/download the inputs/);
  });
});
