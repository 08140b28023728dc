// The cases of cases.json on both builds. Each was prompted by a mistake that somebody reported or was read in code
// (`source`, `cause`); the numbers are our own, computed in float64 twice, by different algorithms.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BUILDS, freshCore } from '../wasm/builds.js';
import type { Case } from './checks.js';
import { runCase } from './run-case.js';

const cases: Case[] = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'));

for (const build of BUILDS) {
  describe(`cases, ${build} build`, async () => {
    const core = await freshCore(build);
    test.each(cases.map((each) => [each.id, each] as const))('%s', (_, example) => {
      expect(runCase(core, example)).toEqual([]);
    });
  });
}

test('a case with another expectation fails, for every number it states', () => {
  const spoilt = (value: unknown): unknown => {
    if (typeof value === 'number') return value + 0.1 + Math.abs(value) / 10;
    if (Array.isArray(value)) return value.map(spoilt);
    return value;
  };
  return freshCore('scalar').then((core) => {
    for (const example of cases.filter(({ kind }) => kind === 'linear_attention' || kind === 'attention')) {
      const { O } = example.expected as { O: unknown };
      expect(runCase(core, { ...example, expected: { ...example.expected, O: spoilt(O) } })).not.toEqual([]);
    }
  });
});
