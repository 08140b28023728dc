// The C++ core, built by CMake: native for tests, and the three wasm files with the script that starts each.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Explained, root, step } from './run.mjs';

/** Configures (once) and builds one preset of CMakePresets.json. */
export async function buildPreset(preset, toolchain, targets = []) {
  await step(`Configuring ${preset}`, 'cmake', ['--preset', preset], { env: toolchain });
  const target = targets.length > 0 ? ['--target', ...targets] : [];
  await step(`Building ${preset}`, 'cmake', ['--build', `build/${preset}`, ...target], { env: toolchain });
}

/** Leaves build/core/: attention-simd.wasm, attention-scalar.wasm and attention-analysis.wasm, and core.js for all three. */
export async function buildCore(toolchain) {
  const folder = join(root, 'build/core');
  mkdirSync(folder, { recursive: true });
  let script;
  const take = (build, module, name) => {
    const from = join(root, `build/wasm-${build}/cpp/bindings/${module}`);
    copyFileSync(`${from}.wasm`, join(folder, `attention-${name}.wasm`));
    // web/engine hands the instance over, so that the name of the file in the script means nothing.
    const own = readFileSync(`${from}.js`, 'utf8').replaceAll(`${module}.wasm`, 'attention.wasm');
    script ??= own;
    // One script serves all three only while they import and export the same names in the same order.
    if (own !== script)
      throw new Explained(
        `The ${name} module needs another script: compare core.js and analysis.js in build/wasm-*/cpp/bindings.`,
      );
  };
  await buildPreset('wasm-simd', toolchain, ['core']);
  take('simd', 'core', 'simd');
  // Little of the analysis gains by SIMD, and one file for every engine is one less to choose.
  await buildPreset('wasm-scalar', toolchain, ['core', 'analysis']);
  take('scalar', 'core', 'scalar');
  take('scalar', 'analysis', 'analysis');
  writeFileSync(join(folder, 'core.js'), script);
}
