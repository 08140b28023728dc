// A teacher's own exercise: not in the catalogue, but in the address, the attribute or the file itself, under the key
// `exercise`, packed as `pack` writes it.
import { type CustomExercise, readCustomExercise } from '../../lesson-kit/custom-exercise.js';
import { tooLong, unpack } from '../../model/state.js';
import type { Loaded } from '../entry.js';
import { OWN_KEY } from './own-page.js';

/** The exercise that was carried is not one; the message says where, for the person who wrote it. */
export class UnusableExercise extends Error {
  constructor(problems: readonly string[]) {
    super(`This exercise cannot be shown. ${problems.join(' ')}`);
  }

  override get name(): 'UnusableExercise' {
    return 'UnusableExercise';
  }
}

/** Reads what `pack` wrote, or anything else a stranger may have put there. */
export function readPackedExercise(packed: string | null): CustomExercise {
  if (packed === null || packed.trim() === '') {
    const problem = `The address has no ${OWN_KEY}=…, which would carry it. Copy the whole address again.`;
    return { ok: false, problems: [problem] };
  }
  const json = unpack(packed.trim());
  if (json === undefined) {
    const why = tooLong(packed) || 'It was cut or changed on its way. Copy the whole address again.';
    const problem = `What stands after ${OWN_KEY}= cannot be read. ${why}`;
    return { ok: false, problems: [problem] };
  }
  return readCustomExercise(json);
}

/** Rejects with UnusableExercise. */
export async function loadOwn(packed: string | null): Promise<Loaded> {
  const read = readPackedExercise(packed);
  if (!read.ok) throw new UnusableExercise(read.problems);
  const { LaExercise } = await import('../../widgets/la-exercise/la-exercise.js');
  return { table: read.exercise.inputs, create: () => LaExercise.of(read.exercise) };
}
