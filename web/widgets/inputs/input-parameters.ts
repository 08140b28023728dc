// The rows by which a reader chooses what is attended to; a station that takes inputs puts them into its table.
import { defineTable, type Parameter } from '../../model/parameters.js';
import type { HeadInfo } from './head-library.js';

/** Layers and heads of each text, as the files hold them. */
export const HEAD_IDS: readonly string[] = ['short', 'medium', 'long'].flatMap((text) =>
  [0, 1].flatMap((layer) => [0, 1, 2, 3].map((head) => `${text}/${layer}/${head}`)),
);

const TEXT_NAMES: Readonly<Record<string, string>> = {
  short: 'a sentence, 15 tokens',
  medium: 'a paragraph, 64 tokens',
  long: 'a page, 128 tokens',
};

/** What a head is called, alone and in a list; layer and head are counted from 1 for people. */
export function headInfo(id: string): HeadInfo {
  const [text = '', layer, head] = id.split('/');
  const group = TEXT_NAMES[text] ?? text;
  const place = `layer ${Number(layer) + 1}, head ${Number(head) + 1}`;
  const [, word = group] = /^an? (\w+)/.exec(group) ?? [];
  return { id, label: `${group}: ${place}`, short: `${word}: ${place}`, group };
}

export const inputParameters = defineTable([
  {
    name: 'source',
    kind: 'choice',
    label: 'q, k and v from',
    default: 'random',
    choices: [
      { value: 'random', label: 'random numbers' },
      { value: 'head', label: 'a trained head' },
      { value: 'text', label: 'a text' },
      { value: 'typed', label: 'typed matrices' },
      { value: 'file', label: 'a file of yours' },
    ],
    about: 'Where the inputs come from. A file is read in the browser and is not part of a link.',
  },
  { name: 'n', kind: 'integer', label: 'n, tokens', default: 24, min: 2, max: 256, logarithmic: true },
  {
    name: 'd',
    kind: 'integer',
    label: 'd, size of a head',
    default: 16,
    min: 1,
    max: 128,
    logarithmic: true,
  },
  { name: 'seed', kind: 'integer', label: 'seed', default: 1, min: 0, max: 1_000_000, next: 'Next' },
  {
    name: 'head',
    kind: 'choice',
    label: 'head',
    default: 'short/0/0',
    choices: HEAD_IDS.map((id) => ({ value: id, label: headInfo(id).label })),
  },
  {
    name: 'text',
    kind: 'text',
    label: 'text',
    default: 'the cat sat on the mat and the dog sat on the rug',
    maxLength: 600,
    about: 'Its words become vectors by their letters alone: the same word is always the same vector.',
  },
  ...(['q', 'k', 'v'] as const).map(
    (name) =>
      ({
        name: `typed${name.toUpperCase()}` as 'typedQ' | 'typedK' | 'typedV',
        kind: 'matrix',
        label: name.toUpperCase(),
        default: [
          [1, 0],
          [0, 1],
          [1, 1],
        ],
        rows: [1, 32],
        cols: [1, 16],
        min: -1e6,
        max: 1e6,
        public: false,
      }) as const,
  ),
]);

type InputName = (typeof inputParameters)[number]['name'];

/** The same rows with a station's own defaults and bounds, without those it has no use for. */
export function inputRows(
  own: Readonly<Partial<Record<InputName, Partial<Parameter>>>>,
  without: readonly InputName[] = [],
): readonly Parameter[] {
  return inputParameters
    .filter(({ name }) => !without.includes(name))
    .map((row) => ({ ...row, ...own[row.name] }) as Parameter);
}
