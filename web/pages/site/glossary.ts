// The words that the lesson explains where they stand.
import { terms } from '../../lessons/glossary/terms.js';
import { defineTerms } from '../../widgets/la-term.js';

export function startGlossary(): void {
  defineTerms(Object.fromEntries(Object.entries(terms).map(([key, { means }]) => [key, means])));
}
