#!/usr/bin/env node
// npm run lint: checks format and lint of TypeScript, format of C++, and types. npm run format: mends what it can.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask, main, options, root, step } from './lib/run.mjs';
import { setupDevelopment, setupPackages } from './lib/setup.mjs';

await main(async () => {
  const { fix = false } = options(['fix']);
  await setupPackages();
  await setupDevelopment();
  const hint = 'Run `npm run format`, then look at what is left.';
  await step('Biome', 'npx', ['biome', 'check', '--error-on-warnings', ...(fix ? ['--write'] : []), '.'], {
    hint,
  });
  // Read from the folders and not from git: a copy of the sources need not be a repository.
  const sources = ['cpp', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.(cpp|h)$/.test(name))
      .map((name) => join(folder, name)),
  );
  if (ask('clang-format', ['--version']) !== null)
    await step('clang-format', 'clang-format', [...(fix ? ['-i'] : ['--dry-run', '--Werror']), ...sources], {
      hint,
    });
  await step('TypeScript', 'npx', ['tsc', '--noEmit']);
  await step('TypeScript, what has no page', 'npx', ['tsc', '-p', 'web/tsconfig.no-dom.json']);
});
