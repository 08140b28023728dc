// Words of the interface, and the numbers in them.
import { afterEach, expect, test, vi } from 'vitest';
import { addCatalogue, speaker } from '../../web/lesson-kit/strings.js';

afterEach(() => {
  vi.restoreAllMocks();
});

test('counts in English need nothing that knows all languages; other numbers are written as the language writes them', () => {
  const made = vi.spyOn(Intl, 'NumberFormat');
  const say = speaker('en-GB');
  expect(say('exercise.minutes', { count: 999 })).toContain('999');
  expect(say('exercise.minutes', { count: 1234567 })).toContain('1,234,567');
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
  expect(say('exercise.minutes', { count: 0.5 })).toContain('0.5');
});

test('every count in English is written as the language of its country writes it', () => {
  for (const tag of ['en', 'en-GB', 'en-US', 'en-IN', 'en-ZA'])
    for (const count of [0, 7, 999, 1000, 20_480, 1_234_567, Number.MAX_SAFE_INTEGER])
      expect(speaker(tag)('exercise.minutes', { count })).toContain(new Intl.NumberFormat(tag).format(count));
});

test('a translation that comes later is spoken, with its own numerals', () => {
  expect(speaker('ar-EG')('exercise.minutes', { count: 12 })).toContain('12');
  addCatalogue('ar-EG', { 'exercise.minutes': { other: '{count} دقيقة' } });
  expect(speaker('ar-EG')('exercise.minutes', { count: 12 })).toBe(
    `${new Intl.NumberFormat('ar-EG').format(12)} دقيقة`,
  );
});

test('what is no language tag is English', () => {
  expect(speaker('not a tag')('exercise.minutes', { count: 5 })).toBe(
    speaker('en')('exercise.minutes', { count: 5 }),
  );
});
