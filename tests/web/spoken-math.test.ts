// Formulas in words: what a listener hears where a name is made of one.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { renderInline, renderMarkdown } from '../../build-scripts/lib/prose.mjs';
import { spokenMath, withSpokenMath } from '../../build-scripts/lib/spoken-math.mjs';
import { statements } from '../../web/lessons/statements.js';

const lessons = fileURLToPath(new URL('../../web/lessons/', import.meta.url));

/** The words beside each formula of `html`. */
const heard = (html: string) =>
  [...html.matchAll(/<math[^>]* aria-label="([^"]*)"/g)].map(([, said]) => said);
const say = (formula: string) => heard(renderInline(`$${formula}$`))[0];

describe('a formula in words', () => {
  it.each([
    ['n^2', 'n squared'],
    ['2n^2d', '2 n squared d'],
    ['x_i', 'x sub i'],
    ['S_{t-1}', 'capital S sub t minus 1, end of index'],
    ['\\phi(\\cq{q})^\\top\\cs{S}', 'phi of q transpose capital S'],
    ['\\phi(\\ck{k}_j)', 'phi of k sub j'],
    ['\\phi(x + y)', 'phi of open bracket x plus y close bracket'],
    [
      '\\cs{S} = \\sum_j \\ck{k}_j\\cv{v}_j^\\top',
      'capital S equals the sum over j of k sub j v sub j transpose',
    ],
    ['\\sum_{j=1}^n a', 'the sum from j equals 1 to n of a'],
    ['e^{q \\cdot k}', 'e to the power of q dot k, end of power'],
    ['1/\\sqrt{d}', '1 over the square root of d'],
    ['\\sqrt{a + b}', 'the square root of a plus b, end of root'],
    ['\\frac{a}{b}', 'a over b'],
    ['\\frac{a + 1}{b}', 'the fraction, a plus 1, over, b, end of fraction'],
    ['(\\cq{Q}\\ck{K}^\\top)\\cv{V}', 'open bracket capital Q capital K transpose close bracket capital V'],
    ['\\lvert x\\rvert', 'bar x bar'],
  ])('%s is “%s”', (formula, words) => {
    expect(say(formula)).toBe(words);
  });

  it('leaves no formula of the lesson without words, and no sign in them that is not a word', () => {
    const files = readdirSync(lessons, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    const all = [
      ...files.map((name) => renderMarkdown(readFileSync(`${lessons}${name}`, 'utf8'))),
      ...statements.flatMap(({ lesson, exact }) => [renderInline(lesson), renderInline(exact)]),
    ];
    let formulas = 0;
    for (const html of all) {
      const said = heard(html);
      expect(said).toHaveLength([...html.matchAll(/<math\b/g)].length);
      for (const words of said) expect(words).toMatch(/^[A-Za-z0-9.,\- ]+$/);
      formulas += said.length;
    }
    expect(formulas).toBeGreaterThan(300);
  });

  it('is refused where a sign has no word, so that none is passed over in silence', () => {
    expect(() => spokenMath('<math><mo>∮</mo></math>')).toThrow(/∮/);
    expect(() => spokenMath('<math><mmultiscripts></mmultiscripts></math>')).toThrow(/mmultiscripts/);
  });

  it('stands on the formula itself, whose structure stays', () => {
    expect(withSpokenMath('a <math display="block"><mi>q</mi></math> b')).toBe(
      'a <math display="block" aria-label="q"><mi>q</mi></math> b',
    );
  });
});
