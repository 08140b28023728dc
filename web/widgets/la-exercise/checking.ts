// One answer held against what the core computes, and the verdict in words.
import type { Question, Sections } from '../../lesson-kit/exercise.js';
import { grade, type Verdict } from '../../lesson-kit/grade.js';
import type { Evaluator, Outcome } from '../../lesson-kit/recipe.js';
import type { speaker } from '../../lesson-kit/strings.js';
import { escapeHtml } from '../../model/text.js';
import { filled, outcomeText } from './format.js';
import { givenOf } from './question.js';

export interface Checked {
  readonly verdict: Verdict;
  /** Trusted HTML. */
  readonly reply: string;
}

export interface Answered {
  readonly question: Question;
  /** As it stands in the state. */
  readonly answer: string;
  readonly text: Sections;
  readonly evaluator: Evaluator;
  readonly say: ReturnType<typeof speaker>;
  /** Whether the reply to a wrong answer tells the right one. */
  readonly told: boolean;
  /** Whether hints stand below the question. */
  readonly hinted: boolean;
}

/** Rejects as the core does, where it cannot compute what the answer is compared with. */
export async function checkAnswer(answered: Answered): Promise<Checked> {
  const { question, answer, evaluator, say } = answered;
  const verdict = await grade(question, givenOf(question, answer), evaluator, say);
  return { verdict, reply: await replyTo(verdict, answered) };
}

/** What was computed, in the unit that stands beside the field. */
function withUnit(question: Question, expected: Outcome): string {
  const unit = 'unit' in question ? question.unit : undefined;
  if (unit === 'bytes') return outcomeText(expected, 'bytes');
  const text = outcomeText(expected, question.kind === 'integer' ? 'integer' : 'number');
  return unit === undefined ? text : `${text} ${unit}`;
}

async function replyTo(
  verdict: Verdict,
  { question, answer, text, evaluator, say, told, hinted }: Answered,
): Promise<string> {
  if (verdict.kind === 'unreadable') return escapeHtml(verdict.message);
  const known =
    verdict.kind === 'wrong' && verdict.mistake !== undefined
      ? await filled(text[`mistake ${question.id} ${verdict.mistake}`] ?? '', evaluator)
      : '';
  const lost = verdict.kind === 'wrong' && known === '' && hinted;
  const help = lost ? escapeHtml(say('exercise.unknown')) : '';
  if (question.kind !== 'number' && question.kind !== 'integer' && question.kind !== 'matrix') {
    return known || help;
  }
  const given = answer.replaceAll('|', ', ');
  const values = {
    given: question.kind === 'matrix' ? `(${given})` : given,
    expected: verdict.expected === undefined ? '' : withUnit(question, verdict.expected),
  };
  if (verdict.kind === 'right') return escapeHtml(say('exercise.right-value', values));
  // What the answer would be right for stands beside it, before the right one is named.
  const computed = say(told ? 'exercise.wrong-value' : 'exercise.wrong-value-hidden', values);
  return [escapeHtml(say('exercise.given-value', values)), known, escapeHtml(computed), help]
    .filter(Boolean)
    .join(' ');
}
