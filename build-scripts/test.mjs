#!/usr/bin/env node
// npm test               sets up, builds, and runs every test that a release needs; ends with `N passed, N failed`
// npm run test:quick     formatter, types, pure TypeScript and the native core: under a minute once built
// npm run test:all       npm test, then the groups that need further browsers and generators
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { buildPreset } from './lib/core.mjs';
import { Explained, main, options, root, say, step } from './lib/run.mjs';
import { setupBrowser, setupPackages, setupToolchain } from './lib/setup.mjs';

const total = { passed: 0, failed: 0 };

/** Runs one group; a failure is printed at once and counted, and the other groups still run. */
async function group(title, run) {
  try {
    const { passed, failed } = await run();
    total.passed += passed;
    total.failed += failed;
    say(`  ${title}: ${passed} passed, ${failed} failed`);
  } catch (error) {
    total.failed += 1;
    say(error instanceof Explained ? error.message : error.stack);
    say(`  ${title}: failed`);
  }
}

/** A doctest program, built from one preset: counts its test cases. */
const doctest = (title, preset, toolchain, command, args) =>
  group(title, async () => {
    await buildPreset(preset, toolchain, ['attention_tests']);
    const output = await step(title, command, [...args, '--no-colors=true']);
    const match = output.match(/test cases:\s*(\d+)\s*\|\s*(\d+) passed\s*\|\s*(\d+) failed/);
    if (!match || Number(match[1]) === 0) throw new Explained(`${title} ran no test case.\n${output}`);
    return { passed: Number(match[2]), failed: Number(match[3]) };
  });

/** Projects of vitest.config.mjs; those that are run together share what is loaded for them. */
const vitest = (names, env = {}) =>
  group(`tests/${names.join(', tests/')}`, async () => {
    const report = join(root, 'build', `report-${names.join('-')}.json`);
    // One that was left by an earlier run says nothing of this one.
    rmSync(report, { force: true });
    const args = [
      'vitest',
      'run',
      '--config',
      'build-scripts/vitest.config.mjs',
      ...names.flatMap((name) => ['--project', name]),
      '--passWithNoTests',
    ];
    const failure = await step(
      `Running tests/${names.join(', tests/')}`,
      'npx',
      [...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
      { env: { ...env, CI: 'true' } },
    ).catch((error) => error);
    if (!existsSync(report)) throw failure;
    const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    // A file that cannot be loaded has no tests to count, and is a failure all the same.
    const broken = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    const failed = numFailedTests + broken.length;
    if (failure instanceof Error) say(failure.message);
    return { passed, failed: failure instanceof Error ? Math.max(failed, 1) : failed };
  });

await main(async () => {
  const { quick = false, all = false } = options(['quick', 'all']);
  say(`Testing the linear attention playground${quick ? ' (the quick part)' : ''}`);
  await setupPackages();
  const toolchain = await setupToolchain();
  // Asked for before anything is built: what is missing is said in seconds, and not after minutes.
  const env = quick ? {} : { CHROMIUM: await setupBrowser() };
  await build(quick ? ['core', 'lib'] : undefined);

  await group('Formatter, linters and types', async () => {
    await step('Checking format, lint and types', 'node', ['build-scripts/lint.mjs']);
    return { passed: 1, failed: 0 };
  });
  if (!quick)
    await group('Sizes', async () => {
      say(await step('Weighing the packages', 'node', ['build-scripts/size.mjs']));
      return { passed: 1, failed: 0 };
    });
  const program = (preset, suffix = '') => `build/${preset}/tests/cpp/attention_tests${suffix}`;
  if (quick) {
    await doctest('The core, native', 'native', toolchain, program('native'), []);
  } else {
    const sanitized = 'native-sanitized';
    await doctest('The core, native with sanitizers', sanitized, toolchain, program(sanitized), []);
    for (const name of ['simd', 'scalar'])
      await doctest(`The core in wasm, ${name}`, `wasm-${name}`, toolchain, 'node', [
        program(`wasm-${name}`, '.cjs'),
      ]);
  }
  await vitest(quick ? ['web', 'content'] : ['web', 'content', 'wasm']);
  if (!quick) {
    const engines = { ...env, ...(all && { ATTENTION_ALL_BROWSERS: '1' }) };
    await vitest(['e2e'], engines);
    await vitest(['embed'], engines);
    if (all) await vitest(['generators'], env);
  }
  say();
  say(`${total.passed} passed, ${total.failed} failed`);
  if (total.failed > 0) process.exitCode = 1;
});
