// Damaged files of every format: each ends in arrays, or in a sentence for the reader.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { headsIn } from '../../web/model/formats/heads.js';
import { FormatError } from '../../web/model/formats/number-array.js';
import { readFile } from '../../web/model/formats/read-file.js';
import { generator } from './mutations.js';

const folder = fileURLToPath(new URL('../golden/formats/', import.meta.url));
const files = readdirSync(folder).filter((name) => /\.(npy|npz|safetensors|csv|tsv)$/.test(name));
const TIMES = 1000;
/** Where headers and first fields are. */
const BEGINNING = 400;

/** A few bytes replaced, flipped or written over by others; the end cut off. */
function damaged(whole: Uint8Array, random: (below: number) => number): Uint8Array {
  let bytes = whole.slice();
  for (let changes = 1 + random(4); changes > 0 && bytes.length > 0; changes -= 1) {
    const at = random(Math.min(bytes.length, BEGINNING));
    const kind = random(4);
    if (kind === 0) bytes[at] = random(256);
    else if (kind === 1) bytes[at]! ^= 1 << random(8);
    else if (kind === 2) bytes = bytes.slice(0, random(bytes.length));
    else {
      const from = random(bytes.length);
      bytes.copyWithin(at, from, from + random(16));
    }
  }
  return bytes;
}

test('files of each format are there', () => expect(files.length).toBeGreaterThan(35));

test.each(files)(`%s, damaged ${TIMES} times`, (name) => {
  const random = generator(files.indexOf(name));
  const whole = new Uint8Array(readFileSync(folder + name));
  for (let n = 0; n < TIMES; n += 1) {
    const bytes = damaged(whole, random);
    try {
      for (const head of headsIn(readFile(name, bytes).arrays))
        expect(head.matrix.data).toHaveLength(head.rows * head.cols);
    } catch (error) {
      if (!(error instanceof FormatError)) throw new Error(`after ${bytes.join(' ')}`, { cause: error });
    }
  }
});
