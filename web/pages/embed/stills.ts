// Read once while building, in Node: what each activity's page says before anything runs.
import { createEngine } from '../../engine/client.js';
import { localPort } from '../../engine/local-port.js';
import { exercises } from '../../lessons/exercises/index.js';
import { catalogue } from '../catalogue.js';
import { escapeHtml } from './documents.js';
import { stillOf } from './still.js';

/** `core` answers the address of a build's wasm file. */
export async function readStills(core: (build: 'simd' | 'scalar') => URL) {
  const engine = createEngine({
    sources: { simd: core('simd'), scalar: core('scalar') },
    spawn: () => {
      throw new Error('Building needs no worker.');
    },
    spawnHere: localPort,
  });
  const stills = await Promise.all(
    exercises.map(async ({ id, load }) => [id, await stillOf((await load()).default, engine)] as const),
  );
  const byId = new Map(stills);
  return catalogue.map(({ id, title, summary, kind, minutes, modules }) => ({
    id,
    title,
    summary,
    kind,
    minutes,
    modules,
    still: byId.get(id) ?? `<p>${escapeHtml(summary)}</p>`,
  }));
}
