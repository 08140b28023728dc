// Plays an exercise through before a class does: each answer must pass, and each mistake must get its own reply.
import { shorten } from '../model/text.js';
import type { Exercise, Question } from './exercise.js';
import { type Given, grade } from './grade.js';
import { placeholders } from './prose.js';
import { type Evaluator, type Outcome, type Recipe, toRows } from './recipe.js';

/** A good exercise knows at least so many mistakes of each question. */
export const ENOUGH_MISTAKES = 3;

export interface Rehearsal {
  /** What keeps a class from doing it, in sentences that begin with the place, as those of the JSON's reader do. */
  readonly problems: readonly string[];
  /** What works, but could be better. */
  readonly advice: readonly string[];
}

export async function rehearse(exercise: Exercise, evaluator: Evaluator): Promise<Rehearsal> {
  const problems: string[] = [];
  const advice: string[] = [];
  const attempt = async (where: string, work: () => Promise<string | null>) => {
    try {
      const problem = await work();
      if (problem !== null) problems.push(`${where}: ${problem}`);
    } catch (error) {
      problems.push(`${where}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  for (const name of Object.keys(exercise.values)) {
    await attempt(`values.${name}`, async () => unusable(await evaluator.evaluate({ value: name })));
  }
  for (const [index, question] of exercise.questions.entries()) {
    const where = `questions[${index}]`;
    await attempt(`${where}.answer`, () => answerProblem(question, evaluator));
    for (const mistake of question.mistakes) {
      await attempt(`${where}.mistakes[${mistake.id}]${'gives' in mistake ? '.gives' : ''}`, () =>
        mistakeProblem(question, mistake, evaluator),
      );
    }
    // Of two options only one can be wrong.
    const possible =
      question.kind === 'choice' ? Math.min(ENOUGH_MISTAKES, question.options.length - 1) : ENOUGH_MISTAKES;
    const found = question.mistakes.length;
    if (found < possible) {
      advice.push(
        `Question ${index + 1} replies to ${found} of the usual mistakes. Aim for at least ${possible}.`,
      );
    }
  }
  for (const [index, { value }] of exercise.results.entries()) {
    await attempt(`results[${index}].value`, async () => unusable(await evaluator.evaluate(value)));
  }
  advice.push(...unfilled(exercise, evaluator));
  return { problems, advice };
}

/** Sections that are shown with numbers in them; the others are shown before anything is computed. */
const FILLED = /^(solution$|explain$|mistake )/;

/** A {name} that no reader will see as a number, in sentences. */
function unfilled({ text }: Exercise, evaluator: Evaluator): string[] {
  const sentences = Object.entries(text).flatMap(([section, html]) =>
    placeholders(html)
      .filter((name) => !FILLED.test(section) || !evaluator.knows(name))
      .map((name) =>
        evaluator.knows(name)
          ? `{${name}} is shown as you typed it. Only replies, the worked solution and the explanation show numbers.`
          : `{${name}} is shown as you typed it: no value or input is called “${name}”.`,
      ),
  );
  return [...new Set(sentences)];
}

/** Why what is given does not fill the fields of its matrix; null where it does, or where there is one field for all. */
async function sizeProblem(question: Question, gives: Recipe, evaluator: Evaluator): Promise<string | null> {
  if (question.kind !== 'matrix' || question.size === undefined) return null;
  const rows = toRows(await evaluator.evaluate(gives));
  if (rows === null) return null;
  const [found, fields] = [`${rows.length} × ${rows[0]?.length ?? 0}`, question.size.join(' × ')];
  return found === fields ? null : `It has ${found} numbers, and there are ${fields} fields.`;
}

async function answerProblem(question: Question, evaluator: Evaluator): Promise<string | null> {
  if (question.kind === 'matrix') {
    const problem = await sizeProblem(question, question.answer, evaluator);
    if (problem !== null) return problem;
  }
  const given = await rightAnswer(question, evaluator);
  if (given === null) return null;
  const { kind } = await grade(question, given, evaluator);
  return kind === 'right' ? null : `“${shown(given)}”, which the answer gives, is not accepted as one.`;
}

async function mistakeProblem(
  question: Question,
  mistake: Question['mistakes'][number],
  evaluator: Evaluator,
): Promise<string | null> {
  if ('gives' in mistake) {
    const problem = await sizeProblem(question, mistake.gives, evaluator);
    if (problem !== null) return problem;
  }
  const given = await wrongAnswer(question, mistake, evaluator);
  if (given === null) return null;
  const verdict = await grade(question, given, evaluator);
  if (verdict.kind === 'right') return `“${shown(given)}” is the right answer, so this reply never appears.`;
  if (verdict.kind === 'unreadable') return `“${shown(given)}” cannot be typed as an answer.`;
  if (verdict.mistake === mistake.id) return null;
  const first = Number(verdict.mistake) + 1;
  return `“${shown(given)}” is what mistake ${first} gives, so this reply never appears.`;
}

/** null where the inputs themselves are the answer. */
async function rightAnswer(question: Question, evaluator: Evaluator): Promise<Given | null> {
  if (question.kind === 'build') return null;
  if (question.kind === 'choices') return question.answer;
  return asTyped(question, await evaluator.evaluate(question.answer));
}

async function wrongAnswer(
  question: Question,
  mistake: Question['mistakes'][number],
  evaluator: Evaluator,
): Promise<Given | null> {
  if ('gives' in mistake) return asTyped(question, await evaluator.evaluate(mistake.gives));
  if (question.kind !== 'choices' || 'when' in mistake) return null;
  const { includes, lacks } = mistake;
  const chosen = new Set(question.answer);
  if (includes !== undefined) chosen.add(includes);
  if (lacks !== undefined) chosen.delete(lacks);
  // Nothing chosen is no answer: another option stands in for it.
  if (chosen.size === 0) return question.options.filter((option) => option !== lacks).slice(0, 1);
  return [...chosen];
}

/** With every digit that a double has. */
function asTyped(question: Question, outcome: Outcome): Given {
  const rows = toRows(outcome);
  if (question.kind === 'choice' || rows === null) return String(outcome);
  if (question.kind !== 'matrix') return String(rows[0]?.[0]);
  return question.size ? rows.flat().map(String) : rows.map((row) => row.join(' ')).join('\n');
}

function unusable(outcome: Outcome): string | null {
  const rows = toRows(outcome);
  if (rows === null) return typeof outcome === 'object' ? 'It gives neither numbers nor words.' : null;
  const bad = rows.flat().find((entry) => !Number.isFinite(entry));
  return bad === undefined ? null : `It gives ${bad}, which is no number that can be shown.`;
}

function shown(given: Given): string {
  const text = typeof given === 'string' ? given : given.join(', ');
  return shorten(text, 40);
}
