// Ids are addresses: each names one activity, for ever.
import { expect, test } from 'vitest';
import { catalogue } from '../../web/pages/catalogue.js';

test('every id is one of a kind and fits into an address', () => {
  const ids = catalogue.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9-]+$/);
});

test('at least ten exercises stand beside the two of the lesson', () => {
  const exercises = catalogue.filter(({ kind }) => kind === 'exercise').map(({ id }) => id);
  expect(exercises.slice(0, 2)).toEqual(['identity-map', 'constant-memory']);
  expect(exercises.length).toBeGreaterThanOrEqual(12);
});
