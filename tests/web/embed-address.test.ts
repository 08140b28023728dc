import { expect, test } from 'vitest';
import { readAddress, withSaved } from '../../web/pages/embed/request.js';

test.each([
  ['', '1.abc-_', '#s=1.abc-_'],
  ['#s=1.old', '1.new', '#s=1.new'],
  ['#s=1.old', null, ''],
  ['', null, ''],
  ['#exercise=1.own', '1.abc', '#exercise=1.own&s=1.abc'],
  ['#exercise=1.own&s=1.abc', null, '#exercise=1.own'],
])('%j with the state %j is %j: what else a fragment carries stays', (hash, saved, expected) => {
  expect(withSaved(hash, saved)).toBe(expected);
});

test('an exercise and a state are read from one fragment', () => {
  const { ex, saved, textOf } = readAddress('', '#exercise=1.own&s=1.abc', 'own');
  expect([ex, saved, textOf('exercise')]).toEqual(['own', '1.abc', '1.own']);
});
