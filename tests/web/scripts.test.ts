// What the scripts say on a machine where something is amiss: a sentence, and a second run that mends it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ofAnotherPlace } from '../../build-scripts/lib/core.mjs';
import { explanation, lacksPackageFile, nodeTooOld } from '../../build-scripts/lib/explain.mjs';
import { complete, distrust, installPackages } from '../../build-scripts/lib/packages.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sources é '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('in a copy without packages', () => {
  const run = (script: string, ...args: string[]) =>
    spawnSync('node', [join(folder, 'build-scripts', script), ...args], {
      encoding: 'utf8',
      timeout: 30_000,
    });
  beforeEach(() => {
    cpSync(join(root, 'build-scripts'), join(folder, 'build-scripts'), { recursive: true });
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(folder, name));
  });

  // A script that imports a package at its top ends with a stack before it can install it.
  test.each(['start', 'test', 'lint', 'tables', 'bench'])(
    '%s begins, and names the word it does not know',
    (name) => {
      const { status, stdout, stderr } = run(`${name}.mjs`, '--halp');
      expect(stdout.trim()).toMatch(/^--halp is not understood\. There is --\w+.*README\.md says more\.$/);
      expect(stderr).toBe('');
      expect(status).toBe(1);
    },
  );

  test('bench refuses a choice that nothing would follow', () => {
    expect(run('bench.mjs', '--quick', '--only', 'figure').stdout).toMatch(
      /--only chooses among .* --frames/,
    );
    expect(run('bench.mjs', '--frames', '--only').stdout).toMatch(/^\n--only is not understood/);
    expect(run('bench.mjs', '--frames', '--embed').stdout).toMatch(/one of --rivals, --frames, --embed/);
  });
});

describe('the npm packages', () => {
  const put = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const install = async () => {
    put('node_modules/a/package.json', '{}');
    put('node_modules/@b/c/package.json', '{}');
    const packages = { 'node_modules/a': {}, 'node_modules/@b/c': {} };
    put('node_modules/.package-lock.json', JSON.stringify({ packages }));
    return 'added 2 packages';
  };
  beforeEach(() => put('package-lock.json', '{}'));

  test('are complete when installed, and no more when one was deleted or the lock file changed', async () => {
    expect(complete(folder)).toBe(false);
    await installPackages(folder, install);
    expect(complete(folder)).toBe(true);
    rmSync(join(folder, 'node_modules/@b/c'), { recursive: true });
    expect(complete(folder)).toBe(false);
    await installPackages(folder, install);
    rmSync(join(folder, 'node_modules/.package-lock.json'));
    expect(complete(folder)).toBe(false);
    await installPackages(folder, install);
    put('package-lock.json', '{ }');
    expect(complete(folder)).toBe(false);
  });

  test('are installed anew after a run that missed a file of theirs', async () => {
    await installPackages(folder, install);
    const source = "import('./node_modules/a/none.js').catch((e) => console.log(e.code + e.message))";
    const real = spawnSync('node', ['-e', source], { cwd: folder, encoding: 'utf8' }).stdout;
    const code = 'ERR_MODULE_NOT_FOUND';
    expect(real).toContain(code);
    const fromNode = (message: string) => lacksPackageFile(Object.assign(new Error(message), { code }));
    expect(fromNode(real.replace(code, ''))).toBe(true);
    expect(fromNode("Cannot find package 'vite' imported from /p/build-scripts/lib/build-lib.mjs")).toBe(
      true,
    );
    expect(fromNode("Cannot find module '/p/node_modules/vite/dist/x.js' imported from /p/y.js")).toBe(true);
    // Ours: no installation mends it.
    expect(fromNode("Cannot find module '/p/build-scripts/x.mjs' imported from /p/y.mjs")).toBe(false);
    distrust(folder);
    expect(complete(folder)).toBe(false);
  });

  test('are not taken for complete when the disk was full and npm ended well', async () => {
    const full = async () => {
      await install();
      return 'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write\nadded 2 packages';
    };
    await expect(installPackages(folder, full)).rejects.toThrow(/disk was full/);
    expect(complete(folder)).toBe(false);
  });
});

test.each([
  ['14.21.3', false],
  ['18.20.8', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.3', false],
  ['22.5.1', true],
  ['24.0.0', true],
])('Node %s: can run the scripts, %s', (version, can) => {
  if (can) expect(nodeTooOld(version)).toBeUndefined();
  else expect(nodeTooOld(version)).toContain(`This is Node ${version}; 20.19, or 22 and newer, is needed.`);
});

test('a full disk and a folder of somebody else are explained, a fault of ours is not', () => {
  const error = (code: string, path?: string) => Object.assign(new Error(code), { code, path });
  expect(explanation(error('ENOSPC'))).toMatch(/disk is full/);
  for (const code of ['EACCES', 'EPERM', 'EROFS'])
    expect(explanation(error(code, '/p/dist/lib'))).toMatch(/^\/p\/dist\/lib cannot be written or read/);
  // As Vite reports a dist/ that it may not empty.
  const met = { code: 'PLUGIN_ERROR', pluginCode: 'EROFS', path: '/p/dist' };
  const gathered = Object.assign(new Error('Build failed: EROFS: read-only file system'), {
    errors: [{}, met],
  });
  expect(explanation(gathered)).toMatch(/^\/p\/dist cannot be written/);
  expect(explanation(error('ENOENT', '/p/dist/lib'))).toBeUndefined();
  expect(explanation(new TypeError('x is not a function'))).toBeUndefined();
  expect(explanation('x')).toBeUndefined();
});

test('a build is begun anew where the project was moved or another Emscripten is meant, and only then', () => {
  const emscripten = join(folder, 'Emscripten.cmake');
  const of = (sources: string, toolchain = emscripten, version = '3.1.69 (a1b2)') =>
    ofAnotherPlace(folder, sources, {
      ATTENTION_EMSCRIPTEN_TOOLCHAIN: toolchain,
      ATTENTION_EMSCRIPTEN_VERSION: version,
    });
  expect(of(folder)).toBe(false);
  const cache = (...lines: string[]) => writeFileSync(join(folder, 'CMakeCache.txt'), lines.join('\n'));
  const home = `CMAKE_HOME_DIRECTORY:INTERNAL=${folder}`;
  // A native build has no toolchain file.
  cache('A:STRING=b', home);
  expect(of(folder)).toBe(false);
  expect(of(`${folder}/`)).toBe(false);
  const link = join(folder, 'link');
  symlinkSync(folder, link);
  expect(of(link)).toBe(false);
  expect(of(`${folder}2`)).toBe(true);
  cache(home, `CMAKE_TOOLCHAIN_FILE:FILEPATH=${emscripten}`);
  writeFileSync(emscripten, '');
  expect(of(folder)).toBe(false);
  expect(of(folder, `${emscripten}2`)).toBe(true);
  // `emsdk install latest` puts the new one where the old one was.
  const preset = 'ATTENTION_EMSCRIPTEN_VERSION:UNINITIALIZED=3.1.69 (a1b2)';
  cache(home, `CMAKE_TOOLCHAIN_FILE:FILEPATH=${emscripten}`, preset);
  expect(of(folder)).toBe(false);
  expect(of(folder, emscripten, '6.0.5 (a1b2)')).toBe(true);
  expect(of(folder, emscripten, '3.1.69 (c3d4)')).toBe(true);
  // Half a file, as a full disk leaves it.
  cache('A:STRI');
  expect(of(folder)).toBe(false);
});
