// Words of the interface, and the numbers in them.
import { afterEach, expect, test, vi } from 'vitest';
import { speaker, speakerOf } from '../../web/lesson-kit/strings.js';

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

test('a translation has its own plurals and numerals, and English for what it lacks', () => {
  const minutes = { few: '{count} دقائق', other: '{count} دقيقة' };
  const say = speakerOf('ar-EG', new Map([['ar', { 'exercise.minutes': minutes }]]));
  const number = (count: number) => new Intl.NumberFormat('ar-EG').format(count);
  expect(number(3)).not.toBe('3');
  expect(say('exercise.minutes', { count: 3 })).toBe(`${number(3)} دقائق`);
  expect(say('exercise.minutes', { count: 12 })).toBe(`${number(12)} دقيقة`);
  expect(say('exercise.run')).toBe(speaker('en')('exercise.run'));
});

test('what is no language tag is English', () => {
  expect(speaker('not a tag')('exercise.minutes', { count: 5 })).toBe(
    speaker('en')('exercise.minutes', { count: 5 }),
  );
});
