import { deflateSync, strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { commonParameters } from '../../web/model/common-parameters.js';
import { savedStateIn } from '../../web/model/fragment.js';
import { check, defineTable, expectation, parse, print, toNumber } from '../../web/model/parameters.js';
import {
  decodeState,
  defaults,
  encodeState,
  MAX_JSON_BYTES,
  MAX_PACKED_LENGTH,
  pack,
  readTexts,
  sameState,
  tooLong,
  unpack,
  writeQuery,
} from '../../web/model/state.js';
import { generator, mutated } from './mutations.js';

const table = defineTable([
  { name: 'length', kind: 'integer', label: 'n', default: 8, min: 1, max: 64 },
  { name: 'scale', kind: 'number', label: 'scale', default: 1, min: 0, max: 8 },
  {
    name: 'map',
    kind: 'choice',
    label: 'φ',
    default: 'elu+1',
    choices: [
      { value: 'elu+1', label: 'elu + 1' },
      { value: 'relu', label: 'ReLU' },
    ],
  },
  { name: 'isCausal', kind: 'flag', label: 'causal', default: false },
  {
    name: 'keys',
    kind: 'matrix',
    label: 'K',
    default: [
      [2, -1],
      [-1, 0],
    ],
    rows: [1, 3],
    cols: [2, 2],
    min: -9,
    max: 9,
    integer: true,
  },
  { name: 'text', kind: 'text', label: 'text', default: 'a cat', maxLength: 20 },
  { name: 'show', kind: 'list', label: 'show', default: [], maxItems: 2, choices: ['a', 'b', 'c'] },
  { name: 'notes', kind: 'text', label: 'notes', default: '', maxLength: 10, public: false },
]);

function readQuery(rows: typeof table, query: string, base = defaults(rows)) {
  const given = new URLSearchParams(query);
  return readTexts(rows, (key) => given.get(key), base);
}

describe('a query string', () => {
  test('sets every kind of parameter', () => {
    const query = '?length=12&scale=0.5&map=relu&is-causal&keys=1,2;−3,4&text=h%C3%A9&show=a,b&other=1';
    const { state, warnings } = readQuery(table, query);
    expect(warnings).toEqual([]);
    expect(state).toEqual({
      length: 12,
      scale: 0.5,
      map: 'relu',
      isCausal: true,
      keys: [
        [1, 2],
        [-3, 4],
      ],
      text: 'hé',
      show: ['a', 'b'],
      notes: '',
    });
  });

  test.each([
    ['length=2.5', 'length', 'n: found “2.5”, expected a whole number from 1 to 64.'],
    ['length=', 'length', 'n: found an empty value, expected a whole number from 1 to 64.'],
    ['length=1e9', 'length', 'n: found “1e9”, expected a whole number from 1 to 64.'],
    ['scale=NaN', 'scale', 'scale: found “NaN”, expected a number from 0 to 8.'],
    ['scale=Infinity', 'scale', 'scale: found “Infinity”, expected a number from 0 to 8.'],
    ['scale=0x4', 'scale', 'scale: found “0x4”, expected a number from 0 to 8.'],
    ['map=gelu', 'map', 'φ: found “gelu”, expected one of elu+1, relu.'],
    ['is-causal=maybe', 'is-causal', 'causal: found “maybe”, expected 1 or 0.'],
    [
      'keys=1,2;3',
      'keys',
      'K: found “1,2;3”, expected 1 to 3 rows of 2 whole numbers from -9 to 9, such as 1,2;3,4.',
    ],
    ['show=a,z', 'show', 'show: found “a,z”, expected a list out of a, b, c.'],
  ])('%s falls back to the default and says why', (query, key, message) => {
    const { state, warnings } = readQuery(table, query);
    expect(state).toEqual(defaults(table));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ key, message });
  });

  test('does not reach a parameter that is not public', () => {
    expect(readQuery(table, 'notes=x').state.notes).toBe('');
  });

  test('keeps the base that it is read over', () => {
    const base = { ...defaults(table), length: 5 };
    expect(readQuery(table, 'length=wrong', base).state.length).toBe(5);
  });

  test('is written with the values that differ from the defaults, and read back', () => {
    const state = { ...defaults(table), length: 3, isCausal: true, keys: [[0.5e1, -0]], show: ['c'] };
    const query = writeQuery(table, state);
    expect(query).not.toContain('scale');
    expect(sameState(table, readQuery(table, query).state, state)).toBe(true);
  });

  test('does not carry what is private, which it would not read back', () => {
    expect(writeQuery(table, { ...defaults(table), notes: 'mine', length: 3 })).toBe('length=3');
  });
});

describe('a parameter', () => {
  test('prints what it parses', () => {
    for (const parameter of [...table, ...commonParameters]) {
      const parsed = parse(parameter, print(parameter.default));
      expect(parsed).toEqual({ ok: true, value: parameter.default });
    }
  });

  test('has a default that it allows', () => {
    for (const parameter of [...table, ...commonParameters]) {
      expect(check(parameter, parameter.default).ok, expectation(parameter)).toBe(true);
    }
  });

  test.each([
    ['12', 12],
    ['−0.5', -0.5],
    [' .5 ', 0.5],
    ['3.', 3],
    ['1e3', 1000],
    ['', Number.NaN],
    ['1,000', Number.NaN],
    ['1 2', Number.NaN],
    ['--1', Number.NaN],
    // Hours, where every way to part the digits is tried.
    [`${'1'.repeat(1_000_000)}x`, Number.NaN],
  ])('reads the number %.20j', (text, value) => {
    expect(toNumber(text)).toBe(value);
  });
});

const DEEP = 100_000;
const nested = '['.repeat(DEEP) + ']'.repeat(DEEP);
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

describe('a saved state', () => {
  const state = { ...defaults(table), length: 7, text: '<b>&"', notes: 'kept' };

  test('is read back exactly, private parameters included', () => {
    const saved = encodeState(table, state);
    expect(saved).toMatch(/^1\.[\w-]+$/);
    expect(decodeState(table, saved)).toEqual({ state, warnings: [] });
    expect(savedStateIn(`#s=${saved}`)).toBe(saved);
  });

  test('holds every value, so that it does not follow a default that changes later', () => {
    const saved = encodeState(table, defaults(table));
    const later = table.map((row) => (row.name === 'length' ? { ...row, default: 50 } : row));
    expect(decodeState(later, saved).state).toEqual(defaults(table));
  });

  test('checks each value and keeps the good ones', () => {
    const saved = pack({ length: 9, scale: 'high', keys: [[1]], __proto__: null, unknown: 1 });
    const { state: read, warnings } = decodeState(table, saved);
    expect(read).toEqual({ ...defaults(table), length: 9 });
    expect(warnings.map((warning) => warning.key)).toEqual(['scale', 'keys']);
  });

  test('cannot put anything on a prototype', () => {
    decodeState(table, pack(JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": 1}}')));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each([
    '',
    '1.',
    '2.abc',
    'abc',
    '1.%%%',
    '1.AAAA',
    `1.${'A'.repeat(40_000)}`,
    pack('text'),
    pack(null),
  ])('%.20s is refused with one warning', (text) => {
    const { state: read, warnings } = decodeState(table, text);
    expect(read).toEqual(defaults(table));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.key).toBe('s');
  });

  // Engines read lists in lists deeper than they write them.
  test.each([
    ['a list in lists', nested],
    ['a value in lists', `{"length":${nested}}`],
  ])('that is %s is refused with one warning', (_, json) => {
    const { state: read, warnings } = decodeState(table, `1.${base64url(deflateSync(strToU8(json)))}`);
    expect(read).toEqual(defaults(table));
    expect(warnings).toHaveLength(1);
  });

  test('of as much as can be written is read back, and one letter more is refused with both lengths', () => {
    // Letters of four bytes without a pattern deflate the least.
    const random = generator(7);
    let noise = '';
    while (4 * (noise.length / 2 + 1) < MAX_JSON_BYTES)
      noise += String.fromCodePoint(0x10000 + random(0xfffff));
    const packed = pack(noise);
    expect(packed.length).toBeGreaterThan(MAX_PACKED_LENGTH / 2);
    expect(packed.length).toBeLessThanOrEqual(MAX_PACKED_LENGTH);
    expect(unpack(packed)).toBe(noise);
    const longer = `1.${'A'.repeat(MAX_PACKED_LENGTH - 1)}`;
    expect(tooLong(longer)).toMatch(/^It has [\d,]+ characters; at most [\d,]+ are read\.$/);
    const lengths = tooLong(longer)
      .match(/[\d,]+(?= )/g)!
      .map((digits) => Number(digits.replaceAll(',', '')));
    expect(lengths).toEqual([MAX_PACKED_LENGTH + 1, MAX_PACKED_LENGTH]);
    expect(decodeState(table, longer).warnings[0]!.message).toContain(tooLong(longer));
    expect(tooLong(packed)).toBe('');
  });

  test('that inflates to far more than a state can be is refused', () => {
    expect(unpack(pack('x'.repeat(4_000_000)))).toBeUndefined();
  });

  // Every mutation must give a usable state or warnings; a failure prints the text that caused it.
  test('survives 100,000 seeded mutations', () => {
    const random = generator(20_240_601);
    const seeds = [
      encodeState(table, state),
      pack({ keys: [[1, 2, 3]], map: 'x', __proto__: { polluted: true }, constructor: null }),
      pack({ keys: [[1e308, Number.MAX_SAFE_INTEGER]] }),
      pack([1, 2, 3]),
      pack('text'),
    ];
    let refused = 0;
    for (let i = 0; i < 100_000; ++i) {
      const text = mutated(seeds[i % seeds.length]!, random);
      const { state: read, warnings } = decodeState(table, text);
      for (const parameter of table) {
        if (!check(parameter, read[parameter.name]).ok) throw new Error(`${parameter.name} after ${text}`);
      }
      if (warnings.length > 0) ++refused;
    }
    expect(refused).toBeGreaterThan(50_000);
    expect({}).not.toHaveProperty('polluted');
  }, 60_000);
});
