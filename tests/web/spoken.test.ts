// Names and values as they are heard.
import { expect, it } from 'vitest';
import { formatNumber } from '../../web/model/format-number.js';
import { named, spokenText } from '../../web/model/spoken.js';

it.each([
  ['n²r + n²d', 'n squared r + n squared d'],
  ['yours, n¹·⁵', 'yours, n to the power of 1.5'],
  ['φ(k₃)v₃ᵀ 4 × 4', 'φ(k sub 3)v sub 3 transpose 4 × 4'],
  ['S₁₀', 'S sub 10'],
  ['eˣ below', 'e to the power of x below'],
  ['67,108,864 = 2²⁶', '67,108,864 = 2 to the power of 26'],
  ['q·k/√d', 'q·k/√d'],
  ['weights, n = 24: 0.5 (0.1 to 1)', 'weights, n = 24: 0.5 (0.1 to 1)'],
])('“%s” is heard as “%s”', (text, heard) => {
  expect(spokenText(text)).toBe(heard);
});

it('says powers of ten as the page writes them', () => {
  expect(spokenText(formatNumber(9.54e-7))).toBe('9.54\u00a0×\u00a010 to the power of −7');
  expect(spokenText(`${formatNumber(9.54e20)}.`)).toBe('9.54\u00a0×\u00a010 to the power of 20.');
});

it('says of what a button is', () => {
  expect(named('Show as table', 'scores, q·k')).toBe('Show as table: scores, q·k');
  expect(named('Show as table', '')).toBe('Show as table');
});
