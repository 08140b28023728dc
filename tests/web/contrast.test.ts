// Every pair of ink and ground in tokens.css, computed by WCAG 2's formula in both themes: 4.5:1 for text, 7:1 where
// more contrast was asked for, 3:1 for the edges of controls and for the focus ring.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { colourScale, inkOn, lightness, type Rgb, relativeLuminance } from '../../web/model/colour-scale.js';

const css = readFileSync(
  fileURLToPath(new URL('../../web/widgets/theme/tokens.css', import.meta.url)),
  'utf8',
).replace(/\/\*[\s\S]*?\*\//g, '');

const TEXT = [
  'ink',
  'muted',
  'press',
  'q',
  'k',
  'v',
  'state',
  'normaliser',
  'softmax',
  'linear',
  'baseline',
  'right',
  'wrong',
  'warn',
];
const GROUNDS = ['paper', 'surface', 'tint'];

type Theme = Record<string, { light: Rgb; dark: Rgb }>;

function rgb(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

/** The light-dark() colours declared in the block that begins at a selector. */
function theme(selector: string): Theme {
  const start = css.indexOf(selector);
  expect(start, selector).toBeGreaterThanOrEqual(0);
  const block = css.slice(start, css.indexOf('}', start));
  const pattern = /--la-([\w-]+):\s*(?:var\([\w-]+,\s*)?light-dark\((#[\da-f]{6}),\s*(#[\da-f]{6})\)/g;
  return Object.fromEntries(
    [...block.matchAll(pattern)].map(([, name, light, dark]) => [
      name,
      { light: rgb(light!), dark: rgb(dark!) },
    ]),
  );
}

function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [relativeLuminance(a), relativeLuminance(b)].sort((x, y) => y - x);
  return (high! + 0.05) / (low! + 0.05);
}

const normal = theme(':root,\n:host');
const strong = theme('[data-theme="contrast"]');
const asked = theme(':root:not([data-theme])');

describe.each([
  ['as usual', normal, 4.5],
  ['with more contrast', strong, 7],
] as const)('colours %s', (_, colours, least) => {
  for (const ground of ['light', 'dark'] as const) {
    it(`read on every ground in ${ground}`, () => {
      const weak = TEXT.flatMap((ink) =>
        GROUNDS.map((on) => ({ ink, on, ratio: contrast(colours[ink]![ground], colours[on]![ground]) })),
      ).filter(({ ratio }) => ratio < least);
      expect(weak).toEqual([]);
    });

    it(`are seen at edges and as focus in ${ground}`, () => {
      for (const line of ['edge', 'focus']) {
        for (const on of GROUNDS) {
          expect(
            contrast(colours[line]![ground], colours[on]![ground]),
            `${line} on ${on}`,
          ).toBeGreaterThanOrEqual(3);
        }
      }
    });

    it(`read on a pressed button in ${ground}`, () => {
      expect(contrast(colours['on-press']![ground], colours.press![ground])).toBeGreaterThanOrEqual(least);
    });
  }
});

describe('the blocks of tokens.css', () => {
  it('agree: more contrast by name and by the reader’s setting', () => expect(asked).toEqual(strong));

  it('agree: browsers without light-dark() get the light theme', () => {
    const block = css.slice(css.indexOf('@supports not'));
    const plain = Object.fromEntries(
      [...block.matchAll(/--la-([\w-]+):\s*(?:var\([\w-]+,\s*)?(#[\da-f]{6})/g)].map(([, name, hex]) => [
        name,
        rgb(hex!),
      ]),
    );
    expect(plain).toEqual(
      Object.fromEntries(Object.entries(normal).map(([name, { light }]) => [name, light])),
    );
  });

  it('would be told apart from a pair that cannot be read', () => {
    expect(contrast(rgb('#999999'), rgb('#ffffff'))).toBeLessThan(3);
    expect(contrast(rgb('#000000'), rgb('#ffffff'))).toBeCloseTo(21, 5);
  });
});

describe('colour scales', () => {
  const grounds = ['light', 'dark'] as const;

  it.each(grounds)('sequential, %s: lightness is monotone and even, so it prints in grey', (ground) => {
    const scale = colourScale('sequential', 0, 1, ground);
    const steps = Array.from({ length: 256 }, (_, i) => lightness(scale.colour(i / 255)));
    const total = steps[255]! - steps[0]!;
    expect(Math.abs(total)).toBeGreaterThan(70);
    for (let i = 1; i < 256; i++) {
      // Channels are rounded to whole numbers, worth up to half an L* here; the order must survive that.
      expect(Math.sign(total) * (steps[i]! - steps[i - 1]!)).toBeGreaterThan(-0.5);
      expect(Math.abs(steps[i]! - (steps[0]! + (total * i) / 255))).toBeLessThan(2.5);
    }
  });

  it.each(grounds)('diverging, %s: both sides are equally far from the ground at equal size', (ground) => {
    const scale = colourScale('diverging', -2, 1, ground);
    expect(scale.domain).toEqual([-2, 2]);
    for (let size = 0; size <= 2; size += 0.125) {
      expect(Math.abs(lightness(scale.colour(size)) - lightness(scale.colour(-size)))).toBeLessThan(4);
    }
    expect(scale.colour(-2)).not.toEqual(scale.colour(2));
  });

  it.each(grounds)('%s: signs read on every colour', (ground) => {
    for (const kind of ['sequential', 'diverging'] as const) {
      const scale = colourScale(kind, -1, 1, ground);
      for (let value = -1; value <= 1; value += 0.05) {
        const colour = scale.colour(value);
        expect(contrast(colour, inkOn(colour))).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('clamps, and answers a domain of no width and values that are no numbers', () => {
    const scale = colourScale('sequential', 0, 1, 'light');
    expect(scale.index(-5)).toBe(0);
    expect(scale.index(7)).toBe(255);
    expect(scale.index(Number.NaN)).toBe(0);
    expect(colourScale('sequential', 0, 0, 'light').index(0)).toBe(0);
    expect(colourScale('diverging', 0, 0, 'light').index(0)).toBe(128);
  });
});
