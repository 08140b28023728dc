// The eight heads of a trained encoder on three texts: our softmax weights and outputs against the ones that the
// model itself computed.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Matrix } from '../../web/engine/types.js';
import { readSafetensors } from '../../web/model/formats/safetensors.js';
import { BUILDS, freshCore } from '../wasm/builds.js';

// What was agreed. The model computed in float32 itself: its own rounding, up to 1.7e-6 in the outputs, is in it.
const ALLOWED = 1e-5;
const TEXTS = ['short', 'medium', 'long'];
const LAYERS = [0, 1];
const HEADS = [0, 1, 2, 3];

function tensors(path: string) {
  const file = readFileSync(new URL(path, import.meta.url));
  const arrays = new Map(readSafetensors(file).map((array) => [array.name, array]));
  /** One head of a tensor (heads, rows, cols). */
  return (name: string, head: number): Matrix => {
    const { shape, data } = arrays.get(name)!;
    const [, rows, cols] = shape as [number, number, number];
    const size = rows * cols;
    return { rows, cols, data: Float32Array.from(data.subarray(head * size, (head + 1) * size)) };
  };
}

for (const build of BUILDS) {
  describe(`trained heads, ${build} build`, async () => {
    const core = await freshCore(build);
    test.each(TEXTS)('%s', (text) => {
      const folder = '../../web/lessons/data/attention-heads';
      const { layers } = JSON.parse(
        readFileSync(new URL(`${folder}/${text}.json`, import.meta.url), 'utf8'),
      ) as { layers: { scale: number }[] };
      const given = tensors(`${folder}/${text}.qkv.safetensors`);
      const model = tensors(`./attention-heads/${text}.verify.safetensors`);
      for (const layer of LAYERS) {
        for (const head of HEADS) {
          const [q, k, v] = ['q', 'k', 'v'].map((name) => given(`layer${layer}.${name}`, head)) as Matrix[];
          const { output, weights } = core.attend(q!, k!, v!, {
            mechanism: { kind: 'softmax' },
            scale: layers[layer]!.scale,
            want: ['weights'],
          });
          const where = `layer ${layer}, head ${head}`;
          const weightError = core.compare(weights!, model(`layer${layer}.attn`, head)).maxAbs;
          const outputError = core.compare(output, model(`layer${layer}.out`, head)).maxAbs;
          expect(weightError, `weights of ${where}`).toBeLessThanOrEqual(ALLOWED);
          expect(outputError, `outputs of ${where}`).toBeLessThanOrEqual(ALLOWED);
        }
      }
    });
  });
}
