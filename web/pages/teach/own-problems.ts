// What keeps a draft from being an exercise, said where it stands in the form and in the words of the form.
import { isWord } from '../../lesson-kit/object-reader.js';
import { shorten } from '../../model/text.js';
import { type Draft, isBlank } from './own-draft.js';

export interface Problem {
  /** The field, as the form's paths name it: `questions[0].mistakes[1].gives`, or a list such as `questions`. */
  readonly at: string;
  /** The place in the words of the form, for a list of problems. */
  readonly place: string;
  readonly says: string;
}

/** Keys of the JSON that the form calls otherwise. */
const FORM_WORDS: Readonly<Record<string, string>> = {
  default: 'starts as',
  min: 'least',
  max: 'most',
  id: 'short name',
  ask: 'the question',
  stage: 'asked',
  answer: 'right answer',
  gives: 'they answer',
  includes: 'wrongly chosen',
  lacks: 'missing',
  reply: 'your reply',
  tolerance: 'right if at most so far away',
  size: 'fields',
  value: 'formula',
  recipe: 'formula',
  show: 'shown as',
  prompt: 'what it is about',
  solution: 'worked solution',
  explain: 'explanation',
};

/** Phrases of the JSON's reader that speak of JSON. */
const JSON_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^found (nothing|""), expected/, 'this is empty; expected'],
  [/^found "=?\s?(.*)", expected/, 'found “$1”, expected'],
  [
    /a recipe: a number, .* op or call|a number, a matrix, a formula such as "= 2 \* n", or a recipe/,
    'a number, a matrix or a formula such as 2 * n',
  ],
  [/rows of numbers, (.*), such as \[\[1, 2\], \[3, 4\]\]/, 'rows of numbers, $1, such as 1 2; 3 4'],
  [/at least two, such as \{.*\}/, 'at least two options'],
  [/(rows and columns, .*), such as \[2, 3\]/, '$1, such as 2 × 3'],
];

/** A sentence of the reader or of the rehearsal, `path: found …`, as it stands in the form of this draft. */
export function placed(problem: string, draft: Draft): Problem {
  const [, path = '', words = problem] = /^([\w.[\]-]+): (.*)$/s.exec(problem) ?? [];
  const at = formPath(path, draft);
  const says = JSON_WORDS.reduce((text, [from, to]) => text.replace(from, to), words);
  return { at, place: capital(placeOf(path, at)), says: capital(says) };
}

/** What the JSON does not show any more: names that are none, or that stand twice. */
export function namingProblems(draft: Draft): Problem[] {
  const lists: [string, readonly (string | null)[]][] = [
    // A row that was only added says nothing yet.
    ['values[].name', draft.values.map(({ name, recipe }) => (isBlank(name + recipe) ? null : name))],
    ...draft.questions.flatMap(({ kind, options }, index): [string, readonly (string | null)[]][] =>
      kind === 'choice' || kind === 'choices'
        ? [[`questions[${index}].options[].id`, options.map(({ id }) => id)]]
        : [],
    ),
  ];
  return lists.flatMap(([path, list]) => {
    const names = list.map((name) => name?.trim());
    return names.flatMap((name, index): Problem[] => {
      if (name === undefined) return [];
      const at = path.replace('[]', `[${index}]`);
      const place = capital(placeOf(at, at));
      const found = name === '' ? 'This is empty' : `Found “${shorten(name, 40)}”`;
      if (!isWord(name))
        return [
          {
            at,
            place,
            says: `${found}; expected a word of letters, digits, - and _ that begins with a letter.`,
          },
        ];
      if (names.indexOf(name) < index)
        return [{ at, place, says: `${found} a second time; expected a name of its own.` }];
      return [];
    });
  });
}

const ORDER = [
  'title',
  'minutes',
  'prompt',
  'inputs',
  'values',
  'questions',
  'hints',
  'results',
  'solution',
  'explain',
];

/** In the order of the form. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const part = ({ at }: Problem) => ORDER.indexOf(/^\w*/.exec(at)![0]);
  return [...problems].sort((a, b) => part(a) - part(b));
}

/** The JSON leaves out blank rows, and names a value where the form counts them. */
function formPath(path: string, draft: Draft): string {
  const value = /^values\.(.+)$/.exec(path)?.[1];
  if (value !== undefined) {
    return `values[${draft.values.findIndex(({ name }) => name.trim() === value)}].recipe`;
  }
  const inMistakes = /^questions\[(\d+)\]\.mistakes\[(\d+)\](.*)$/.exec(path);
  if (inMistakes !== null) {
    const [, question, mistake, rest] = inMistakes;
    const rows = draft.questions[Number(question)]?.mistakes ?? [];
    return `questions[${question}].mistakes[${nthFilled(rows, Number(mistake))}]${rest}`;
  }
  const hint = /^hints\[(\d+)\]$/.exec(path)?.[1];
  return hint === undefined ? path : `hints[${nthFilled(draft.hints, Number(hint))}]`;
}

function nthFilled(rows: Parameters<typeof isBlank>[0][], n: number): number {
  const filled = rows.flatMap((row, index) => (isBlank(row) ? [] : [index]));
  return filled[n] ?? n;
}

/** `questions[0].id` is question 1, short name; a teacher's value keeps its name, which may be that of a key. */
function placeOf(path: string, at: string): string {
  const value = /^values\.(.+)$/.exec(path)?.[1];
  if (value !== undefined) return `value ${value}`;
  return at.split('.').map(inForm).join(', ');
}

function inForm(part: string): string {
  const [, one, index] = /^(\w+?)s\[(\d+)\]$/.exec(part) ?? [];
  return one === undefined ? (FORM_WORDS[part] ?? part) : `${one} ${Number(index) + 1}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
