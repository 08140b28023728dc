// What a heat map says, and shows beside its canvas, of a matrix with more columns than rows: a row taken for a column shows.
import type { TemplateResult } from 'lit';
import { describe, expect, it } from 'vitest';
import { speaker } from '../../web/lesson-kit/strings.js';
import { colourScale, domainOf } from '../../web/model/colour-scale.js';
import { GradualRows } from '../../web/widgets/gradual-rows.js';
import { scaleLabels, tableView } from '../../web/widgets/la-heatmap/views.js';
import { HeatmapWords } from '../../web/widgets/la-heatmap/words.js';

const say = speaker('en');
const MAP = {
  label: 'weights',
  matrix: { rows: 2, cols: 3, data: Float32Array.of(0.25, -2, 0.5, 0.75, 0.125, 1) },
  mask: null as Uint8Array | null,
  rowNames: ['the', 'cat'],
  colNames: [] as string[],
  rowTitle: 'query',
  colTitle: 'key',
};
/** Not permitted: the largest and the smallest. */
const MASKED = { ...MAP, mask: Uint8Array.of(1, 0, 1, 1, 1, 0) };

/** The text of a template, and of those in it. */
function textOf(part: unknown): string {
  if (Array.isArray(part)) return part.map(textOf).join('');
  if (typeof part !== 'object' || part === null) return typeof part === 'symbol' ? '' : String(part);
  if ('strings' in part && 'values' in part) {
    const { strings, values } = part as TemplateResult;
    return strings.map((text, i) => text + (i < values.length ? textOf(values[i]) : '')).join('');
  }
  // A directive: what it is given last makes the rest.
  const given = (part as { values?: readonly unknown[] }).values?.at(-1);
  return typeof given === 'function' ? textOf(given()) : '';
}

describe('the words of a heat map', () => {
  it('name the row and the column of a cell, and its value', () => {
    const words = new HeatmapWords(MAP, say);
    expect(words.read(0, 2)).toBe('row 1 “the” (query), column 3 (key): 0.5');
    expect(words.readExact(1, 0)).toMatch(/^row 2 “cat” \(query\), column 1 \(key\).*0\.75/);
  });

  it('sum up smallest, largest and where that is, and what is negative', () => {
    const summary = new HeatmapWords(MAP, say).summary();
    expect(summary).toContain('−2');
    expect(summary).toContain(new HeatmapWords(MAP, say).where(1, 2));
    expect(summary).toMatch(/1 value is negative\.$/);
  });

  it('say that a pair is not permitted, and leave it out of the sum', () => {
    const words = new HeatmapWords(MASKED, say);
    expect(words.value(1, 2)).toBe('not permitted');
    expect(words.value(1, 1)).toBe('0.125');
    expect(words.readExact(0, 1)).toBe(words.read(0, 1));
    const summary = words.summary();
    expect(summary).toContain('0.125');
    expect(summary).toContain(words.where(1, 0));
    expect(summary).not.toMatch(/negative/);
    expect(new HeatmapWords({ ...MAP, mask: new Uint8Array(6) }, say).summary()).toBe('');
  });
});

describe('the table of a heat map', () => {
  it('has a dash where a pair is not permitted, and the number everywhere else', () => {
    const gradual = new GradualRows();
    gradual.renew(2);
    while (!gradual.done) gradual.step(3);
    const html = textOf(tableView(MASKED, new HeatmapWords(MASKED, say), say, gradual, () => {}));
    const cells = [...html.matchAll(/<td role="cell">([^<]+)<\/td>/g)].map(([, text]) => text);
    expect(cells).toEqual(['0.25', '–', '0.5', '0.75', '0.125', '–']);
  });
});

describe('the scale of a heat map', () => {
  it('goes from low to high, with 0 in the middle where there are both signs', () => {
    expect(scaleLabels(colourScale('sequential', 0, 0.5, 'light'))).toEqual(['0', '0.5']);
    expect(scaleLabels(colourScale('diverging', -1, 3, 'light'))).toEqual(['−3', '0', '3']);
  });

  it('has a domain that holds every finite value, and is even on both sides of 0 where one is below', () => {
    expect(domainOf([0.5, 3, Number.POSITIVE_INFINITY])).toEqual({ low: 0, high: 3, signed: false });
    expect(domainOf([-1, 3, Number.NaN])).toEqual({ low: -3, high: 3, signed: true });
    expect(domainOf([-4, 3, Number.NEGATIVE_INFINITY])).toEqual({ low: -4, high: 4, signed: true });
  });
});
