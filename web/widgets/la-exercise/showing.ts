// What an author's settings let a reader see of the answers.
import type { CommonSettings } from '../../model/common-parameters.js';

type Settings = Pick<CommonSettings, 'answers' | 'mode' | 'readonly'>;

/** Whether a reply to a wrong answer tells the right one. */
export function tellsAnswers({ answers }: Settings): boolean {
  return answers === 'auto' || answers === 'after';
}

/** Whether what gives answers away may be seen, where those are right or not. */
export function showsAnswers(settings: Settings, right: boolean): boolean {
  return tellsAnswers(settings) || (settings.answers === 'solved' && right);
}

/**
 * Whether an exercise is shown solved from the beginning. One that takes no answers is there to be read; with answers in
 * it, or where they are kept back, it stays as it is.
 */
export function opensWorked(settings: Settings, answered: boolean): boolean {
  return settings.mode !== 'practice' || (settings.readonly && !answered && tellsAnswers(settings));
}
