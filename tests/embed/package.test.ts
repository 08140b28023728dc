// The npm package in a project that has never heard of ours: installed from the tarball, typed, built with Vite, and
// used by a page without any bundler.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../build-scripts/lib/serve.mjs';
import { CHROMIUM } from './lib/chromium.js';
import { EX } from './lib/exercise.js';
import { dist } from './lib/hosts.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
let project: string;
let browser: Browser;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'consumer-'));
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: project, encoding: 'utf8' });
  const tarball = npm('pack', `${dist}npm`, '--silent').trim();
  writeFileSync(join(project, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }');
  npm('install', '--offline', '--no-audit', '--no-fund', `./${tarball}`);
  browser = await chromium.launch(CHROMIUM);
});
afterAll(async () => {
  await browser?.close();
  rmSync(project, { recursive: true, force: true });
});

const USE = `
  const attention = await loadAttention();
  const one = { rows: 1, cols: 1, data: Float32Array.of(2) };
  const { output } = attention.attend(one, one, one, { mechanism: { kind: 'softmax' } });
  const analysis = await attention.analysis();
  const { rank } = analysis.kernelSpectrum(one, one, { kind: 'softmax' });
  document.title = 'computed ' + output.data[0] * rank;
`;
const PAGE = (script: string) =>
  `<!doctype html><meta charset="utf-8"><title>…</title><linear-attention ex="${EX}" load="auto"></linear-attention>${script}`;

/** One key: softmax attention gives back its value, whatever the numbers. */
async function works(folder: string, path = ''): Promise<void> {
  const server = await serve(folder, { port: 0 });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  try {
    await page.goto(server.address + path);
    await page.waitForFunction(() => document.title === 'computed 2');
    await page.locator('la-exercise').waitFor();
    expect(errors).toEqual([]);
  } finally {
    await page.close();
    await server.close();
  }
}

test('the tarball holds the module, the element, their types and the core, and nothing of the sources', () => {
  const files = readdirSync(join(project, 'node_modules/linear-attention-playground')).sort();
  expect(files).toEqual(
    [
      'LICENSE',
      'NOTICE',
      'README.md',
      'anywidget.js',
      'attention-analysis.wasm',
      'attention-scalar.wasm',
      'attention-simd.wasm',
      'attention.d.ts',
      'attention.js',
      'data',
      'licences.txt',
      'linear-attention.d.ts',
      'linear-attention.js',
      'package.json',
      'parts',
    ].sort(),
  );
});

test.each([
  ['ESNext', 'Bundler'],
  ['Node16', 'Node16'],
])('its types satisfy a strict project with modules of %s', (module, moduleResolution) => {
  writeFileSync(
    join(project, 'main.ts'),
    `import { loadAttention, type Matrix } from 'linear-attention-playground';
     import { LinearAttentionElement } from 'linear-attention-playground/element';
     ${USE}
     const m: Matrix = output;
     {
       using stream = attention.stream({ keyDim: 1, valueDim: 1, featureMap: { kind: 'elu+1' } });
       using trainer = analysis.trainer({ q: m, k: m, seed: stream.tokens });
       trainer.run(1);
     }
     const element: LinearAttentionElement = document.createElement('linear-attention');
     element.addEventListener('la-answer', ({ detail }) => console.log(detail.score.scaled, m.rows));`,
  );
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'ES2022',
        module,
        moduleResolution,
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        types: [],
      },
      files: ['main.ts'],
    }),
  );
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { encoding: 'utf8' });
});

test('built with Vite it computes and shows an activity', async () => {
  writeFileSync(join(project, 'index.html'), PAGE('<script type="module" src="./main.js"></script>'));
  writeFileSync(
    join(project, 'main.js'),
    `import { loadAttention } from 'linear-attention-playground';
     import 'linear-attention-playground/element';${USE}`,
  );
  await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    base: './',
    build: { target: 'es2022' },
  });
  await works(join(project, 'dist'));
});

test('a plain page imports it by address', async () => {
  writeFileSync(
    join(project, 'plain.html'),
    PAGE(`<script type="module">
      import { loadAttention } from './node_modules/linear-attention-playground/attention.js';
      import './node_modules/linear-attention-playground/linear-attention.js';${USE}</script>`),
  );
  await works(project, 'plain.html');
});
