#!/usr/bin/env node
// node tests/golden/run.mjs [--build simd|scalar] [--only ID] [CASES.json]
// The cases of cases.json, or of another file of the same form, without the test runner.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { build: { type: 'string', default: 'simd' }, only: { type: 'string' } },
});
const cases = JSON.parse(await readFile(positionals[0] ?? here('cases.json'), 'utf8'));
const chosen = cases.filter(({ id }) => !values.only || id.startsWith(values.only));

const { module } = await runnerImport(here('run-case.ts'));
const { module: builds } = await runnerImport(here('../wasm/builds.ts'));
const core = await builds.freshCore(values.build);
let failed = 0;
for (const example of chosen) {
  const failures = module.runCase(core, example);
  if (failures.length > 0) failed++;
  for (const line of failures) console.log(`${example.id}  ${line}`);
}
console.log(`${core.build} build: ${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || chosen.length === 0 ? 1 : 0;
