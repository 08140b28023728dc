// The C++ core, built by CMake: native for tests, and the two wasm builds with the glue they share.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Explained, root, step } from './run.mjs';

/** Configures (once) and builds one preset of CMakePresets.json. */
export async function buildPreset(preset, toolchain, targets = []) {
  await step(`Configuring ${preset}`, 'cmake', ['--preset', preset], { env: toolchain });
  const target = targets.length > 0 ? ['--target', ...targets] : [];
  await step(`Building ${preset}`, 'cmake', ['--build', `build/${preset}`, ...target], { env: toolchain });
}

/** Leaves build/core/: attention-simd.wasm, attention-scalar.wasm and the one core.js that loads either. */
export async function buildCore(toolchain) {
  const glue = {};
  mkdirSync(join(root, 'build/core'), { recursive: true });
  for (const build of ['simd', 'scalar']) {
    await buildPreset(`wasm-${build}`, toolchain, ['core']);
    const from = join(root, `build/wasm-${build}/cpp/bindings`);
    glue[build] = readFileSync(join(from, 'core.js'), 'utf8');
    copyFileSync(join(from, 'core.wasm'), join(root, `build/core/attention-${build}.wasm`));
    copyFileSync(join(from, 'core.js'), join(root, 'build/core/core.js'));
  }
  // One glue serves both builds only while both import and export the same names in the same order.
  if (glue.simd !== glue.scalar)
    throw new Explained(
      'The SIMD and scalar builds need different glue: compare build/wasm-*/cpp/bindings/core.js.',
    );
}
