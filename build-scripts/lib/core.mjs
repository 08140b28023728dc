// The C++ core, built by CMake: native for tests, and the three wasm files.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, step } from './run.mjs';

/** Configures (once) and builds one preset of CMakePresets.json. */
export async function buildPreset(preset, toolchain, targets = []) {
  await step(`Configuring ${preset}`, 'cmake', ['--preset', preset], { env: toolchain });
  const target = targets.length > 0 ? ['--target', ...targets] : [];
  await step(`Building ${preset}`, 'cmake', ['--build', `build/${preset}`, ...target], { env: toolchain });
}

/** Leaves build/core/: attention-simd.wasm, attention-scalar.wasm and attention-analysis.wasm. */
export async function buildCore(toolchain) {
  mkdirSync(join(root, 'build/core'), { recursive: true });
  const take = (build, module, name) =>
    copyFileSync(
      join(root, `build/wasm-${build}/cpp/bindings/${module}.wasm`),
      join(root, `build/core/attention-${name}.wasm`),
    );
  await buildPreset('wasm-simd', toolchain, ['core']);
  take('simd', 'core', 'simd');
  // Little of the analysis gains by SIMD, and one file for every engine is one less to choose.
  await buildPreset('wasm-scalar', toolchain, ['core', 'analysis']);
  take('scalar', 'core', 'scalar');
  take('scalar', 'analysis', 'analysis');
}
