// What is read out after answers were checked: how many are right and which are not. Each field is described by its own
// reply, so only a single question has its reply read out here.
import { type Exercise, type Question, stageOf } from '../../lesson-kit/exercise.js';
import type { speaker } from '../../lesson-kit/strings.js';
import { heardText } from './format.js';
import type { Marks } from './marks.js';

type Say = ReturnType<typeof speaker>;

/** `asked` are those questions of the exercise that have been checked. */
export function checkedText(
  asked: readonly Question[],
  { questions, text }: Exercise,
  marks: Marks,
  say: Say,
): string {
  const { raw, max } = marks.score(asked);
  const sentences = [`${say('exercise.score', { raw, count: max })}.`];
  if (asked.length === 1) {
    const { verdict, reply } = marks.of(asked[0]!)!;
    sentences.push(say(verdict.kind === 'right' ? 'exercise.right' : 'exercise.wrong'), heardText(reply));
  } else {
    const open = asked.filter((question) => !marks.isRight(question));
    sentences.push(
      ...open.map((question) =>
        say('exercise.not-yet', { question: heardText(text[`question ${question.id}`] ?? '') }),
      ),
    );
  }
  const whole = marks.score(questions);
  if (whole.raw === whole.max) sentences.push(say('exercise.complete'));
  else if (raw === max && asked.every((question) => stageOf(question) === 'explain')) {
    sentences.push(say('exercise.open', { count: whole.max - whole.raw }));
  }
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
