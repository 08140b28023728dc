// An exercise while a teacher writes it: the JSON that custom-exercise.ts reads, in the shape of a form. What is typed
// is kept as it was typed; whether it means anything is for the reader of the JSON to say.

import { readRows } from '../../lesson-kit/numbers.js';
import { parseNumber } from '../../model/parse-number.js';

export interface DraftInput {
  name: string;
  kind: string;
  label: string;
  /** As typed: a number, or rows such as 1 2; 3 4. */
  start: string;
  min: string;
  max: string;
}

export interface DraftMistake {
  /** As typed: a formula or a recipe; of a choice, an option. */
  gives: string;
  /** Of several choices: the option that was chosen and should not be, or is missing. */
  includes: string;
  lacks: string;
  reply: string;
}

export interface DraftQuestion {
  id: string;
  kind: string;
  stage: string;
  ask: string;
  unit: string;
  /** As typed: how far an answer may be away, and rows and columns such as 2 × 3. */
  tolerance: string;
  size: string;
  /** As typed; of several choices, options with commas between them. */
  answer: string;
  options: { id: string; label: string }[];
  mistakes: DraftMistake[];
}

export interface Draft {
  title: string;
  minutes: string;
  prompt: string;
  inputs: DraftInput[];
  values: { name: string; recipe: string }[];
  questions: DraftQuestion[];
  results: { label: string; value: string; show: string }[];
  hints: string[];
  solution: string;
  explain: string;
}

export const blankMistake = (): DraftMistake => ({ gives: '', includes: '', lacks: '', reply: '' });
export const blankInput = (): DraftInput => ({
  name: '',
  kind: 'integer',
  label: '',
  start: '',
  min: '',
  max: '',
});
export const blankQuestion = (id: string): DraftQuestion => ({
  id,
  kind: 'number',
  stage: 'predict',
  ask: '',
  unit: '',
  tolerance: '',
  size: '',
  answer: '',
  options: [
    { id: 'yes', label: 'Yes' },
    { id: 'no', label: 'No' },
  ],
  mistakes: [blankMistake(), blankMistake(), blankMistake()],
});

/** What the form begins with: small, whole, and to be written over. */
export const FIRST: unknown = {
  title: 'How many scores?',
  minutes: 3,
  prompt: 'A causal layer compares each of **n** tokens with itself and with the tokens before it.',
  inputs: [{ name: 'n', kind: 'integer', label: 'n', default: 8, min: 1, max: 4096 }],
  values: { pairs: '= n * (n + 1) / 2' },
  questions: [
    {
      id: 'pairs',
      kind: 'integer',
      ask: 'How many scores does it compute?',
      answer: '= pairs',
      mistakes: [
        { gives: '= n ^ 2', reply: 'This counts the tokens that come later, too.' },
        { gives: '= n * (n - 1) / 2', reply: 'Each token also sees itself.' },
        { gives: '= n', reply: 'This is one score for each token. The second token has two.' },
      ],
    },
  ],
  hints: ['The first token has 1 score, the second has 2.', 'Add the numbers from 1 to n.'],
  solution: 'The sum of 1 to n is n(n + 1)/2, which is {pairs} here.',
  explain: 'The number grows with the square of n. The causal mask saves about half of it.',
  results: [{ label: 'Scores below and on the diagonal', value: '= pairs', show: 'integer' }],
};

/** The JSON of a draft. Rows that were left blank are left out. */
export function draftToJson(draft: Draft): object {
  const { title, prompt, solution, explain } = draft;
  return {
    title,
    minutes: numberOr(draft.minutes),
    prompt,
    ...listed('inputs', draft.inputs.map(inputToJson)),
    ...named(
      'values',
      draft.values.map(({ name, recipe }) => [name.trim(), recipeFrom(recipe)]),
    ),
    questions: draft.questions.map(questionToJson),
    ...listed(
      'results',
      draft.results.map(({ label, value, show }) => ({ label, value: recipeFrom(value), show })),
    ),
    ...listed(
      'hints',
      draft.hints.filter((hint) => !isBlank(hint)),
    ),
    ...filled({ solution, explain }),
  };
}

/** Of a row that the JSON leaves out. */
export function isBlank(row: DraftMistake | string): boolean {
  return Object.values(typeof row === 'string' ? [row] : row).every((text) => text.trim() === '');
}

function inputToJson({ name, kind, label, start, min, max }: DraftInput): object {
  return {
    name: name.trim(),
    kind,
    ...filled({ label }),
    default: kind === 'matrix' ? (readRows(start) ?? start) : numberOr(start),
    ...(min.trim() !== '' && { min: numberOr(min) }),
    ...(max.trim() !== '' && { max: numberOr(max) }),
  };
}

function questionToJson(question: DraftQuestion): object {
  const { kind, stage, ask, unit, tolerance, size } = question;
  const chosen = kind === 'choice' || kind === 'choices';
  const list = question.answer.split(',').map((option) => option.trim());
  return {
    id: question.id.trim(),
    kind,
    ...(stage !== 'predict' && { stage }),
    ask,
    ...((kind === 'number' || kind === 'integer') && filled({ unit })),
    ...((kind === 'number' || kind === 'matrix') &&
      tolerance.trim() !== '' && { tolerance: numberOr(tolerance) }),
    ...(kind === 'matrix' && size.trim() !== '' && { size: sizeFrom(size) }),
    ...(chosen &&
      named(
        'options',
        question.options.map(({ id, label }) => [id.trim(), label]),
      )),
    answer: kind === 'choices' ? list : chosen ? question.answer.trim() : recipeFrom(question.answer),
    ...listed(
      'mistakes',
      question.mistakes
        .filter((mistake) => !isBlank(mistake))
        .map(({ gives, includes, lacks, reply }) => ({
          ...(kind === 'choices'
            ? filled({ includes: includes.trim(), lacks: lacks.trim() })
            : { gives: chosen ? gives.trim() : recipeFrom(gives) }),
          reply,
        })),
    ),
  };
}

/** The form of a JSON that was read without a problem; what it does not say is blank. */
export function jsonToDraft(json: unknown): Draft {
  const whole = fields(json);
  return {
    title: text(whole.title),
    minutes: text(whole.minutes ?? 5),
    prompt: text(whole.prompt),
    inputs: rows(whole.inputs).map((row) => ({
      name: text(row.name),
      kind: text(row.kind),
      label: text(row.label),
      start: Array.isArray(row.default)
        ? row.default.map((entries: number[]) => entries.join(' ')).join('; ')
        : text(row.default),
      min: text(row.min),
      max: text(row.max),
    })),
    values: pairs(whole.values).map(([name, recipe]) => ({ name, recipe: recipeText(recipe) })),
    questions: rows(whole.questions).map((row) => ({
      id: text(row.id),
      kind: text(row.kind),
      stage: text(row.stage ?? 'predict'),
      ask: text(row.ask),
      unit: text(row.unit),
      tolerance: text(row.tolerance),
      size: Array.isArray(row.size) ? row.size.join(' × ') : text(row.size),
      answer:
        row.kind === 'choices'
          ? (row.answer as string[]).join(', ')
          : row.kind === 'choice'
            ? text(row.answer)
            : recipeText(row.answer),
      options: pairs(row.options).map(([id, label]) => ({ id, label: text(label) })),
      mistakes: rows(row.mistakes).map((mistake) => ({
        gives: row.kind === 'choice' ? text(mistake.gives) : recipeText(mistake.gives),
        includes: text(mistake.includes),
        lacks: text(mistake.lacks),
        reply: text(mistake.reply),
      })),
    })),
    results: rows(whole.results).map((row) => ({
      label: text(row.label),
      value: recipeText(row.value),
      show: text(row.show ?? 'number'),
    })),
    hints: (Array.isArray(whole.hints) ? whole.hints : []).map(text),
    solution: text(whole.solution),
    explain: text(whole.explain),
  };
}

/** What a person typed as a recipe: JSON where it looks like JSON, a number, or else a formula. */
export function recipeFrom(typed: string): unknown {
  const trimmed = typed.trim().replace(/^=\s*/, '');
  if (trimmed === '') return undefined;
  const number = parseNumber(trimmed);
  if (number.ok) return number.value;
  if (/^[[{]/.test(trimmed)) {
    try {
      return JSON.parse(trimmed);
    } catch {
      // Not yet: the formula that it then is will be refused where it stands.
    }
  }
  return `= ${trimmed}`;
}

function recipeText(recipe: unknown): string {
  if (typeof recipe === 'string') return recipe.replace(/^=\s*/, '');
  return recipe === undefined ? '' : JSON.stringify(recipe);
}

/** A number where one was typed; else the text, for the reader to refuse; undefined where nothing was. */
function numberOr(typed: string): unknown {
  if (typed.trim() === '') return undefined;
  const number = parseNumber(typed);
  return number.ok ? number.value : typed;
}

/** Rows and columns with anything but digits between them; else the text, for the reader to refuse. */
function sizeFrom(typed: string): unknown {
  const sides = /^\s*(\d+)\D+(\d+)\s*$/.exec(typed);
  return sides === null ? typed : [Number(sides[1]), Number(sides[2])];
}

function filled(texts: Record<string, string>): object {
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value.trim() !== ''));
}

function listed(key: string, list: readonly unknown[]): object {
  return list.length === 0 ? {} : { [key]: list };
}

function named(key: string, entries: readonly (readonly [string, unknown])[]): object {
  return entries.length === 0 ? {} : { [key]: Object.fromEntries(entries) };
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function rows(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(fields) : [];
}

function pairs(value: unknown): [string, unknown][] {
  return Object.entries(fields(value));
}
