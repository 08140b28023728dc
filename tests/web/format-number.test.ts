import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatCountWithPower,
  formatDuration,
  formatFloat32,
  formatMeasured,
  formatNumber,
  formatPercent,
  shortestFloat32,
  superscript,
} from '../../web/model/format-number.js';
import { parseInteger, parseNumber } from '../../web/model/parse-number.js';

describe('formatNumber', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [4160, '4,160'],
    [-4_294_967_296, '−4,294,967,296'],
    [0.13242087, '0.132'],
    [-0.00099951, '−0.00100'],
    [9.999, '10.0'],
    [99.96, '100.0'],
    [126.03, '126.0'],
    [1234.56, '1,235'],
    [999_999.5, '1,000,000'],
    [0.5, '0.5'],
    [0.25, '0.25'],
    [0.50004, '0.500'],
    [4e-6, '4.00\u00a0×\u00a010⁻⁶'],
    [-1.5e-30, '−1.50\u00a0×\u00a010⁻³⁰'],
    [4.2949672965e9, '4.29\u00a0×\u00a010⁹'],
    [1e300, '1.00\u00a0×\u00a010³⁰⁰'],
    [Number.NaN, 'not a number'],
    [Number.NEGATIVE_INFINITY, '−∞'],
  ])('%s is shown as %s', (value, shown) => expect(formatNumber(value)).toBe(shown));

  it('never shows more than four figures of what is rounded, and never fewer than three', () => {
    for (let exponent = -4; exponent < 7; exponent++) {
      for (const mantissa of [1.23456789, 4.44444444, 9.87654321]) {
        const shown = formatNumber(mantissa * 10 ** exponent).replace(/,/g, '');
        const figures = shown.split(' ')[0]!.replace('.', '').replace(/^0+/, '').length;
        // From 10,000 up the zeros that fill the places are no figures of the number.
        expect(figures).toBeGreaterThanOrEqual(3);
        if (exponent < 4) expect(figures).toBeLessThanOrEqual(4);
        const error = Math.abs(Number(shown.split(' ')[0]) - mantissa * 10 ** exponent);
        if (!shown.includes('×')) expect(error).toBeLessThanOrEqual(0.5 * 10 ** (exponent - 2));
      }
    }
  });
});

describe('counts and bytes', () => {
  it.each([
    [4_294_967_296, '4,294,967,296 = 2³²'],
    [33_554_432, '33,554,432 = 2²⁵'],
    [68_157_440, '68,157,440 ≈ 6.82\u00a0×\u00a010⁷'],
    [5_120_000, '5,120,000 = 5.12\u00a0×\u00a010⁶'],
    [4160, '4,160'],
    [64, '64'],
    [2n ** 70n, '1,180,591,620,717,411,303,424 = 2⁷⁰'],
  ])('%s', (count, shown) => expect(formatCountWithPower(count)).toBe(shown));

  it.each([
    [1, '1 byte'],
    [512, '512 bytes'],
    [16_640, '16,640 bytes = 16.25 KiB'],
    [268_435_456, '268,435,456 bytes = 256 MiB'],
    [2_560_000, '2,560,000 bytes ≈ 2.44 MiB'],
  ])('%s bytes', (bytes, shown) => expect(formatBytes(bytes)).toBe(shown));

  it('refuses a count that is none', () => expect(() => formatCount(2.5)).toThrow(/2\.5 is not/));
});

describe('exact values', () => {
  it('reads back as the same float32, in as few digits as it can', () => {
    const bits = new Uint32Array(1);
    const float = new Float32Array(bits.buffer);
    let state = 1;
    for (let i = 0; i < 2000; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      bits[0] = state;
      if (!Number.isFinite(float[0])) continue;
      expect(Math.fround(Number(shortestFloat32(float[0]!)))).toBe(float[0]);
    }
    expect(formatFloat32(Math.fround(0.1))).toBe('0.1');
    expect(formatFloat32(-1.5)).toBe('−1.5');
  });

  it.each([
    [0.4, '1 s'],
    [12.4, '12 s'],
    [125, '2 min 5 s'],
    [4200, '1 h 10 min'],
  ])('%s seconds', (seconds, shown) => expect(formatDuration(seconds)).toBe(shown));

  it('shows a spread and a share', () => {
    expect(formatMeasured(41.2345, 39.81, 44.02, 'ms')).toBe('41.2 ms (39.8 to 44.0)');
    expect(formatPercent(0.1324)).toBe('13.2\u00a0%');
  });
});

describe('numbers as people type them', () => {
  it.each([
    ['-0.5', -0.5],
    ['−0.5', -0.5],
    ['.5', 0.5],
    ['1e-3', 1e-3],
    ['4,096', 4096],
    ['4 294 967 296', 4_294_967_296],
    ['1,280,000', 1_280_000],
    ['0,5', 0.5],
    ['7/3', 7 / 3],
    ['2^32', 2 ** 32],
    ['2³²', 2 ** 32],
    ['4.00\u00a0×\u00a010⁻⁶', 4e-6],
    ['−1,5 x 10^3', -1500],
    ['3.4028234663852886e38', 3.4028234663852886e38],
  ])('%s', (text, value) => expect(parseNumber(text)).toEqual({ ok: true, value }));

  it.each([4e-6, -1.5e-30, 4.29e9, 0.132, 126.5, -4160])('%s is read back as the page writes it', (value) =>
    expect(parseNumber(formatNumber(value))).toEqual({ ok: true, value }),
  );

  it.each([
    ['', /empty/],
    ['abc', /“abc” is not a number/],
    ['1.2.3', /not a number/],
    ['1/0', /divides by 0/],
    ['1e39', /larger than float32/],
    ['NaN', /not a number/],
    ['0x10', /not a number/],
    ['Infinity', /not a number/],
  ])('refuses “%s”', (text, sentence) => {
    const parsed = parseNumber(text);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? '' : parsed.message).toMatch(sentence);
  });

  it.each(['', 'abc', '1/0', '1.2.3'])('offers the given example in place of “%s”', (text) => {
    expect(parseNumber(text, '0.01')).toMatchObject({
      message: expect.stringMatching(/for example 0\.01\.$/),
    });
    expect(parseInteger(text, '200')).toMatchObject({ message: expect.stringMatching(/for example 200\.$/) });
  });

  it('asks for a whole number where one is needed', () => {
    expect(parseInteger('3')).toEqual({ ok: true, value: 3 });
    expect(parseInteger('2.5')).toMatchObject({ ok: false, message: expect.stringMatching(/whole number/) });
  });
});

describe('superscript', () => {
  it.each([
    [32, '³²'],
    [-7, '⁻⁷'],
    [1.5, '¹·⁵'],
  ])('%d', (exponent, text) => expect(superscript(exponent)).toBe(text));
});
