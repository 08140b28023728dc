// Files made by NumPy and safetensors (tests/golden/formats/make_fixtures.py) against what these libraries read from them,
// and files that are not what they should be against the sentence that is owed.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readCsv, writeCsv } from '../../web/model/formats/csv.js';
import { bfloat16ToNumber, halfToNumber } from '../../web/model/formats/half.js';
import { checkFit, guessRoles, headsIn, headsOf } from '../../web/model/formats/heads.js';
import { readNpy, writeNpy } from '../../web/model/formats/npy.js';
import { readNpz, writeNpz } from '../../web/model/formats/npz.js';
import { FormatError, type NumberArray } from '../../web/model/formats/number-array.js';
import { readFile } from '../../web/model/formats/read-file.js';
import { headOptions, openedFile, readChoice } from '../../web/widgets/inputs/open-file.js';

const folder = fileURLToPath(new URL('../golden/formats/', import.meta.url));
const bytesOf = (name: string) => new Uint8Array(readFileSync(folder + name));
const textBytes = (text: string) => new TextEncoder().encode(text);
const expected: Record<string, { shape: number[]; values: number[] }> = JSON.parse(
  readFileSync(`${folder}expected.json`, 'utf8'),
);

/** A .npy file with that header, and no numbers after it. */
function npyOf(descr: string, shape: string): Uint8Array {
  const text = textBytes(`{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape}), }`);
  const [low, high] = [text.length & 255, text.length >> 8];
  return Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, low, high, ...text);
}

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    return (error as Error).message;
  }
  throw new Error('Nothing was refused.');
}

function expectSame(array: NumberArray, key: string): void {
  expect(array.shape).toEqual(expected[key]!.shape);
  // No tolerance: reading a file rounds nothing.
  expect(Array.from(array.data)).toEqual(expected[key]!.values);
}

describe('files of arrays', () => {
  const npy = readdirSync(folder).filter((name) => name.endsWith('.npy') && name in expected);

  it('are all there', () => expect(npy.length).toBeGreaterThanOrEqual(25));

  it.each(npy)('%s', (name) => {
    const { format, arrays } = readFile(name, bytesOf(name));
    expect(format).toBe('npy');
    expectSame(arrays[0]!, name);
  });

  const zips = ['stored.npz', 'compressed.npz', 'stored-2023.npz', 'compressed-2023.npz'];
  it.each(zips)('%s', (name) => {
    const { format, arrays } = readFile(name, bytesOf(name));
    expect(format).toBe('npz');
    expect(arrays.map((array) => array.name)).toEqual(['q', 'k', 'v']);
    for (const array of arrays) expectSame(array, `${name.replace('-2023', '')}/${array.name}`);
  });

  const named = (name: string) => Object.keys(expected).filter((key) => key.startsWith(`${name}/`));
  it.each([
    ['single.safetensors', 'F32'],
    ['half.safetensors', 'F16'],
    ['brain.safetensors', 'BF16'],
  ])('%s, in every layout', (name, type) => {
    const { format, arrays } = readFile(name, bytesOf(name));
    expect(format).toBe('safetensors');
    expect(arrays.map((array) => `${name}/${array.name}`).sort()).toEqual(named(name).sort());
    for (const array of arrays) {
      expect(array.type).toBe(type);
      expectSame(array, `${name}/${array.name}`);
    }
    const heads = headsIn(arrays);
    const names = ['batches, batch 1, head 1', 'batches, batch 2, head 3', 'heads, head 3', 'q', 'k', 'v'];
    expect(heads.map((head) => head.name)).toEqual(expect.arrayContaining(names));
    expect(heads).toHaveLength(2 * 3 + 3 + 3);
    const whole = expected[`${name}/batches`]!.values;
    const last = heads.find((head) => head.name === 'batches, batch 2, head 3')!.matrix;
    expect([last.rows, last.cols, ...last.data]).toEqual([5, 4, ...whole.slice(-20)]);
    expect(guessRoles(arrays)).toMatchObject({ q: 'q', k: 'k', v: 'v' });
  });

  it('mixed.safetensors: the numbers beside metadata, integers, a mask, a scalar and an empty array', () => {
    const { arrays } = readFile('mixed.safetensors', bytesOf('mixed.safetensors'));
    expect(arrays.map(({ name }) => `mixed.safetensors/${name}`).sort()).toEqual(
      named('mixed.safetensors').sort(),
    );
    for (const array of arrays) expectSame(array, `mixed.safetensors/${array.name}`);
    expect(Object.fromEntries(arrays.map(({ name, type }) => [name, type]))).toMatchObject({
      q: 'F16',
      k: 'F32',
      v: 'BF16',
      gates: 'F64',
    });
    const heads = headsIn(arrays).map(({ name }) => name);
    for (const name of ['q, head 1', 'k, head 3', 'v, head 2', 'φ', 'extremes'])
      expect(heads).toContain(name);
    for (const name of ['scale', 'nothing', 'tokens', 'mask']) expect(heads).not.toContain(name);
  });

  it.each(['comma.csv', 'tabs.tsv', 'semicolon.csv'])('%s', (name) => {
    const { format, arrays } = readFile(name, bytesOf(name));
    expect(format).toBe('csv');
    expectSame(arrays[0]!, name);
  });

  it('keep the names of rows and columns', () => {
    const table = readFile('semicolon.csv', bytesOf('semicolon.csv')).arrays[0]!;
    expect(table.rowNames).toEqual(['The', 'teacher', 'left', '.']);
    expect(table.columnNames).toEqual(['x', 'y', 'z']);
  });
});

describe('numbers of 16 bits', () => {
  it.each([
    ['float16', halfToNumber, 0x7c00, 0xfc00, 0x7e01],
    ['bfloat16', bfloat16ToNumber, 0x7f80, 0xff80, 0x7fc1],
  ])('%s has both infinities, what is no number, and a negative zero', (_, read, above, below, none) => {
    expect(read(above)).toBe(Number.POSITIVE_INFINITY);
    expect(read(below)).toBe(Number.NEGATIVE_INFINITY);
    expect(read(none)).toBeNaN();
    expect(read(0x8000)).toBe(-0);
  });
});

describe('the end of a name', () => {
  it('is not believed', () => {
    expect(readFile('table.csv', bytesOf('c-little-f4.npy')).format).toBe('npy');
    expect(readFile('heads.npy', textBytes('[[1, 2], [3, 4]]')).format).toBe('json');
  });

  // A broken .safetensors was answered as a CSV file with a wrong field.
  it.each([
    [
      'heads.safetensors',
      'not numbers',
      /heads\.safetensors: .*not a safetensors file: it begins with 6e 6f 74 20, and eight bytes with the length/,
    ],
    ['HEADS.NPY', 'not numbers', /not a \.npy file: it begins with 6e 6f 74 20, and \\x93NUMPY is needed/],
    ['heads.npz', 'not numbers', /not an \.npz archive: it begins with 6e 6f 74 20, and PK is needed/],
    ['heads', 'not numbers', /Line 1, field 2 is “numbers”/],
  ])('says what was expected of %s', (name, text, sentence) => {
    expect(messageOf(() => readFile(name, textBytes(text)))).toMatch(sentence);
  });

  it('tells a cut safetensors file by its header', () => {
    const bytes = textBytes('{"q":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}');
    const file = new Uint8Array(8 + 20);
    file[0] = bytes.length;
    file.set(bytes.subarray(0, 20), 8);
    expect(messageOf(() => readFile('q.safetensors', file))).toMatch(
      /is cut off: its header has 54 bytes, and 20 follow/,
    );
  });
});

describe('a wrong file', () => {
  const cases: [string, Uint8Array, RegExp][] = [
    ['empty.npy', new Uint8Array(), /empty\.npy: The file is empty\./],
    ['cut.npy', bytesOf('c-little-f8.npy').subarray(0, 150), /cut off: .* 4 × 3 .* 96 bytes, and 22 follow/],
    ['header.npy', bytesOf('c-little-f8.npy').subarray(0, 40), /cut off inside its header/],
    ['complex.npy', bytesOf('complex.npy'), /complex numbers \(<c16\)\. Real numbers are needed/],
    ['text.npy', bytesOf('text.npy'), /holds text \(<U1\)/],
    ['objects.npy', bytesOf('objects.npy'), /Python objects/],
    ['structured.npy', bytesOf('structured.npy'), /structured array with named fields/],
    ['half.npz', bytesOf('compressed.npz').subarray(0, 300), /damaged or cut off/],
    ['model.pt', Uint8Array.of(0x80, 2, 0x8a, 10), /Python pickle/],
    ['photo.npy', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10), /a PNG picture/],
    ['page.csv', textBytes('<!doctype html><p>1,2'), /a web page/],
    [
      'what.bin',
      Uint8Array.of(1, 2, 3, 0xfe, 0xff),
      /binary file of an unknown kind \(it begins with 01 02 03 fe\)/,
    ],
    ['ragged.csv', textBytes('1,2\n3\n'), /Line 2 has 1 numbers, line 1 has 2/],
    ['word.csv', textBytes('1,2\n3,four\n5,6'), /Line 2, field 2 is “four”\. A number is needed/],
    ['hole.csv', textBytes('1,2,3\n4,,6\n'), /Line 2, field 2 is empty/],
    ['open.csv', textBytes('"1,2\n3,4'), /quotation mark that opens on line 1 is never closed/],
    ['cut.json', textBytes('[[1, 2], [3'), /not complete JSON/],
    ['ragged.json', textBytes('{"q": [[1, 2], [3]]}'), /“q”\[1\] has 1 entry, and the first .* has 2/],
    ['null.json', textBytes('[[1, null]]'), /\[0\]\[1\] is null\. A number is needed/],
    ['deep.json', textBytes('['.repeat(5000) + ']'.repeat(5000)), /nested more than 8 lists deep/],
    ['what.__proto__', textBytes('not numbers'), /Line 1, field 2 is “numbers”/],
    ['member.npy', npyOf('toString', '2, 2'), /holds the type toString \(toString\)\. Real numbers/],
    ['sizes.npy', npyOf('<f4', `${'9007199254740991, '.repeat(30)}0`), /Up to 67,108,864 are read here/],
    ['digits.csv', textBytes(`${'1'.repeat(1_000_000)}x`), /field 1 is “1{23}…”\. A number is needed/],
    ['names.json', textBytes('{"author": "x"}'), /entries “author”, none of them a list/],
  ];

  it.each(cases)('%s', (name, bytes, sentence) => {
    const message = messageOf(() => readFile(name, bytes));
    expect(message).toMatch(sentence);
    expect(message.startsWith(`${name}: `)).toBe(true);
  });

  it('of too many numbers is refused before any memory is taken', () => {
    expect(messageOf(() => readNpy(npyOf('<f4', '100000, 100000'), 'q'))).toMatch(
      /10,000,000,000 numbers\. Up to 67,108,864/,
    );
  });

  it('never brings down the page, whatever its bytes', () => {
    // Every single-byte change of a header, and every cut, ends in an array or a FormatError.
    const whole = bytesOf('c-little-f4.npy');
    for (let at = 0; at < 128; at++) {
      for (const flip of [1, 0x20, 0xff]) {
        const bytes = whole.slice();
        bytes[at]! ^= flip;
        try {
          readFile('q.npy', bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }
      expect(() => readFile('q.npy', whole.subarray(0, at))).toThrow(FormatError);
    }
  });
});

describe('what is written', () => {
  const data = Float32Array.of(0.1, -2.5, 1e-30, 3.4e38, 7, -0);
  const matrix = { rows: 2, cols: 3, data };

  it('reads back bit for bit', () => {
    expect(readNpy(writeNpy([2, 3], data)).data).toEqual(data);
    expect(readNpy(writeNpy([6], Float64Array.from(data))).shape).toEqual([6]);
    const [back] = readNpz(writeNpz({ q: { shape: [2, 3], data } }));
    expect(back).toMatchObject({ name: 'q', shape: [2, 3], data });
    expect(Float32Array.from(readCsv(writeCsv(matrix)).data)).toEqual(data);
  });

  it('keeps a .npy body at a multiple of 64 bytes, as NumPy does', () => {
    for (const shape of [[6], [2, 3], [1, 1, 2, 3]]) {
      const bytes = writeNpy(shape, data);
      expect((bytes.length - data.byteLength) % 64).toBe(0);
    }
  });

  it('quotes names, and lets no spreadsheet take one for a formula', () => {
    const csv = writeCsv(matrix, { columns: ['a,b', '=1+1', '\t=2'], rows: ['x"y', 'z'] });
    expect(csv.split('\n')[0]).toBe(',"a,b",\'=1+1,"\'\t=2"');
    expect(csv.split('\n')[1]).toMatch(/^"x""y",0\.1,/);
  });
});

describe('tables as text', () => {
  it.each([
    ['spaces', '1 2  3\n4 5 6', [1, 2, 3, 4, 5, 6]],
    ['true minus signs', '1,−2\n3,4', [1, -2, 3, 4]],
    ['decimal commas after tabs', '0,5\t1,5\n2\t3', [0.5, 1.5, 2, 3]],
    ['groups with decimal commas', '1.234,5;2\n3;4', [1234.5, 2, 3, 4]],
    ['groups alone where other fields have decimal commas', '1.234;5,6\n3;4', [1234, 5.6, 3, 4]],
    ['points as decimal points where no field has a comma', '1.234;5.6\n3;4', [1.234, 5.6, 3, 4]],
    ['a trailing delimiter and Windows line ends', '1;2;\r\n3;4;\r\n', [1, 2, 3, 4]],
    ['quoted fields', '"1","2"\n"3","4"', [1, 2, 3, 4]],
  ])('%s', (_, text, values) => {
    expect(Array.from(readCsv(text).data)).toEqual(values);
  });

  it('in UTF-16, as spreadsheets save it', () => {
    const text = '\uFEFF1\t2\n3\t4';
    const bytes = new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer);
    expect(Array.from(readFile('sheet.txt', bytes).arrays[0]!.data)).toEqual([1, 2, 3, 4]);
  });
});

describe('heads', () => {
  const array = (name: string, shape: number[]): NumberArray => ({
    name,
    shape,
    data: Float64Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => i),
    type: 'test',
  });

  it('are named by batch and head', () => {
    expect(headsOf(array('q', [5, 3])).map(({ name }) => name)).toEqual(['q']);
    expect(headsOf(array('q', [2, 5, 3])).map(({ name }) => name)).toEqual(['q, head 1', 'q, head 2']);
    const four = headsOf(array('q', [2, 2, 1, 2]));
    expect(four[3]!.name).toBe('q, batch 2, head 2');
    expect(Array.from(four[3]!.matrix.data)).toEqual([6, 7]);
    expect(headsOf(array('q', [1, 2, 5, 3]))[1]!.name).toBe('q, head 2');
  });

  it('refuse other shapes and numbers that cannot be used, by name', () => {
    expect(messageOf(() => headsOf(array('bias', [7])))).toMatch(/“bias” has 1 axis \(7 numbers\)/);
    expect(messageOf(() => headsOf(array('x', [1, 1, 1, 1, 1])))).toMatch(/5 axes/);
    expect(messageOf(() => headsOf(array('q', [0, 3])))).toMatch(/is empty: its shape is 0 × 3/);
    const wrong = { ...array('q', [2, 2]), data: Float64Array.of(0, 1, Number.NaN, 2) };
    expect(messageOf(() => headsOf(wrong)[0]!.matrix)).toMatch(/Row 2, column 1 of “q” is NaN/);
    const large = { ...wrong, data: Float64Array.of(0, 1e39, 0, 0) };
    expect(messageOf(() => headsOf(large)[0]!.matrix)).toMatch(
      /Row 1, column 2 of “q” is 1e\+39, which float32 cannot hold/,
    );
  });

  it('of an array that holds more than a list can show are refused', () => {
    expect(headsOf(array('q', [4096, 1, 1]))).toHaveLength(4096);
    expect(messageOf(() => headsOf(array('q', [64, 65, 1, 1])))).toMatch(
      /“q” has the shape 64 × 65 × 1 × 1, which is 4,160 heads\. Up to 4,096 are read here/,
    );
  });

  it('are offered without a look at their numbers: a NaN in one stops nobody who takes another', () => {
    const json = '{"a": [[1, 2]], "b": [[1e999, 2], [3, 4]]}';
    const choice = readChoice([{ name: 'heads.json', bytes: textBytes(json) }]);
    expect(headOptions(choice).map(({ label }) => label)).toEqual(['a (1 × 2)', 'b (2 × 2)']);
    expect(openedFile({ ...choice, chosen: { q: 'a', k: 'a', v: 'a' } })!.q.rows).toBe(1);
    expect(messageOf(() => openedFile({ ...choice, chosen: { q: 'a', k: 'b', v: 'b' } }))).toMatch(
      /Row 1, column 1 of “b” is infinite/,
    );
  });

  it('are found beside arrays that have none', () => {
    const found = headsIn([array('embedding', [512]), array('q', [2, 5, 3]), array('bias', [3])]);
    expect(found.map(({ name, rows, cols }) => [name, rows, cols])).toEqual([
      ['q, head 1', 5, 3],
      ['q, head 2', 5, 3],
    ]);
    expect(messageOf(() => headsIn([array('bias', [3])]))).toMatch(/“bias” has 1 axis/);
  });

  it('are told apart by their names', () => {
    const named = (...names: string[]) => names.map((name) => array(name, [2, 2]));
    expect(guessRoles(named('q', 'k', 'v'))).toEqual({ q: 'q', k: 'k', v: 'v' });
    expect(guessRoles(named('value', 'Query', 'keys'))).toEqual({ q: 'Query', k: 'keys', v: 'value' });
    expect(guessRoles(named('l5h3.q', 'l5h3.k', 'l5h3.v', 'l5h3.out')).q).toBe('l5h3.q');
    expect(guessRoles(named('h0.q', 'h1.q')).q).toBeNull();
    expect(guessRoles(named('a', 'b'))).toEqual({ q: null, k: null, v: null });
  });

  it('have to fit', () => {
    const head = (name: string, shape: number[]) => headsOf(array(name, shape))[0]!;
    expect(messageOf(() => checkFit(head('q', [2, 3]), head('k', [2, 4]), head('v', [2, 3])))).toMatch(
      /q has 3 dimensions and k has 4/,
    );
    expect(messageOf(() => checkFit(head('q', [2, 3]), head('k', [5, 3]), head('v', [4, 1])))).toMatch(
      /k has 5 tokens and v has 4/,
    );
    checkFit(head('q', [2, 3]), head('k', [5, 3]), head('v', [5, 1]));
  });
});
