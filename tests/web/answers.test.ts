import { describe, expect, test } from 'vitest';
import type { Question } from '../../web/lesson-kit/exercise.js';
import { grade } from '../../web/lesson-kit/grade.js';
import { nearMiss } from '../../web/lesson-kit/near-miss.js';
import { isNear, readNumber, readRows } from '../../web/lesson-kit/numbers.js';
import { ProgressStore } from '../../web/lesson-kit/progress.js';
import { fill, plainProse } from '../../web/lesson-kit/prose.js';
import { Evaluator } from '../../web/lesson-kit/recipe.js';
import { speaker } from '../../web/lesson-kit/strings.js';
import { splitUnit } from '../../web/model/units.js';

describe('a typed answer', () => {
  test.each([
    ['12', 12],
    ['−0.5', -0.5],
    ['0,5', 0.5],
    ['1,280,000', 1_280_000],
    ['7/3', 7 / 3],
    ['2*64*64 + 64', 8256],
    ['3.4×10^7', 3.4e7],
    ['2^-2', 0.25],
    ['(1 + 2) · 4', 12],
    ['−(1,024 + 1)', -1025],
    ['0,455', 0.455],
    ['1,5 * 2', 3],
    ['45.5%', 0.455],
    ['45,5 %', 0.455],
    ['e^-2', Math.E ** -2],
    ['1/e^2', 1 / Math.E ** 2],
    ['1 + exp(−2)', 1 + Math.exp(-2)],
    ['sqrt(2)', Math.SQRT2],
    ['√16', 4],
    ['2 * pi', 2 * Math.PI],
    ['2e3', 2000],
  ])('%s is read as a number', (text, value) => {
    expect(readNumber(text)).toBe(value);
  });

  test.each([
    '',
    'abc',
    '1 2',
    '1/0',
    '2*',
    '(1',
    '1)',
    '2π',
    'sqrt',
    'exp()',
    '%',
    'constructor',
    '1e999',
    '--',
    'alert(1)',
    '9^9^9^9',
    '1'.repeat(200),
    // Each end of each group was tried from each beginning.
    `${'111,'.repeat(50_000)}x`,
  ])('%.20j is not one', (text) => {
    expect(readNumber(text)).toBeNull();
  });

  test('of a matrix is read row by row', () => {
    expect(readRows('(26, 27)')).toEqual([[26, 27]]);
    expect(readRows('1 2\n3 4')).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(readRows('1, 2; 3')).toBeNull();
  });
});

describe('a unit behind a number', () => {
  test.each([
    ['16640 bytes', 'bytes', '16640', 1],
    ['16,640Bytes', 'bytes', '16,640', 1],
    ['1 byte', 'bytes', '1', 1],
    ['16640 B', 'bytes', '16640', 1],
    ['16.25 KiB', 'bytes', '16.25', 1024],
    ['2 MiB ', 'bytes', '2', 1024 ** 2],
    ['3 tokens', 'token', '3', 1],
    ['12 %', '%', '12', 1],
    ['2^10', 'bytes', '2^10', 1],
  ])('%j in %s', (typed, unit, number, factor) => {
    expect(splitUnit(typed, unit)).toEqual({ number, factor });
  });

  test.each([
    ['5.12 MB', 'bytes'],
    ['16640 tokens', 'bytes'],
    ['16640 bytes', undefined],
    ['bytes', 'bytes'],
    ['1 s', 's s'],
  ])('%j is left as it is where the unit is %s', (typed, unit) => {
    expect(readNumber(splitUnit(typed, unit).number)).toBeNull();
  });

  const size: Question = {
    id: 'size',
    kind: 'integer',
    unit: 'bytes',
    answer: 16_640,
    mistakes: [{ id: 'numbers', gives: 4160 }],
  };
  // The answer is a number of its own: nothing is computed.
  const evaluator = new Evaluator(null as never, {});

  test.each([
    ['16640 bytes', { kind: 'right' }],
    ['16.25 KiB', { kind: 'right' }],
    ['4160 bytes', { kind: 'wrong', mistake: 'numbers' }],
    ['16 KiB', { kind: 'wrong' }],
    ['16.3 KiB', { kind: 'right' }],
    ['16.1 KiB', { kind: 'wrong' }],
    ['4.06 KiB', { kind: 'wrong', mistake: 'numbers' }],
    ['16.64 kB', { kind: 'unreadable', message: expect.stringContaining('Write bytes, or KiB') }],
    ['130 kbit', { kind: 'unreadable', message: expect.stringContaining('expected a number in bytes') }],
    ['16.640', { kind: 'unreadable', message: expect.stringContaining('a point is the decimal point') }],
    ['0.5 bytes', { kind: 'unreadable', message: expect.stringContaining('whole number') }],
  ])('%s is an answer in bytes', async (typed, verdict) => {
    expect(await grade(size, typed, evaluator)).toMatchObject(verdict);
  });
});

describe('an answer written as elsewhere in the world', () => {
  // The answer is a number of its own: nothing is computed.
  const evaluator = new Evaluator(null as never, {});
  const ask = (answer: number) => ({ id: 'a', kind: 'number', answer, mistakes: [] }) as const;

  test.each([
    [1.135, '1,135', 'Found “1,135”, which is read as 1135:'],
    [120_000, '120.000', 'Found “120.000”, which is read as 120:'],
    [1_200_000, '1.200.000', 'Found “1.200.000”, expected a number'],
  ])('%s as %s is said to be read otherwise', async (right, typed, message) => {
    const verdict = await grade(ask(right), typed, evaluator);
    expect(verdict).toMatchObject({ kind: 'unreadable', message: expect.stringContaining(message) });
  });

  test('is wrong where it is wrong either way', async () => {
    expect(await grade(ask(7), '1,135', evaluator)).toMatchObject({ kind: 'wrong' });
    expect(await grade(ask(1135), '1,135', evaluator)).toMatchObject({ kind: 'right' });
  });

  test('may be in percent, and is asked what it means where the question counts percent itself', async () => {
    expect(await grade(ask(0.455), '45.5%', evaluator)).toMatchObject({ kind: 'right' });
    expect(await grade(ask(45.5), '45.5%', evaluator)).toEqual({
      kind: 'unreadable',
      message: 'Found “45.5%”, which is read as 0.455. Write 45.5 if you meant that.',
    });
    expect(await grade(ask(45.5), '4.55%', evaluator)).toMatchObject({ kind: 'wrong' });
  });

  test('with a field left empty is not read at all', async () => {
    const pair: Question = { id: 'a', kind: 'matrix', size: [1, 2], answer: [[28, 21]], mistakes: [] };
    const verdict = await grade(pair, ['28', ''], evaluator);
    expect(verdict).toEqual({ kind: 'unreadable', message: expect.stringContaining('still empty') });
  });

  test('that is no whole number still gets the reply to a mistake that gives it', async () => {
    const mistakes = [{ id: 'meet', gives: 32.5 }];
    const first: Question = { id: 'a', kind: 'integer', answer: 33, mistakes };
    expect(await grade(first, '32.5', evaluator)).toMatchObject({ kind: 'wrong', mistake: 'meet' });
    expect(await grade(first, '31.5', evaluator)).toMatchObject({ kind: 'unreadable' });
  });
});

describe('a near miss', () => {
  test.each([
    [[-10], [10], 'significant', { is: 'sign' }],
    [[-28, -21], [28, 21], 'significant', { is: 'sign' }],
    [[21, 28], [28, 21], 'significant', { is: 'order' }],
    [[28, 20], [28, 21], 'significant', { is: 'some', count: 1, of: 2 }],
    [[7, 8], [28, 21], 'significant', null],
    [[45.5], [5 / 11], 'significant', { is: 'percent' }],
    [[4], [0.25], 'significant', { is: 'inverse' }],
    [[0.45], [5 / 11], 'significant', { is: 'figures' }],
    [[0.002], [0.0020433], 'significant', { is: 'figures' }],
    [[4.5], [14 / 3], 'significant', null],
    [[516.02], [516], { absolute: 0.01 }, { is: 'within', within: 0.01 }],
    [[520], [516], { absolute: 0.01 }, null],
    [[34], [33], 'exact', null],
    [[5], [0], 'significant', null],
  ] as const)('%j for %j is told from the numbers alone', (given, expected, tolerance, near) => {
    expect(nearMiss(given, expected, tolerance)).toEqual(near);
  });
});

describe('near enough', () => {
  test('is half a unit of the third significant figure', () => {
    expect(isNear(2.36, 26 / 11, 'significant')).toBe(true);
    expect(isNear(2.37, 26 / 11, 'significant')).toBe(false);
    expect(isNear(0.00124, 0.0012449, 'significant')).toBe(true);
    expect(isNear(-2.36, 26 / 11, 'significant')).toBe(false);
    expect(isNear(1000, 999.6, 'significant')).toBe(true);
  });

  test('is exactly the whole number, whose float32 rounding is forgiven', () => {
    expect(isNear(11, 11.000_001, 'exact')).toBe(true);
    expect(isNear(11, 11.01, 'exact')).toBe(false);
    expect(isNear(8_589_934_591, 8_589_934_592, 'exact')).toBe(false);
    expect(isNear(11.000_001, 11.000_001, 'exact')).toBe(false);
  });

  test('has no significant figure at 0', () => {
    expect(isNear(0, 1e-9, 'significant')).toBe(true);
    expect(isNear(1e-3, 0, 'significant')).toBe(false);
  });
});

describe('words', () => {
  test('take values that are escaped', () => {
    expect(fill('a {x} {y}', { x: '<i>' })).toBe('a &lt;i&gt; {y}');
  });

  test('of a stranger keep emphasis and nothing else', () => {
    expect(plainProse('**a** <b>b</b>\n\n`c` *d*')).toBe(
      '<p><strong>a</strong> &lt;b&gt;b&lt;/b&gt;</p><p><code>c</code> <em>d</em></p>',
    );
  });

  test('have plurals and grouped numbers, in English where a language is not there', () => {
    for (const say of [speaker('en'), speaker('de'), speaker('not a tag')]) {
      expect(say('exercise.minutes', { count: 1 })).toBe('About 1 minute');
      expect(say('exercise.minutes', { count: 2 })).toBe('About 2 minutes');
      expect(say('exercise.cancelled', { done: 1000, total: 3_000_000 })).toContain('1,000 of 3,000,000');
    }
  });
});

describe('progress', () => {
  /** Storage as a browser has it, in a map. */
  function memory(): Storage & { writes: number } {
    const map = new Map<string, string>();
    return {
      writes: 0,
      length: 0,
      key: () => null,
      clear: () => map.clear(),
      getItem: (key) => map.get(key) ?? null,
      removeItem: (key) => map.delete(key),
      setItem(key, value) {
        this.writes += 1;
        map.set(key, value);
      },
    };
  }

  test('is written by the first answer and not before, and read by the next visit', () => {
    const storage = memory();
    const store = new ProgressStore(storage);
    expect(store.get('x')).toEqual({ best: 0, attempts: 0, complete: false });
    expect(storage.writes).toBe(0);
    store.record('x', 0.5, false);
    store.record('x', 0.25, false);
    expect(new ProgressStore(storage).get('x')).toEqual({ best: 0.5, attempts: 2, complete: false });
    store.reset();
    expect(new ProgressStore(storage).all().size).toBe(0);
  });

  test('of several frames on one page is kept whole', () => {
    const storage = memory();
    const [first, second] = [new ProgressStore(storage), new ProgressStore(storage)];
    first.record('x', 1, true);
    second.record('y', 0.5, false);
    first.record('y', 0.25, false);
    const visit = new ProgressStore(storage);
    expect(visit.get('x')).toEqual({ best: 1, attempts: 1, complete: true });
    expect(visit.get('y')).toEqual({ best: 0.5, attempts: 2, complete: false });
    second.reset();
    first.record('z', 1, true);
    expect([...new ProgressStore(storage).all().keys()]).toEqual(['z']);
  });

  test('that was forgotten can be brought back, and joins what was recorded since', () => {
    const storage = memory();
    const [here, elsewhere] = [new ProgressStore(storage), new ProgressStore(storage)];
    here.record('x', 0.5, false);
    here.record('y', 1, true);
    const forgotten = here.reset();
    expect(new ProgressStore(storage).all().size).toBe(0);
    elsewhere.record('x', 1, true);
    here.putBack(forgotten);
    expect([...new ProgressStore(storage).all()]).toEqual([
      ['x', { best: 1, attempts: 2, complete: true }],
      ['y', { best: 1, attempts: 1, complete: true }],
    ]);
  });

  test('works where storage is missing, full or holds something else', () => {
    const full = memory();
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const odd = memory();
    odd.setItem('linear-attention:progress:1', '{"x":{"best":"<b>"},"y":3}');
    for (const storage of [null, full, odd]) {
      const store = new ProgressStore(storage);
      expect(store.all().size).toBe(0);
      expect(store.record('x', 1, true).complete).toBe(true);
      expect(store.record('y', 1, true).attempts).toBe(1);
      expect([...store.all().keys()]).toEqual(['x', 'y']);
    }
  });
});
