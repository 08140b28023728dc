// Joins an activity to the LMS around it: resumes what was saved, records each answer at once, and shows the learner
// what is kept and what is not.
import type { Activity } from '../../widgets/activity.js';
import { findApi } from './find-api.js';
import { MAX_SUSPEND_DATA, openSession, type ScormSession } from './session.js';

export interface AttachOptions {
  activity: Activity;
  /** The element that holds the activity: events are heard here, and the exit button joins it. */
  wrapper: HTMLElement;
  say: (sentence: string) => void;
}

export function attachToLms(view: Window, { activity, wrapper, say }: AttachOptions): ScormSession | null {
  const found = findApi(view);
  if (found === null) {
    say('No learning system was found around this page. You can work here; your answers are not recorded.');
    return null;
  }
  const session = openSession(found);
  if (session === null) {
    const { code, message } = found.calls.lastError();
    say(`The learning system did not start a session (${code}: ${message}). Your answers are not recorded.`);
    return null;
  }
  if (session.suspended !== '') activity.setState(session.suspended);

  let tooLong = false;
  const save = () => {
    const state = activity.getState();
    session.saveState(state);
    if (state.length > MAX_SUSPEND_DATA && !tooLong) {
      tooLong = true;
      say(
        'What stands in the figures is too long for this learning system to keep. Your answers are recorded.',
      );
    }
  };
  const report = (kept: boolean) => {
    if (kept) return;
    const { code, message } = session.lastError();
    say(
      `The learning system did not take your last answer (${code}: ${message}). Keep this window open and try again.`,
    );
  };
  wrapper.addEventListener('la-change', save);
  wrapper.addEventListener('la-answer', ({ detail: { item, correct, score, attempt } }) => {
    save();
    report(session.answer({ item, correct, attempt, score }));
  });
  wrapper.addEventListener('la-complete', ({ detail: { score, success } }) => {
    save();
    report(session.complete(score, success));
  });

  view.document.addEventListener('visibilitychange', () => {
    if (view.document.visibilityState === 'hidden') session.pause();
  });
  // pagehide and never unload: LMS frames forbid the latter, and a phone never fires it.
  view.addEventListener('pagehide', () => void session.exit());
  wrapper.append(exitButton(session));
  return session;
}

function exitButton(session: ScormSession): HTMLElement {
  const bar = document.createElement('p');
  bar.className = 'la-exit';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Save and exit';
  button.addEventListener('click', () => {
    const saved = session.exit();
    const { code, message } = session.lastError();
    bar.textContent = saved
      ? 'Saved. You can close this window.'
      : `The learning system did not confirm the end of the session (${code}: ${message}). What it took before is kept there.`;
    bar.setAttribute('role', 'status');
  });
  bar.append(button);
  return bar;
}
