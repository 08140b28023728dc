import { expect, test } from 'vitest';
import { inReadersWords } from '../../web/model/option-words.js';
import { table as bench } from '../../web/widgets/bench/bench-parameters.js';

test('an option that the core refuses is named by the label of its control', () => {
  expect(
    inReadersWords(
      'mechanism.pattern.randomBlocks[1] is 1; expected no more than the blocks left outside the band and the edges.',
      bench,
    ),
  ).toBe('“random blocks a row” is 1; expected no more than the blocks left outside the band and the edges.');
});

test('a sentence about an input, or about an option without a control, stays as it is', () => {
  for (const sentence of [
    'k[2][0] is NaN; expected a finite number.',
    'mechanism.unheardOf is 3; expected less.',
    'The text has no words. Write at least one.',
  ]) {
    expect(inReadersWords(sentence, bench)).toBe(sentence);
  }
});
