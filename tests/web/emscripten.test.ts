// Which Emscripten the build takes, and what it says of one that is too old, half installed or broken.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { examine, findCompiler } from '../../build-scripts/lib/emscripten.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emsdk é '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (path: string, text = '') => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
  return join(folder, path);
};
const program = (path: string, body: string) => {
  const file = put(path, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
};
const answers = (version: string) => `echo 'emcc (Emscripten gcc/clang-like replacement) ${version}'`;
const CMAKE = 'cmake/Modules/Platform/Emscripten.cmake';

describe('the compiler', () => {
  const find = (env: Record<string, string> = {}) =>
    findCompiler({ PATH: '/usr/bin:/bin', ...env }, join(folder, 'debian'));

  test('is the one that EMSDK or EMSCRIPTEN_ROOT names, then Debian’s, then the one in PATH', () => {
    const inPath = program('bin/em++', answers('3.1.69'));
    const PATH = `${join(folder, 'bin')}:/usr/bin:/bin`;
    expect(find({ PATH })).toBe(inPath);
    const ofDebian = put('debian/em++.py');
    expect(find({ PATH })).toBe(ofDebian);
    const named = put('root/em++');
    expect(find({ PATH, EMSCRIPTEN_ROOT: join(folder, 'root') })).toBe(named);
    const ofSdk = put('sdk/upstream/emscripten/em++');
    expect(find({ PATH, EMSCRIPTEN_ROOT: join(folder, 'root'), EMSDK: join(folder, 'sdk') })).toBe(ofSdk);
  });

  test('is not looked for elsewhere where a variable names a folder without it', () => {
    expect(() => find({ EMSCRIPTEN_ROOT: join(folder, 'none') })).toThrow(
      `EMSCRIPTEN_ROOT is set to ${join(folder, 'none')}, and there is no ${join(folder, 'none/em++')}. Correct it, or unset it.`,
    );
    expect(() => find({ EMSDK: folder })).toThrow(/there is no .*em\+\+\. Correct it, or unset it\.$/);
    // As `git clone` leaves it.
    put('emsdk.py');
    expect(() => find({ EMSDK: folder })).toThrow(/Run `\.\/emsdk install latest` and `\.\/emsdk activate/);
  });
});

describe('of a compiler', () => {
  test.each([
    ['3.1.6 ()', '3.1.6'],
    ['3.1.69 (e7a1b2c3)', '3.1.69 (e7a1b2c3)'],
    ['4.0.0-git (e7a1b2c3)', '4.0.0-git (e7a1b2c3)'],
    ['6.0.5', '6.0.5'],
    ['10.0.0', '10.0.0'],
  ])('that says %s, the build knows %s and where CMake finds the rest', (said, version) => {
    put(CMAKE);
    const toolchain = join(folder, CMAKE);
    expect(examine(program('em++', answers(said)))).toEqual({ toolchain, version });
  });

  test.each(['3.1.5', '3.0.99', '2.0.34', '1.40.1 (e7a1b2c3)'])(
    '%s, it says that it is too old',
    (version) => {
      put(CMAKE);
      const compiler = program('em++', answers(version));
      expect(() => examine(compiler)).toThrow(
        `${compiler} is of Emscripten ${version}, which is too old; 3.1.6 or newer is needed.`,
      );
    },
  );

  test('that ends with an error, it passes on what that one said', () => {
    const compiler = program('em++', "echo 'em++: error: config file not found: /x/.emscripten' >&2\nexit 1");
    expect(() => examine(compiler)).toThrow(
      /^em\+\+: error: config file not found: \/x\/\.emscripten\n\n.*em\+\+ does not work: `em\+\+ -v` fails\. Install/,
    );
  });

  // With a newer Node than it knows, it warns first; and after its own version it says that of clang.
  test('that says other versions too, it takes its own', () => {
    put(CMAKE);
    const warning = `echo 'em++: warning: node version appears too old (seeing "v12.1.0", expected "v16.20.0")' >&2`;
    const compiler = program('em++', `${warning}\n${answers('6.0.5 (e7a1)')}\necho clang version 23.0.0`);
    expect(examine(compiler).version).toBe('6.0.5 (e7a1)');
  });

  test('whose clang is missing, it says that, though the version is known', () => {
    const missing = "echo 'em++: error: clang executable not found at `/none/clang`' >&2";
    const compiler = program(
      'em++',
      `[ "$1" = --version ] || ${missing}\n${answers('6.0.5')}\n[ "$1" = --version ]`,
    );
    expect(() => examine(compiler)).toThrow(/clang executable not found.*does not work/s);
  });

  test('that cannot be started, it says so', () => {
    expect(() => examine(put('em++'))).toThrow(/EACCES.*em\+\+ does not work/s);
    expect(() => examine(program('no-python', 'exec /none/python3'))).toThrow(
      /\/none\/python3.*no-python does not work/s,
    );
  });

  // As Homebrew and Nix put it into PATH.
  test('that is started by a script in another folder, it asks em-config where CMake finds the rest', () => {
    put(`libexec/${CMAKE}`);
    const compiler = program('bin/em++', answers('6.0.5'));
    expect(() => examine(compiler)).toThrow(/^Emscripten 6\.0\.5 has no .*Emscripten\.cmake, and `em-config/);
    program('bin/em-config', `[ "$1" = EMSCRIPTEN_ROOT ] && echo '${join(folder, 'libexec')}'`);
    expect(examine(compiler).toolchain).toBe(join(folder, 'libexec', CMAKE));
  });
});
