// Emscripten as it is found on a machine: which one the build takes, and what is said of one that cannot build this.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Explained } from './explain.mjs';

const MINIMUM = [3, 1, 6];

/** Debian has the script alone in its folder, and another em++ may come first in PATH. */
const compilerIn = (folder) =>
  ['em++', 'em++.py'].map((name) => join(folder, name)).find((path) => existsSync(path));

/** The compiler that the environment names, or Debian's, or the one in PATH; undefined where there is none. */
export function findCompiler(env = process.env, debian = '/usr/share/emscripten') {
  const { EMSDK, EMSCRIPTEN_ROOT } = env;
  for (const [variable, folder] of [
    ['EMSDK', EMSDK && join(EMSDK, 'upstream', 'emscripten')],
    ['EMSCRIPTEN_ROOT', EMSCRIPTEN_ROOT],
  ]) {
    if (!folder) continue;
    const found = compilerIn(folder);
    if (found !== undefined) return found;
    const downloaded = variable === 'EMSDK' && existsSync(join(EMSDK, 'emsdk.py'));
    throw new Explained(
      `${variable} is set to ${env[variable]}, and there is no ${join(folder, 'em++')}. ${
        downloaded
          ? 'Run `./emsdk install latest` and `./emsdk activate latest` in that folder.'
          : 'Correct it, or unset it.'
      }`,
    );
  }
  if (existsSync(join(debian, 'em++.py'))) return join(debian, 'em++.py');
  const { stdout } = spawnSync('sh', ['-c', 'command -v em++'], { encoding: 'utf8', env });
  return stdout?.trim() || undefined;
}

/** What a compiler is to CMake: its toolchain file, and its version as it says it, with the commit it was made of. */
export function examine(compiler) {
  const run = (command, args) => spawnSync(command, args, { encoding: 'utf8' });
  // As CMake asks: unlike --version, this fails where the compiler lacks its configuration or its LLVM.
  const { error, status, stdout, stderr } = run(compiler, ['-v']);
  const said = (error?.message ?? `${stderr}${stdout}`).trim();
  const [, version, ...numbers] = said.match(/^emcc \(.*\) ((\d+)\.(\d+)\.(\d+)\S*(?: \(\w+\))?)/m) ?? [];
  if (status !== 0 || version === undefined)
    throw new Explained(
      `${said ? `${said}\n\n` : ''}${compiler} does not work: \`em++ -v\` fails. Install Emscripten anew${
        process.env.EMSDK ? ', or run `./emsdk activate latest` in EMSDK' : ''
      }.`,
    );
  const older = MINIMUM.findIndex((part, i) => part !== Number(numbers[i]));
  if (older >= 0 && Number(numbers[older]) < MINIMUM[older])
    throw new Explained(
      `${compiler} is of Emscripten ${version}, which is too old; ${MINIMUM.join('.')} or newer is needed. Install a newer one, or take that one out of EMSDK, EMSCRIPTEN_ROOT and PATH.`,
    );
  const toolchainIn = (folder) => join(folder, 'cmake/Modules/Platform/Emscripten.cmake');
  // What a package manager puts into PATH is often a script that starts the compiler, which lies elsewhere.
  const beside = dirname(realpathSync(compiler));
  const told = () => run(join(dirname(compiler), 'em-config'), ['EMSCRIPTEN_ROOT']).stdout?.trim();
  const toolchain = [() => beside, told]
    .map((folder) => folder())
    .filter(Boolean)
    .map(toolchainIn)
    .find((path) => existsSync(path));
  if (toolchain === undefined)
    throw new Explained(
      `Emscripten ${version} has no ${toolchainIn(beside)}, and \`em-config EMSCRIPTEN_ROOT\` names no other folder that holds one. Set EMSCRIPTEN_ROOT to the folder in which em++ and cmake/ lie, or install Emscripten anew.`,
    );
  return { toolchain, version };
}
