// A teacher's own exercise: JSON by a stranger, read into the same schema and graded by the same grader. Whatever it
// holds, reading it ends in an exercise or in sentences that say where it is wrong; its words are never markup.
//
// {
//   "title": "…", "minutes": 5, "prompt": "…", "hints": ["…"], "solution": "…", "explain": "…",
//   "inputs": [{ "name": "q", "kind": "matrix", "label": "q", "default": [[1, 2]] },
//              { "name": "n", "kind": "integer", "label": "n", "default": 8, "min": 1, "max": 64 }],
//   "values": { "weight": <recipe> },
//   "questions": [{ "id": "a", "kind": "number", "ask": "…", "answer": <recipe>,
//                   "tolerance": 0.01, "mistakes": [{ "gives": <recipe>, "reply": "…" }] },
//                 { "id": "m", "kind": "matrix", "size": [2, 2], "ask": "…", "answer": <recipe>, "mistakes": [] },
//                 { "id": "b", "kind": "choice", "ask": "…", "options": { "yes": "Yes", "no": "No" },
//                   "answer": "yes", "mistakes": [{ "gives": "no", "reply": "…" }] }],
//   "results": [{ "label": "…", "value": <recipe>, "show": "number" }]
// }
//
// A recipe is a number, a matrix, a formula such as "= 2 * n", {"input": name}, {"value": name},
// {"op": name, "of": [recipes]} or {"call": name, "args": {…}, "pick": [keys]}; see recipe.ts and formula.ts for the
// names. A value may use the values above it. Texts may use **strong**, *emphasis*,
// `code`, blank lines, and {name} for an entry of values or an input.
import { commonParameters } from '../model/common-parameters.js';
import { digest } from '../model/digest.js';
import { jsonOf } from '../model/json.js';
import { check, type MatrixValue, type Parameter, type Table, urlKey } from '../model/parameters.js';
import { MAX_JSON_BYTES } from '../model/state.js';
import type { Exercise, Question, Result } from './exercise.js';
import { type Names, readFormula } from './formula.js';
import { isWord, ObjectReader, shown } from './object-reader.js';
import { placeholders, plainProse } from './prose.js';
import { LAYOUTS, OPERATIONS, PURE_CALLS, type Recipe } from './recipe.js';

export type CustomExercise =
  | { readonly ok: true; readonly exercise: Exercise }
  | { readonly ok: false; readonly problems: readonly string[] };

const LIMITS = {
  text: 4000,
  label: 200,
  inputs: 8,
  values: 40,
  questions: 12,
  mistakes: 10,
  hints: 10,
  results: 12,
  tolerance: 1e6,
  /** Of the fields of a matrix: what was typed into all of them is one text of the state. */
  side: 6,
};
const RECIPE_LIMITS = { depth: 12, parts: 2000 };
const SHOWN = ['number', 'integer', 'bytes', 'matrix', 'weights', 'signed', 'text'] as const;
/** Names that mean something else in an address. */
const TAKEN: readonly string[] = [...commonParameters.map(urlKey), 'ex', 'exercise', 's'];

/** Reads the text of a JSON file. */
export function parseCustomExercise(text: string): CustomExercise {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MAX_JSON_BYTES) {
    const [found, most] = [bytes, MAX_JSON_BYTES].map((count) => count.toLocaleString('en'));
    return { ok: false, problems: [`The exercise has ${found} bytes as JSON; at most ${most} are read.`] };
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return {
      ok: false,
      problems: [`This is not JSON: ${error instanceof Error ? error.message : 'unreadable'}.`],
    };
  }
  return readCustomExercise(json);
}

/** Reads a value that JSON could hold. */
export function readCustomExercise(json: unknown): CustomExercise {
  const problems: string[] = [];
  const reader = new ObjectReader(json, '', problems);
  const text: Record<string, string> = {};
  const prose: ReadProse = (section, words) => {
    text[section] = plainProse(words);
  };

  const title = reader.text('title', LIMITS.label);
  prose('prompt', reader.text('prompt', LIMITS.text));
  prose('solution', reader.text('solution', LIMITS.text, ''));
  prose('explain', reader.text('explain', LIMITS.text, ''));
  reader.texts('hints', LIMITS.hints, LIMITS.text).forEach((hint, index) => {
    prose(`hint ${index + 1}`, hint);
  });
  const inputRows = reader.objects('inputs', LIMITS.inputs);
  const inputs = inputRows.map(readInput);
  const values: Record<string, Recipe> = Object.create(null);
  const known = new Set<string>();
  // Of all rows: an input that starts out of its bounds is one complaint, and each formula with its name is none.
  const inputNames = inputRows.map((row) => row.value('name')).filter(isWord);
  const names: Names = { inputs: new Set(inputNames), values: known };
  const recipe: ReadRecipe = (found, path) => readRecipe(found, path, names, problems);
  for (const [name, found] of reader.entries('values', LIMITS.values)) {
    values[name] = recipe(found, `values.${name}`);
    // Only now: a value that used itself would never be known.
    known.add(name);
  }
  const questions = reader
    .objects('questions', LIMITS.questions)
    .map((row) => readQuestion(row, prose, recipe));
  const results = reader.objects('results', LIMITS.results).map((row, index): Result => {
    prose(`run ${index}`, row.text('label', LIMITS.label));
    return {
      id: String(index),
      value: recipe(row.value('value'), `${row.path}.value`),
      show: row.oneOf('show', SHOWN, 'number'),
    };
  });
  const minutes = reader.number('minutes', 1, 240, 5);
  if (questions.length === 0) problems.push('questions: found none, expected at least one.');
  for (const id of repeated(questions.map((question) => question.id))) {
    problems.push(`questions: two are called “${id}”; expected a different id for each.`);
  }
  for (const name of repeated(inputNames)) {
    problems.push(`inputs: two are called “${name}”; expected a different name for each.`);
  }
  // A text that names an input shows it, as one that names a value does.
  for (const name of Object.values(text).flatMap(placeholders)) {
    if (names.inputs.has(name) && !known.has(name)) values[name] = { input: name };
  }
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, 20) };
  // All have the id of the page that shows them, and a course has several.
  const progressKey = `own:${digest(jsonOf({ title, inputs, text, values, questions, results }))}`;
  return {
    ok: true,
    exercise: {
      id: 'own',
      progressKey,
      title,
      summary: title,
      station: 9,
      minutes,
      statements: [],
      inputs: inputs as Table,
      text,
      values,
      questions,
      results,
    },
  };
}

function readInput(row: ObjectReader): Parameter | null {
  const kind = row.oneOf('kind', ['matrix', 'integer', 'number'] as const);
  if (kind === undefined) return null;
  const name = row.word('name');
  if (TAKEN.includes(name)) row.refuse('name', 'another name: this one is a setting of every activity');
  const label = row.text('label', 40, name);
  const [min, max] = [row.number('min', -1e6, 1e6, -1e6), row.number('max', -1e6, 1e6, 1e6)];
  const whole = kind === 'integer' || (kind === 'matrix' && row.value('integer') === true);
  for (const [key, bound] of Object.entries({ min, max }))
    if (whole && !Number.isInteger(bound)) row.refuse(key, 'a whole number');
  if (min > max) return row.refuse('max', `a number from ${min}, the least, upward`);
  const given = row.value('default');
  let parameter: Parameter;
  if (kind === 'matrix') {
    const start = (Array.isArray(given) ? given : []) as MatrixValue;
    const [rows, cols] = [start.length, Array.isArray(start[0]) ? start[0].length : 0];
    if (rows < 1 || rows > 16 || cols < 1 || cols > 16) {
      return row.refuse('default', 'rows of numbers, 1 to 16 of each, such as [[1, 2], [3, 4]]');
    }
    const integer = row.flag('integer');
    parameter = {
      name,
      label,
      kind,
      default: start,
      rows: [rows, rows],
      cols: [cols, cols],
      min,
      max,
      integer,
    };
  } else {
    parameter = { name, label, kind, default: given as number, min, max };
  }
  const checked = check({ ...parameter, label: `${row.path}.default` }, given);
  return checked.ok ? parameter : row.complain(checked.message);
}

type ReadProse = (section: string, words: string) => void;

function readQuestion(row: ObjectReader, prose: ReadProse, recipe: ReadRecipe): Question {
  const id = row.word('id');
  const kind = row.oneOf('kind', ['number', 'integer', 'matrix', 'choice', 'choices'] as const);
  const stage = row.oneOf('stage', ['predict', 'explain'] as const, 'predict');
  prose(`question ${id}`, row.text('ask', LIMITS.text));
  const mistakes = row.objects('mistakes', LIMITS.mistakes);
  mistakes.forEach((mistake, index) => {
    prose(`mistake ${id} ${index}`, mistake.text('reply', LIMITS.text));
  });
  const asked = { id, stage };
  if (kind === 'choice' || kind === 'choices') {
    const options = readOptions(row, id, prose);
    return kind === 'choice'
      ? readChoice(row, { ...asked, options }, mistakes, recipe)
      : readChoices(row, { ...asked, options }, mistakes);
  }
  return readNumbers(row, asked, kind ?? 'number', mistakes, recipe);
}

type Asked = Pick<Question, 'id' | 'stage'>;
type AskedOptions = Asked & { readonly options: readonly string[] };

function readNumbers(
  row: ObjectReader,
  asked: Asked,
  kind: 'number' | 'integer' | 'matrix',
  mistakes: readonly ObjectReader[],
  recipe: ReadRecipe,
): Question {
  /** Words are an answer only where options are. */
  const given = (from: ObjectReader, key: string): Recipe => {
    const found = from.value(key);
    if (typeof found !== 'string' || found.startsWith('=')) return recipe(found, `${from.path}.${key}`);
    from.refuse(key, 'a number, a matrix, a formula such as "= 2 * n", or a recipe');
    return 0;
  };
  const answer = given(row, 'answer');
  const within = readTolerance(row, kind);
  const question = {
    ...asked,
    answer,
    mistakes: mistakes.map((mistake, index) => ({ id: String(index), gives: given(mistake, 'gives') })),
    ...(within && { within }),
  };
  if (kind === 'matrix') {
    const size = readSize(row);
    return { ...question, kind, ...(size && { size }) };
  }
  const unit = row.text('unit', 40, '');
  return { ...question, kind, ...(unit && { unit }) };
}

/** The short names of the options. */
function readOptions(row: ObjectReader, id: string, prose: ReadProse): string[] {
  const options = row.entries('options', 12).map(([option, label]) => {
    prose(`choice ${id} ${option}`, typeof label === 'string' ? label.slice(0, LIMITS.label) : option);
    return option;
  });
  if (options.length < 2) row.refuse('options', 'at least two, such as {"yes": "Yes", "no": "No"}');
  return options;
}

function readChoice(
  row: ObjectReader,
  asked: AskedOptions,
  mistakes: readonly ObjectReader[],
  recipe: ReadRecipe,
): Question {
  const answer = row.oneOf('answer', asked.options) ?? '';
  const gives = (mistake: ObjectReader) => recipe(mistake.value('gives'), `${mistake.path}.gives`);
  return {
    ...asked,
    kind: 'choice',
    answer,
    mistakes: mistakes.map((mistake, index) => ({ id: String(index), gives: gives(mistake) })),
  };
}

function readChoices(row: ObjectReader, asked: AskedOptions, mistakes: readonly ObjectReader[]): Question {
  const { options } = asked;
  const answer = row.texts('answer', 12, LIMITS.label);
  if (answer.length === 0 || answer.some((option) => !options.includes(option))) {
    row.refuse('answer', `a list out of ${options.join(', ')}`);
  }
  return {
    ...asked,
    kind: 'choices',
    answer,
    mistakes: mistakes.map((mistake, index) => ({
      id: String(index),
      ...(mistake.has('includes') && { includes: mistake.oneOf('includes', options) ?? '' }),
      ...(mistake.has('lacks') && { lacks: mistake.oneOf('lacks', options) ?? '' }),
    })),
  };
}

/** How far an answer may be away; null for the rule that the kind has by itself. */
function readTolerance(row: ObjectReader, kind: string): { absolute: number } | null {
  if (row.value('tolerance') === undefined) return null;
  if (kind === 'integer') return row.refuse('tolerance', 'none: a whole number is right or wrong');
  const absolute = row.value('tolerance');
  if (typeof absolute === 'number' && absolute > 0 && absolute <= LIMITS.tolerance) return { absolute };
  return row.refuse('tolerance', `a number above 0 and at most ${LIMITS.tolerance}`);
}

/** Rows and columns of the fields of a matrix; null for one field for all of it. */
function readSize(row: ObjectReader): readonly [number, number] | null {
  if (row.value('size') === undefined) return null;
  const size = row.value('size');
  const sides = Array.isArray(size) && size.length === 2 ? size : [];
  if (
    sides.length === 2 &&
    sides.every((side) => Number.isInteger(side) && side >= 1 && side <= LIMITS.side)
  ) {
    return [sides[0], sides[1]];
  }
  return row.refuse('size', `rows and columns, 1 to ${LIMITS.side} of each, such as [2, 3]`);
}

type ReadRecipe = (found: unknown, path: string) => Recipe;

/**
 * Walks a recipe, puts what they mean in the place of formulas, and complains of anything that no recipe holds; long
 * calls and samples are not for strangers.
 */
function readRecipe(found: unknown, path: string, names: Names, problems: string[]): Recipe {
  let parts = 0;
  let expected = '';
  /** Answers the part, or undefined when `expected` says what should have stood there. */
  const visit = (part: unknown, depth: number): unknown => {
    parts += 1;
    if (depth > RECIPE_LIMITS.depth) expected = `a recipe of at most ${RECIPE_LIMITS.depth} levels`;
    else if (parts > RECIPE_LIMITS.parts) expected = `a recipe of at most ${RECIPE_LIMITS.parts} parts`;
    else if (typeof part === 'string' && part.startsWith('=')) {
      const formula = readFormula(part.slice(1), names);
      if (formula.ok) return formula.recipe;
      expected = formula.expected;
    } else if (typeof part === 'number' || typeof part === 'string' || typeof part === 'boolean') return part;
    else if (typeof part !== 'object' || part === null) {
      expected =
        'a recipe: a number, a matrix, a formula such as "= 2 * n", or an object with input, value, op or call';
    } else if (Array.isArray(part)) return part.map((inner) => visit(inner, depth + 1));
    else {
      expected ||= badNode(part as Record<string, unknown>, names) ?? '';
      const entries = Object.entries(part).map(([key, inner]) => [key, visit(inner, depth + 1)]);
      return Object.fromEntries(entries);
    }
    return undefined;
  };
  const recipe = visit(found, 0);
  if (expected === '') return recipe as Recipe;
  problems.push(`${path}: found ${shown(found)}, expected ${expected}.`);
  return 0;
}

function badNode(node: Record<string, unknown>, names: Names): string | null {
  for (const [key, known] of [
    ['input', names.inputs],
    ['value', names.values],
  ] as const) {
    if (Object.keys(node).join() === key && typeof node[key] === 'string' && !known.has(node[key])) {
      return `${key === 'input' ? 'an input' : 'a value above it'} out of ${[...known].join(', ') || 'none'}`;
    }
  }
  if ('call' in node) {
    return (PURE_CALLS as readonly unknown[]).includes(node.call) && typeof node.args === 'object'
      ? null
      : `a call out of ${PURE_CALLS.join(', ')}, with args`;
  }
  if ('op' in node) {
    const names = [...Object.keys(OPERATIONS), ...LAYOUTS];
    return names.includes(node.op as string) && Array.isArray(node.of)
      ? null
      : `an op out of ${names.join(', ')}, with of`;
  }
  return null;
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => name !== '' && names.indexOf(name) !== index))];
}
