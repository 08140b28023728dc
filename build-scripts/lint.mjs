#!/usr/bin/env node
// npm run lint: checks format and lint of TypeScript, format of C++, and types. npm run format: mends what it can.
import { ask, Explained, main, step } from './lib/run.mjs';
import { setupDevelopment, setupPackages } from './lib/setup.mjs';

await main(async () => {
  const fix = process.argv.includes('--fix');
  await setupPackages();
  await setupDevelopment();
  const hint = 'Run `npm run format`, then look at what is left.';
  await step('Biome', 'npx', ['biome', 'check', '--error-on-warnings', ...(fix ? ['--write'] : []), '.'], {
    hint,
  });
  const sources = ask('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.cpp', '*.h']);
  if (sources === null) throw new Explained('The list of C++ files comes from git, which did not answer.');
  if (sources && ask('clang-format', ['--version']) !== null)
    await step(
      'clang-format',
      'clang-format',
      [...(fix ? ['-i'] : ['--dry-run', '--Werror']), ...sources.split('\n')],
      { hint },
    );
  await step('TypeScript', 'npx', ['tsc', '--noEmit']);
});
