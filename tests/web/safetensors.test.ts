import { describe, expect, test } from 'vitest';
import { isSafetensors, readSafetensors } from '../../web/model/formats/safetensors.js';

/** A file with that header and those bytes after it. */
function file(header: unknown, body: readonly number[] = []): Uint8Array {
  const text = new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header));
  const bytes = new Uint8Array(8 + text.length + body.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  bytes.set(body, 8 + text.length);
  return bytes;
}

const bytesOf = (numbers: Float32Array | Float64Array | Uint16Array) => [...new Uint8Array(numbers.buffer)];
const entry = (dtype: string, shape: number[], from: number, to: number) => ({
  dtype,
  shape,
  data_offsets: [from, to],
});

describe('safetensors', () => {
  test('reads F32, F64, F16 and BF16, each by its name', () => {
    const body = [
      ...bytesOf(Float32Array.of(1.5, -2)),
      ...bytesOf(Float64Array.of(0.1)),
      // 1, the smallest subnormal, -infinity, the largest
      ...bytesOf(Uint16Array.of(0x3c00, 0x0001, 0xfc00, 0x7bff)),
      ...bytesOf(Uint16Array.of(0x3f80, 0xc040)),
    ];
    const arrays = readSafetensors(
      file(
        {
          __metadata__: { written: 'by hand' },
          q: entry('F32', [1, 2], 0, 8),
          w: entry('F64', [1], 8, 16),
          k: entry('F16', [2, 2], 16, 24),
          v: entry('BF16', [2], 24, 28),
        },
        body,
      ),
    );
    expect(arrays.map(({ name, shape, type, data }) => [name, shape, type, [...data]])).toEqual([
      ['q', [1, 2], 'F32', [1.5, -2]],
      ['w', [1], 'F64', [0.1]],
      ['k', [2, 2], 'F16', [1, 2 ** -24, -Infinity, 65504]],
      ['v', [2], 'BF16', [1, -3]],
    ]);
  });

  test('reads from the middle of a buffer, where nothing is aligned', () => {
    const whole = file({ q: entry('F32', [2], 0, 8) }, bytesOf(Float32Array.of(3, 4)));
    const moved = new Uint8Array(whole.length + 3);
    moved.set(whole, 3);
    expect([...readSafetensors(moved.subarray(3))[0]!.data]).toEqual([3, 4]);
  });

  test('leaves out arrays that are no floating-point numbers', () => {
    const arrays = readSafetensors(
      file(
        { ids: entry('I64', [1], 0, 8), q: entry('F32', [1], 8, 12) },
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 63],
      ),
    );
    expect(arrays.map(({ name, data }) => [name, ...data])).toEqual([['q', 1]]);
  });

  test.each([
    ['no file at all', Uint8Array.of(1, 2, 3), /eight bytes with the length of a header are needed/],
    ['an endless header', file('{}').fill(255, 0, 8), /eight bytes with the length of a header are needed/],
    [
      'half a header',
      file({ q: entry('F32', [1], 0, 4) }).subarray(0, 20),
      /cut off: its header has \d+ bytes, and 12 follow/,
    ],
    ['no JSON', file('{"q": '), /header is not JSON/],
    ['a list', file([1]), /header is not an object/],
    ['nothing', file({}), /holds no arrays/],
    ['integers only', file({ q: entry('I32', [1], 0, 4) }, [0, 0, 0, 0]), /of type I32\. Floating-point/],
    [
      'a type by the name of a member',
      file({ q: entry('toString', [1], 0, 4) }, [0, 0, 0, 0]),
      /of type toString\./,
    ],
    ['no shape', file({ q: { dtype: 'F32', data_offsets: [0, 4] } }), /“q” needs a dtype, a shape/],
    ['a size below zero', file({ q: entry('F32', [-1], 0, 4) }), /“q” needs a dtype, a shape/],
    [
      'offsets that do not fit',
      file({ q: entry('F32', [2, 2], 0, 12) }),
      /2 × 2 of type F32, 16 bytes, and its data_offsets span 12/,
    ],
    [
      'half a body',
      file({ q: entry('F32', [2], 0, 8) }, [0, 0, 0, 0]),
      /“q” is cut off: it ends at byte 8, and the file has 4/,
    ],
    ['a shape past all memory', file({ q: entry('F32', [1e6, 1e6], 0, 4e12) }), /1,000,000,000,000 numbers/],
  ])('says what is wrong with %s', (_, bytes, message) => {
    expect(() => readSafetensors(bytes, 'head.safetensors')).toThrow(message);
  });

  test('tells its own files from others', () => {
    expect(isSafetensors(file({ q: entry('F32', [0], 0, 0) }))).toBe(true);
    expect(isSafetensors(new TextEncoder().encode('\x93NUMPY and more'))).toBe(false);
    expect(isSafetensors(new TextEncoder().encode('PK\x03\x04 and more'))).toBe(false);
  });
});
