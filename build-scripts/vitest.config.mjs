// Groups of tests, from the quickest to the ones that need a browser. e2e and embed files share one
// browser a file and run one file at a time: the machine has two cores, and times are measured in them.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { plugins } from './vite.config.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const project = (name, include, options = {}) => ({
  root,
  plugins,
  test: { name, include, environment: 'node', ...options },
});
const GENERATORS = 'tests/embed/generators.test.ts';
// A poll ends when its condition holds; the bound is for machines with much else to do.
const inBrowser = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  fileParallelism: false,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  root,
  test: {
    projects: [
      // Nothing here takes long; the bound is for machines with much else to do, on which modules alone load for seconds.
      project('web', ['tests/web/**/*.test.ts'], { testTimeout: 60_000 }),
      project('wasm', ['tests/wasm/**/*.test.ts', 'tests/golden/**/*.test.ts'], { testTimeout: 60_000 }),
      project('content', ['tests/content/**/*.test.ts'], { testTimeout: 60_000, hookTimeout: 60_000 }),
      project('e2e', ['tests/e2e/**/*.test.ts'], inBrowser),
      project('embed', ['tests/embed/**/*.test.ts'], { ...inBrowser, exclude: [GENERATORS] }),
      // Only in `npm run test:all`: they are installed first, and take minutes.
      project('generators', [GENERATORS], { ...inBrowser, testTimeout: 600_000, hookTimeout: 600_000 }),
    ],
  },
});
