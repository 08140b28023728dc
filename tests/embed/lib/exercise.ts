// The exercise that stands for all of them in these tests.

import exercise from '../../../web/lessons/exercises/vanishing-denominator.js';
import { encodeState } from '../../../web/model/state.js';

export const EX = exercise.id;
/** A state that is not the author's. */
export const CHANGED = encodeState(exercise.inputs, { query: [[3, 2]] });

/** In a page: its first element, the exercise inside it once it is there, and whether that shows what the core gave. */
export const FIRST = `document.querySelector('linear-attention')`;
export const INSIDE = `${FIRST}.shadowRoot?.querySelector('la-exercise')?.shadowRoot`;
export const COMPUTED = `${INSIDE}?.querySelectorAll('dl.results dd').length > 0`;
