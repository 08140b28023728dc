// The static example of every activity: numbers of the core, in the page before anything runs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { readStills } from '../../web/pages/stills/stills.js';

const at = (path: string) => new URL(`../../${path}`, import.meta.url);
const heads = ['short.json', 'short.qkv.safetensors'].map(
  (name) =>
    [
      name,
      () => new Uint8Array(readFileSync(fileURLToPath(at(`web/lessons/data/attention-heads/${name}`)))),
    ] as const,
);

let stills: Map<string, string>;
beforeAll(async () => {
  const read = await readStills((build) => at(`build/core/attention-${build}.wasm`), new Map(heads));
  stills = new Map(read.map(({ id, kind, still }) => [kind === 'exercise' ? `exercise ${id}` : id, still]));
});

/** The cells of the row that begins with `name`. */
function row(id: string, name: string): string[] {
  const rows = stills
    .get(id)!
    .match(/<tr>.*?<\/tr>/g)!
    .map((text) => [...text.matchAll(/>([^<]+)</g)].map((m) => m[1]!));
  return rows.find(([first]) => first === name)!.slice(1);
}

test('every station has a table of finite numbers', () => {
  for (const [id, still] of stills) {
    if (id.startsWith('exercise ')) continue;
    expect(still, id).toMatch(/<td>[^<]*\d/);
    expect(still, id).not.toMatch(/NaN|Infinity|undefined|\[object/);
  }
});

test('counts and ranks are those worked out by hand', () => {
  // 4·4·2 twice, and 2·2·4 with 4·2·2.
  expect(row('two-orders', '(AB)C')).toEqual(['32', '32', '64']);
  expect(row('two-orders', 'A(BC)')).toEqual(['16', '16', '32']);
  // Taylor-2 has 1 + 4 + 16 features of 4 numbers, of which 1 + 4 + 10 differ.
  expect(row('softmax-rank', 'Taylor-2')).toEqual(['21', '15']);
  expect(row('softmax-rank', 'exp(q·k/√d)')).toEqual(['none finite', '200']);
  // 2 n² d against 2 n r d, for n = 8,192 and r = d = 64.
  expect(row('cost', 'standard')).toEqual(['8,589,934,592']);
  expect(row('cost', 'linear')).toEqual(['67,108,864']);
  // 4 × 4 and 4 numbers of 4 bytes, whatever the number of tokens.
  for (const tokens of ['3', '10', '24']) expect(row('running-state', tokens)[0]).toMatch(/^80 bytes/);
});
