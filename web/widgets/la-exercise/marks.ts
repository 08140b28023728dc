// What a reader's answers were found to be, and how often each question was tried.
import type { Question } from '../../lesson-kit/exercise.js';
import type { Score } from '../activity.js';
import type { Checked } from './checking.js';

export class Marks {
  readonly #checked = new Map<string, Checked>();
  readonly #attempts = new Map<string, number>();

  /** Undefined while the answer as it stands has not been checked. */
  of({ id }: Question): Checked | undefined {
    return this.#checked.get(id);
  }

  give({ id }: Question, checked: Checked): void {
    this.#checked.set(id, checked);
  }

  /** Of one question, whose answer has changed, or of all. Attempts stay counted. */
  forget(question?: Question): void {
    if (question === undefined) this.#checked.clear();
    else this.#checked.delete(question.id);
  }

  /** As they are; what it returns makes them so again. */
  keep(): () => void {
    const checked = [...this.#checked];
    return () => {
      this.forget();
      for (const [id, one] of checked) this.#checked.set(id, one);
    };
  }

  isRight(question: Question): boolean {
    return this.of(question)?.verdict.kind === 'right';
  }

  allRight(questions: readonly Question[]): boolean {
    return questions.every((question) => this.isRight(question));
  }

  /** One more; which one it is, from 1. */
  attempt({ id }: Question): number {
    const attempt = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.set(id, attempt);
    return attempt;
  }

  score(questions: readonly Question[]): Score {
    const max = questions.length;
    const raw = questions.filter((question) => this.isRight(question)).length;
    return { raw, max, scaled: raw / max };
  }
}
