// Everything that can stand alone on a page. An id is part of an address (`/embed/<id>/`) and never changes;
// what it names is loaded when it is needed.
import { exercises } from '../lessons/exercises/index.js';
import type { Entry } from './entry.js';
import { stationEntries } from './station-entries.js';

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
