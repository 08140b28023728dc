// One answer held against what the core computes, and the verdict in words.
import type { Question, Sections } from '../../lesson-kit/exercise.js';
import { grade, type Verdict } from '../../lesson-kit/grade.js';
import type { Evaluator, Outcome } from '../../lesson-kit/recipe.js';
import type { speaker } from '../../lesson-kit/strings.js';
import { formatNumber } from '../../model/format-number.js';
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
  /** The other questions of the exercise. */
  readonly others: readonly Question[];
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

async function replyTo(verdict: Verdict, answered: Answered): Promise<string> {
  const { question, answer, say, told } = answered;
  if (verdict.kind === 'unreadable') return escapeHtml(verdict.message);
  const lead = verdict.kind === 'wrong' ? await leadFrom(verdict, answered) : { known: '', help: '' };
  if (!isNumeric(question)) return lead.known || lead.help;
  const given = answer.replaceAll('|', ', ');
  const values = {
    given: question.kind === 'matrix' ? `(${given})` : given,
    expected: verdict.expected === undefined ? '' : withUnit(question, verdict.expected),
  };
  if (verdict.kind === 'right') return escapeHtml(say('exercise.right-value', values));
  // What the answer would be right for stands beside it, before the right one is named.
  const computed = say(told ? 'exercise.wrong-value' : 'exercise.wrong-value-hidden', values);
  return [escapeHtml(say('exercise.given-value', values)), lead.known, escapeHtml(computed), lead.help]
    .filter(Boolean)
    .join(' ');
}

/** What a wrong answer is, as far as that is known, or else where help is. */
async function leadFrom(
  { mistake, near }: Extract<Verdict, { kind: 'wrong' }>,
  answered: Answered,
): Promise<{ known: string; help: string }> {
  const { question, text, evaluator, say, told, hinted } = answered;
  if (mistake !== undefined) {
    return { known: await filled(text[`mistake ${question.id} ${mistake}`] ?? '', evaluator), help: '' };
  }
  if (near !== undefined) {
    const { is, count = 0, of = 0, within = 0 } = near;
    const known = say(`near.${is}`, { count, of, within: formatNumber(within) });
    return { known: escapeHtml(known), help: '' };
  }
  // Where answers are kept back, no reply gives away one of them.
  const elsewhere = told ? await questionOf(answered) : undefined;
  if (elsewhere !== undefined) {
    const asked = text[`question ${elsewhere.id}`] ?? '';
    return { known: `${escapeHtml(say('near.elsewhere'))} “${asked}”.`, help: '' };
  }
  return { known: '', help: hinted ? escapeHtml(say('exercise.unknown')) : '' };
}

/** Another question that this is the answer to. */
async function questionOf({ question, answer, evaluator, others }: Answered): Promise<Question | undefined> {
  if (!isNumeric(question)) return undefined;
  const alike = others.filter(isNumeric).filter(({ kind }) => kind === question.kind);
  for (const other of alike) {
    const { kind } = await grade(other, givenOf(question, answer), evaluator);
    if (kind === 'right') return other;
  }
  return undefined;
}

type Numeric = Extract<Question, { kind: 'number' | 'integer' | 'matrix' }>;

function isNumeric(question: Question): question is Numeric {
  return question.kind === 'number' || question.kind === 'integer' || question.kind === 'matrix';
}
