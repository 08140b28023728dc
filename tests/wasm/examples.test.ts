// The examples of docs/module.md and of the README, run as they stand. `EXPRESSION; // → VALUE` must give that value, to
// the digits shown.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadAttention } from '../../web/engine/attention.js';
import { analysisFile, sources } from './builds.js';

const blocksOf = (path: string) =>
  [...readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].map(
    (match) => match[1]!,
  );

type Found = [line: string, got: unknown, expected: unknown, digits: number];

/** Runs a block; returns what its `// →` lines gave and should have given. */
async function run(block: string): Promise<Found[]> {
  const found: Found[] = [];
  const see = (line: string, got: unknown, text: string) => {
    const digits = Math.max(
      ...[...text.matchAll(/\d+(?:\.(\d+))?/g)].map((match) => match[1]?.length ?? 0),
      0,
    );
    found.push([line, ArrayBuffer.isView(got) ? [...(got as Float32Array)] : got, JSON.parse(text), digits]);
  };
  const body = block.replace(/^import .*$/gm, '').replace(/^(.*); \/\/ → (.*)$/gm, (_, expression, value) => {
    const text = JSON.stringify(value);
    return `see(${JSON.stringify(expression)}, (${expression}), ${text});`;
  });
  // The module under test is the one in web/engine; its .wasm files lie in build/core.
  const load = async () => {
    const attention = await loadAttention({ wasm: sources.simd as URL });
    await attention.analysis({ wasm: analysisFile });
    return attention;
  };
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  await new AsyncFunction('loadAttention', 'see', body)(load, see);
  return found;
}

const rounded = (value: unknown, digits: number): unknown =>
  Array.isArray(value)
    ? value.map((each) => rounded(each, digits))
    : typeof value === 'number'
      ? Number(value.toFixed(digits)) + 0
      : value;

describe('docs/module.md', () => {
  const [prelude, ...examples] = blocksOf('docs/module.md') as [string, ...string[]];
  test.each(examples.map((each) => [each.split('\n')[0]!, each]))('%s', async (_, example) => {
    const found = await run(prelude + example);
    expect(found.length).toBeGreaterThan(0);
    for (const [line, got, expected, digits] of found) expect(rounded(got, digits), line).toEqual(expected);
  });

  test('lists every error code', () => {
    const text = readFileSync(new URL('../../docs/module.md', import.meta.url), 'utf8');
    const types = readFileSync(new URL('../../web/engine/types.ts', import.meta.url), 'utf8');
    const codes = types.match(/export type ErrorCode =([\s\S]*?);/)![1]!.matchAll(/'([\w-]+)'/g);
    for (const [, code] of codes) expect(text).toContain(`| \`${code}\``);
  });
});

test('the README runs', async () => {
  const blocks = blocksOf('README.md');
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks) await run(block);
});
