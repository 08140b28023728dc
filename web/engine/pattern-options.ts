// Sparse patterns, as callers write them and as they cross.
import { AttentionError } from './errors.js';
import { PATTERNS } from './names.js';
import type { RawPattern } from './raw-module.js';
import * as check from './validate.js';

const PATTERN_KEYS = [
  'kind',
  'left',
  'right',
  'window',
  'dilation',
  'globalTokens',
  'blockSize',
  'randomBlocks',
  'seed',
  'random',
];

export const NO_PATTERN: RawPattern = {
  kind: 0,
  left: -1,
  right: -1,
  window: 0,
  dilation: 1,
  globalTokens: null,
  blockSize: 1,
  randomBlocks: 0,
  seed: 0,
  random: null,
  randomStart: null,
};

export function rawPattern(name: string, value: unknown, queries: number, keys: number): RawPattern {
  const given = check.object(name, value, 'a pattern such as {kind: "window", left: 2, right: 0}');
  check.onlyKeys(name, given, PATTERN_KEYS);
  const raw = { ...NO_PATTERN, kind: check.oneOf(`${name}.kind`, given.kind, PATTERNS) };
  const kind = PATTERNS[raw.kind];
  if (kind !== 'window' && queries !== keys) {
    throw new AttentionError(
      'bad-shape',
      `${name} of kind ${kind} was given ${queries} queries and ${keys} keys; expected as many keys as queries.`,
    );
  }
  if (kind === 'window') {
    raw.left = check.integer(`${name}.left`, given.left, -1);
    raw.right = check.integer(`${name}.right`, given.right, -1);
  } else if (kind === 'longformer') {
    raw.window = check.integer(`${name}.window`, given.window, 0);
    if (given.dilation !== undefined) raw.dilation = check.integer(`${name}.dilation`, given.dilation, 1);
    if (given.globalTokens !== undefined) {
      raw.globalTokens = check.wholeNumbers(`${name}.globalTokens`, given.globalTokens, keys - 1);
    }
  } else {
    raw.blockSize = check.integer(`${name}.blockSize`, given.blockSize, 1);
    raw.randomBlocks = check.integer(`${name}.randomBlocks`, given.randomBlocks, 0);
    const blocks = Math.ceil(keys / raw.blockSize);
    if (given.random === undefined) raw.seed = check.seed(`${name}.seed`, given.seed);
    else Object.assign(raw, randomBlocks(`${name}.random`, given.random, blocks));
  }
  return raw;
}

/** One list per block row, laid end to end, with the place where each begins. */
function randomBlocks(
  name: string,
  value: unknown,
  blocks: number,
): Pick<RawPattern, 'random' | 'randomStart'> {
  if (!Array.isArray(value)) check.refuse('bad-argument', name, value, 'an array of arrays of block numbers');
  check.count(name, value.length, 'lists', blocks, ', one per block row');
  const lists = value.map((list, b) => check.wholeNumbers(`${name}[${b}]`, list, blocks - 1));
  const start = new Int32Array(blocks + 1);
  lists.forEach((list, b) => {
    start[b + 1] = start[b]! + list.length;
  });
  const random = new Int32Array(start[blocks]!);
  lists.forEach((list, b) => {
    random.set(list, start[b]);
  });
  return { random, randomStart: start };
}
