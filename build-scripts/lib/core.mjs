// The C++ core, built by CMake: native for tests, and the three wasm files with the script that starts each.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Explained, root, step } from './run.mjs';

/**
 * Whether CMake's cache in `folder` is of sources in another place, as after the project was moved or copied, or of
 * another Emscripten than `toolchain` names. CMake refuses the first and keeps to the old compiler in the second. One that
 * was brought up to date lies where the old one lay: Ninja would link what the old one compiled.
 */
export function ofAnotherPlace(folder, sources, toolchain) {
  const cache = join(folder, 'CMakeCache.txt');
  if (!existsSync(cache)) return false;
  const text = readFileSync(cache, 'utf8');
  const cached = (name) => text.match(new RegExp(`^${name}:\\w+=(.*)$`, 'm'))?.[1];
  const real = (path) => (existsSync(path) ? realpathSync(path) : path);
  const differs = (name, wanted) => cached(name) !== undefined && real(cached(name)) !== real(wanted);
  return (
    differs('CMAKE_HOME_DIRECTORY', sources) ||
    differs('CMAKE_TOOLCHAIN_FILE', toolchain.ATTENTION_EMSCRIPTEN_TOOLCHAIN) ||
    differs('ATTENTION_EMSCRIPTEN_VERSION', toolchain.ATTENTION_EMSCRIPTEN_VERSION)
  );
}

/** Configures (once) and builds one preset of CMakePresets.json. */
export async function buildPreset(preset, toolchain, targets = []) {
  const folder = join(root, 'build', preset);
  if (ofAnotherPlace(folder, root, toolchain)) rmSync(folder, { recursive: true });
  await step(`Configuring ${preset}`, 'cmake', ['--preset', preset], { env: toolchain });
  const target = targets.length > 0 ? ['--target', ...targets] : [];
  await step(`Building ${preset}`, 'cmake', ['--build', `build/${preset}`, ...target], { env: toolchain });
}

/**
 * Emscripten's script asks whether it is handed an instance before it fetches one itself. web/engine always hands it one
 * (core-glue.d.ts), and a minifier takes out what then never runs.
 */
const withoutFetching = (script) =>
  script.replaceAll(/\bif ?\(Module\["(?:instantiateWasm|locateFile)"\]\)/g, 'if(true)');

/** Leaves build/core/: attention-simd.wasm, attention-scalar.wasm and attention-analysis.wasm, and core.js for all three. */
export async function buildCore(toolchain) {
  const folder = join(root, 'build/core');
  mkdirSync(folder, { recursive: true });
  const files = [];
  const take = (build, module, name) => {
    const from = join(root, `build/wasm-${build}/cpp/bindings/${module}`);
    copyFileSync(`${from}.wasm`, join(folder, `attention-${name}.wasm`));
    // web/engine hands the instance over, so that the name of the file in the script means nothing.
    const own = withoutFetching(readFileSync(`${from}.js`, 'utf8'));
    const script = own.replaceAll(`${module}.wasm`, 'attention.wasm');
    const exports = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(`${from}.wasm`)));
    files.push({ name, script, exports: exports.map((each) => each.name) });
  };
  await buildPreset('wasm-simd', toolchain, ['core']);
  take('simd', 'core', 'simd');
  // Little of the analysis gains by SIMD, and one file for every engine is one less to choose.
  await buildPreset('wasm-scalar', toolchain, ['core', 'analysis']);
  take('scalar', 'core', 'scalar');
  take('scalar', 'analysis', 'analysis');
  writeFileSync(join(folder, 'core.js'), scriptForAll(files));
}

/**
 * The longest script. It starts every file whose own script says nothing that it does not say, and which exports as much as
 * its own file: which of Emscripten's functions a file happens to need differs from version to version.
 */
function scriptForAll(files) {
  const pieces = ({ script }) => script.split(/[;,{}]/);
  const longest = files.reduce((found, file) => (file.script.length > found.script.length ? file : found));
  const known = new Set(pieces(longest));
  for (const file of files) {
    const strange = pieces(file).filter((piece) => !known.has(piece));
    const missing = longest.exports.filter((name) => !file.exports.includes(name));
    if (strange.length + missing.length > 0)
      throw new Explained(
        `One script cannot start both the ${longest.name} and the ${file.name} module: compare core.js and analysis.js in ` +
          `build/wasm-*/cpp/bindings. They differ in: ${[...strange, ...missing].slice(0, 10).join(' ')}`,
      );
  }
  return longest.script;
}
