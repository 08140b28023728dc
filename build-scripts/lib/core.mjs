// The C++ core, built by CMake: native for tests, and the two wasm builds.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, step } from './run.mjs';

/** Configures (once) and builds one preset of CMakePresets.json. */
export async function buildPreset(preset, toolchain, targets = []) {
  await step(`Configuring ${preset}`, 'cmake', ['--preset', preset], { env: toolchain });
  const target = targets.length > 0 ? ['--target', ...targets] : [];
  await step(`Building ${preset}`, 'cmake', ['--build', `build/${preset}`, ...target], { env: toolchain });
}

/** Leaves build/core/: attention-simd.wasm and attention-scalar.wasm. */
export async function buildCore(toolchain) {
  mkdirSync(join(root, 'build/core'), { recursive: true });
  for (const build of ['simd', 'scalar']) {
    await buildPreset(`wasm-${build}`, toolchain, ['core']);
    copyFileSync(
      join(root, `build/wasm-${build}/cpp/bindings/core.wasm`),
      join(root, `build/core/attention-${build}.wasm`),
    );
  }
}
