// The exercise that stands for all of them in these tests.

import exercise from '../../../web/lessons/exercises/vanishing-denominator.js';
import { encodeState } from '../../../web/model/state.js';

export const EX = exercise.id;
/** A state that is not the author's. */
export const CHANGED = encodeState(exercise.inputs, { query: [[3, 2]] });
