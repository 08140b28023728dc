// Everything that can stand alone on a page. An id is part of an address (`/embed/<id>/`) and never changes;
// what it names is loaded when it is needed.
import { exercises } from '../lessons/exercises/index.js';
import type { Table } from '../model/parameters.js';
import type { Activity } from '../widgets/activity.js';
import { stationEntries } from './station-entries.js';

export interface Entry {
  readonly id: string;
  readonly title: string;
  /** One sentence: what the reader does. */
  readonly summary: string;
  readonly kind: 'example' | 'exercise' | 'station';
  /** The station of the lesson it belongs to. */
  readonly station: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  readonly minutes: number;
  readonly load: () => Promise<Loaded>;
  /** The modules that `load` and the activity itself import later, by file name: what a page that fetches nothing carries of all activities. */
  readonly modules: readonly string[];
}

export interface Loaded {
  /** Its own parameters; the common ones are in model/common-parameters. */
  readonly table: Table;
  /** A new element, with ex and heading set. */
  readonly create: () => Activity;
}

const practice: readonly Entry[] = exercises.map(({ load, ...listed }) => ({
  ...listed,
  kind: 'exercise',
  modules: [listed.id, 'la-exercise', 'la-heatmap'],
  load: async () => {
    const [{ default: exercise }, { LaExercise }] = await Promise.all([
      load(),
      import('../widgets/la-exercise/la-exercise.js'),
    ]);
    return { table: exercise.inputs, create: () => LaExercise.of(exercise) };
  },
}));

export const catalogue: readonly Entry[] = [...stationEntries, ...practice];

export function entry(id: string): Entry | undefined {
  return catalogue.find((row) => row.id === id);
}
