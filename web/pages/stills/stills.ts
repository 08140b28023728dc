// Read once while building, in Node: what each activity's page says before anything runs, and what its preview shows.
import { createEngine } from '../../engine/client.js';
import { localPort } from '../../engine/local-port.js';
import { exercises } from '../../lessons/exercises/index.js';
import type { State } from '../../model/parameters.js';
import { defaults } from '../../model/state.js';
import { catalogue, entry } from '../catalogue.js';
import { carryFiles } from '../trained-heads.js';
import { stillOf } from './exercise-still.js';
import { exercisePoster, type Poster, weightsPoster } from './poster.js';
import { stationStill } from './station-stills.js';

/** A station whose own settings begin with a trained head. */
const HEAD = 'learned-map';

/** `wasm` answers the address of a wasm file; `files` are the trained heads, by name. */
export async function readStills(
  wasm: (name: 'simd' | 'scalar' | 'analysis') => URL,
  files: ReadonlyMap<string, () => Uint8Array>,
) {
  carryFiles(files);
  const engine = createEngine({
    sources: { simd: wasm('simd'), scalar: wasm('scalar') },
    analysis: wasm('analysis'),
    spawn: () => {
      throw new Error('Building needs no worker.');
    },
    spawnHere: localPort,
  });
  const posters = new Map<string, Poster>();
  const stills = await Promise.all(
    exercises.map(async ({ id, load }) => {
      const exercise = (await load()).default;
      const poster = await exercisePoster(exercise, engine);
      if (poster !== null) posters.set(id, poster);
      return [id, await stillOf(exercise, engine)] as const;
    }),
  );
  // One after the other: they share one core, and some draw many numbers.
  for (const { id, kind, load } of catalogue) {
    if (kind === 'exercise') continue;
    const { table } = await load();
    const still = await stationStill(id, defaults(table) as State, engine);
    if (still === undefined) throw new Error(`The station ${id} has no worked example in station-stills.ts.`);
    stills.push([id, still]);
  }
  const byId = new Map(stills);
  const { table } = await entry(HEAD)!.load();
  const weights = await weightsPoster(engine, defaults(table) as State);
  return catalogue.map(({ id, title, summary, kind, minutes, modules }) => ({
    id,
    title,
    summary,
    kind,
    minutes,
    modules,
    still: byId.get(id)!,
    poster: posters.get(id) ?? weights,
  }));
}
