// What a reader typed is part of an exercise's state, one private text parameter for each question.
import type { Exercise, Question } from '../../lesson-kit/exercise.js';
import type { Parameter, State } from '../../model/parameters.js';

/** Right with three significant figures: the question asks for numbers and sets no tolerance of its own. */
export function takesThreeFigures(question: Question): boolean {
  return (question.kind === 'number' || question.kind === 'matrix') && question.within === undefined;
}

export function isTyped(question: Question): boolean {
  return question.kind !== 'build';
}

/** A selector of where an answer is given: in the first field of its question, or in the inputs that are built. */
export function placeOf({ kind, id }: Question): string {
  return kind === 'build' ? '.inputs > *' : `[data-question="${id}"] input`;
}

export function answerName(question: Question): string {
  return `answer ${question.id}`;
}

/** Whether anything was typed or chosen. */
export function isAnswered({ questions }: Exercise, state: State): boolean {
  return questions.filter(isTyped).some((question) => (state[answerName(question)] ?? '') !== '');
}

/** What was typed is state too, but no author sets it by a query string. */
export function answerParameter(question: Question): Parameter {
  return {
    name: answerName(question),
    kind: 'text',
    label: question.id,
    default: '',
    maxLength: 300,
    public: false,
  };
}
