// Whether an answer is right, and if it is not, which known mistake it is the right answer to. Everything that an
// answer is compared with is computed by the core from the inputs as they stand.
import { isUnclearSize, splitUnit } from '../model/units.js';
import type { Question } from './exercise.js';
import { type NearMiss, nearMiss } from './near-miss.js';
import { isNear, otherReading, readNumber, readRows, type Tolerance } from './numbers.js';
import { type Evaluator, type Outcome, toRows } from './recipe.js';
import { type StringKey, say, type Values } from './strings.js';

/**
 * What the reader typed; of a matrix of known size, one text for each entry, row by row; of choices, the options
 * that were chosen. A build question is answered by the inputs.
 */
export type Given = string | readonly string[];

export type Verdict =
  | { readonly kind: 'right'; readonly expected?: Outcome }
  | {
      readonly kind: 'wrong';
      readonly expected?: Outcome;
      readonly mistake?: string;
      /** Which entries of a matrix are not right, counted row by row. */
      readonly wrong?: readonly number[];
      /** How the numbers stand to the right ones, where no known mistake explains them. */
      readonly near?: NearMiss;
    }
  /** Not an answer at all: what was found and what was expected. */
  | { readonly kind: 'unreadable'; readonly message: string };

type NumericQuestion = Extract<Question, { kind: 'number' | 'integer' | 'matrix' }>;
type Say = (key: StringKey, values?: Values) => string;

/** Compares one answer. The solution comes first, then the mistakes in the order of the exercise. */
export async function grade(
  question: Question,
  given: Given,
  evaluator: Evaluator,
  speak: Say = say,
): Promise<Verdict> {
  switch (question.kind) {
    case 'number':
    case 'integer':
    case 'matrix':
      return gradeNumbers(question, given, evaluator, speak);
    case 'choice':
      return gradeChoice(question, String(given), evaluator, speak);
    case 'choices':
      return gradeChoices(question, typeof given === 'string' ? [given] : given, speak);
    case 'build':
      return gradeBuild(question, evaluator);
  }
}

/** The tolerance of a question of numbers. */
function toleranceOf(question: NumericQuestion): Tolerance {
  return question.within ?? (question.kind === 'integer' ? 'exact' : 'significant');
}

async function gradeNumbers(
  question: NumericQuestion,
  typed: Given,
  evaluator: Evaluator,
  speak: Say,
): Promise<Verdict> {
  const texts = typeof typed === 'string' ? [typed] : typed;
  if (texts.every((text) => text.trim() === '')) {
    return { kind: 'unreadable', message: speak('exercise.missing') };
  }
  const unit = ('unit' in question && question.unit) || '';
  const given = readGiven(question, typed);
  if ('bad' in given) {
    return { kind: 'unreadable', message: speak(given.says, { found: quoted(given.bad), unit }) };
  }
  const expected = await evaluator.rows(question.answer);
  if (!expected.flat().every(Number.isFinite)) {
    return { kind: 'unreadable', message: speak('answer.no-value') };
  }
  const own = toleranceOf(question);
  const whole = own !== 'exact' || given.rows.flat().every(Number.isInteger);
  // 4.88 MiB is a number of bytes that was rounded on its way, as the page rounds it.
  const tolerance = given.per === 1 ? own : 'significant';
  if (allNear(given.rows, inUnit(expected, given.per), tolerance)) return { kind: 'right', expected };
  const wrong = wrongEntries(given.rows, inUnit(expected, given.per), tolerance);
  for (const mistake of question.mistakes) {
    const slip = await slipRows(evaluator, mistake.gives);
    // Of a whole number, a mistake may give none.
    const near = whole ? tolerance : 'significant';
    if (slip !== null && allNear(given.rows, inUnit(slip, given.per), near))
      return { kind: 'wrong', expected, wrong, mistake: mistake.id };
  }
  const doubt = inDoubt(texts, expected, own, speak);
  if (doubt !== null) return { kind: 'unreadable', message: doubt };
  if (!whole && given.per === 1) {
    return { kind: 'unreadable', message: speak('answer.not-an-integer', { found: quoted(texts[0]!) }) };
  }
  const [rows, cols] = [expected.length, expected[0]!.length];
  if (given.rows.length !== rows || given.rows[0]!.length !== cols) {
    const found = `${given.rows.length} × ${given.rows[0]!.length}`;
    return { kind: 'unreadable', message: speak('answer.wrong-size', { found, rows, cols }) };
  }
  const near = nearMiss(given.rows.flat(), inUnit(expected, given.per).flat(), tolerance);
  return { kind: 'wrong', expected, wrong, ...(near && { near }) };
}

function quoted(typed: string): string {
  return `“${typed.trim().slice(0, 40)}”`;
}

type Rows = readonly (readonly number[])[];

function inUnit(rows: Rows, per: number): Rows {
  return per === 1 ? rows : rows.map((row) => row.map((entry) => entry / per));
}

/** Says how an entry was read that would be right if its comma, point or % meant something else. */
function inDoubt(texts: readonly string[], expected: Rows, tolerance: Tolerance, speak: Say): string | null {
  const truth = expected.flat();
  for (const [i, text] of texts.entries()) {
    const [other, read] = [otherReading(text), readNumber(text)];
    const right = truth[i];
    if (other === null || read === null || right === undefined) continue;
    if (isNear(read, right, tolerance) || !isNear(other, right, tolerance)) continue;
    const says = text.includes('%') ? 'answer.percent' : text.includes(',') ? 'answer.comma' : 'answer.point';
    // As text: grouped digits are what is in doubt.
    return speak(says, { found: quoted(text), read: String(read), other: String(other) });
  }
  return null;
}

function wrongEntries(
  given: readonly (readonly number[])[],
  expected: readonly (readonly number[])[],
  tolerance: Tolerance,
): number[] {
  const truth = expected.flat();
  return given.flat().flatMap((entry, i) => (isNear(entry, truth[i] ?? Number.NaN, tolerance) ? [] : [i]));
}

/** `per`: how many of the field's unit one of the typed unit is; the rows count the typed one. */
type ReadGiven = { rows: Rows; per: number } | { bad: string; says: StringKey };

function readGiven(question: NumericQuestion, typed: Given): ReadGiven {
  if (typeof typed !== 'string') {
    const numbers = typed.map(readNumber);
    const bad = typed.find((text, i) => numbers[i] === null && text.trim() !== '');
    if (bad !== undefined) return { bad, says: 'answer.not-a-number' };
    if (numbers.includes(null)) return { bad: '', says: 'answer.empty-field' };
    const cols = question.kind === 'matrix' && question.size ? question.size[1] : 1;
    const rows = Array.from({ length: Math.ceil(numbers.length / cols) }, (_, row) =>
      (numbers as number[]).slice(row * cols, (row + 1) * cols),
    );
    return { rows, per: 1 };
  }
  if (question.kind === 'matrix') {
    const rows = readRows(typed);
    return rows === null ? { bad: typed, says: 'answer.not-a-number' } : { rows, per: 1 };
  }
  const { unit } = question;
  const quantity = splitUnit(typed, unit);
  const count = readNumber(quantity.number);
  if (count !== null) return { rows: [[count]], per: quantity.factor };
  if (isUnclearSize(typed, unit)) return { bad: typed, says: 'answer.unclear-size' };
  return { bad: typed, says: unit ? 'answer.not-in-unit' : 'answer.not-a-number' };
}

/** null where the inputs leave a mistake without a value, such as a division by 0. */
async function slipRows(
  evaluator: Evaluator,
  gives: Parameters<Evaluator['rows']>[0],
): Promise<readonly (readonly number[])[] | null> {
  const rows = toRows(await evaluator.evaluate(gives));
  return rows?.flat().every(Number.isFinite) ? rows : null;
}

function allNear(
  given: readonly (readonly number[])[],
  expected: readonly (readonly number[])[],
  tolerance: Tolerance,
): boolean {
  return (
    given.length === expected.length &&
    given.every(
      (row, i) =>
        row.length === expected[i]!.length &&
        row.every((entry, j) => isNear(entry, expected[i]![j]!, tolerance)),
    )
  );
}

async function gradeChoice(
  question: Extract<Question, { kind: 'choice' }>,
  given: string,
  evaluator: Evaluator,
  speak: Say,
): Promise<Verdict> {
  if (!question.options.includes(given)) return { kind: 'unreadable', message: speak('exercise.choose') };
  const expected = await evaluator.evaluate(question.answer);
  if (given === expected) return { kind: 'right', expected };
  for (const mistake of question.mistakes) {
    if ((await evaluator.evaluate(mistake.gives)) === given) {
      return { kind: 'wrong', expected, mistake: mistake.id };
    }
  }
  return { kind: 'wrong', expected };
}

function gradeChoices(
  question: Extract<Question, { kind: 'choices' }>,
  given: readonly string[],
  speak: Say,
): Verdict {
  const chosen = question.options.filter((option) => given.includes(option));
  if (chosen.length === 0) return { kind: 'unreadable', message: speak('exercise.choose') };
  const expected = question.answer;
  if (chosen.length === expected.length && expected.every((option) => chosen.includes(option))) {
    return { kind: 'right', expected };
  }
  const mistake = question.mistakes.find(
    ({ includes, lacks }) =>
      (includes !== undefined && chosen.includes(includes)) ||
      (lacks !== undefined && !chosen.includes(lacks)),
  );
  return { kind: 'wrong', expected, ...(mistake && { mistake: mistake.id }) };
}

async function gradeBuild(
  question: Extract<Question, { kind: 'build' }>,
  evaluator: Evaluator,
): Promise<Verdict> {
  if ((await evaluator.number(question.goal)) !== 0) return { kind: 'right' };
  for (const mistake of question.mistakes) {
    if ((await evaluator.number(mistake.when)) !== 0) return { kind: 'wrong', mistake: mistake.id };
  }
  return { kind: 'wrong' };
}
