// One learner's visit, in the words of either SCORM version. What was answered is committed at once: a tab that is
// closed, or a phone that sleeps, gets no second chance.
import type { FoundApi, ScormVersion } from './find-api.js';

/**
 * SCORM 1.2 guarantees 4,096 characters of suspend_data. We stay under it in both versions, with room for an LMS
 * that escapes a few of them.
 */
export const MAX_SUSPEND_DATA = 3500;

export interface Answered {
  /** Names the question within its exercise; the LMS lists it under this id. */
  item: string;
  correct: boolean;
  attempt: number;
  score: { raw: number; max: number };
}

export interface ScormSession {
  readonly version: ScormVersion;
  /** What an earlier visit left with saveState; '' on a first visit. */
  readonly suspended: string;
  /** Records and commits; false if the LMS refused the commit. */
  answer(answered: Answered): boolean;
  /** Keeps what a later visit begins with. False: it is too long, and the earlier one stays. */
  saveState(state: string): boolean;
  complete(score: { raw: number; max: number }, success: boolean): boolean;
  /** The reader is looking elsewhere: whatever is unsaved goes to the LMS now. */
  pause(): void;
  /** Ends the session, and what was saved stays for the next visit; later calls do nothing. */
  exit(): boolean;
  lastError(): { code: string; message: string };
}

/** Starts the session; null if the LMS does not let it start. `now` is injected for tests. */
export function openSession(
  { version, calls }: FoundApi,
  now: () => Date = () => new Date(),
): ScormSession | null {
  if (!calls.initialize()) return null;
  const words = version === '1.2' ? WORDS_12 : WORDS_2004;
  const started = now();
  let open = true;
  let unsaved = false;

  if (!['passed', 'completed', 'failed'].includes(calls.get(words.status)))
    calls.set(words.status, 'incomplete');
  const suspended = calls.get('cmi.suspend_data');
  // Interactions are appended after those of earlier visits: an index may not be skipped.
  let interactions = Number.parseInt(calls.get('cmi.interactions._count'), 10) || 0;
  calls.commit();

  const setScore = ({ raw, max }: { raw: number; max: number }) => {
    // Both versions take raw within min and max; 1.2 demands 0 to 100, so the percentage is what is sent.
    const percent = max > 0 ? Math.round((1000 * raw) / max) / 10 : 0;
    calls.set(`${words.score}.min`, '0');
    calls.set(`${words.score}.max`, '100');
    calls.set(`${words.score}.raw`, String(percent));
    if (version === '2004')
      calls.set(`${words.score}.scaled`, String(max > 0 ? Math.round((1000 * raw) / max) / 1000 : 0));
  };

  const commit = () => {
    unsaved = false;
    return calls.commit();
  };

  return {
    version,
    suspended,
    answer({ item, correct, attempt, score }) {
      if (!open) return false;
      const at = `cmi.interactions.${interactions}`;
      // 1.2 makes interactions optional: where the LMS refuses the first element, the rest is not tried.
      if (calls.set(`${at}.id`, identifier(`${item}-${interactions + 1}`))) {
        interactions += 1;
        calls.set(`${at}.type`, 'fill-in');
        calls.set(`${at}.result`, correct ? 'correct' : words.wrong);
        calls.set(`${at}.${words.time}`, version === '1.2' ? clock(now()) : timestamp(now()));
        if (version === '2004') calls.set(`${at}.description`, clip(`${item}, attempt ${attempt}`, 250));
      }
      setScore(score);
      return commit();
    },
    saveState(state) {
      if (!open || state.length > MAX_SUSPEND_DATA) return false;
      unsaved = true;
      return calls.set('cmi.suspend_data', state);
    },
    complete(score, success) {
      if (!open) return false;
      setScore(score);
      if (version === '1.2') calls.set(words.status, success ? 'passed' : 'completed');
      else {
        calls.set(words.status, 'completed');
        calls.set('cmi.success_status', success ? 'passed' : 'failed');
      }
      return commit();
    },
    pause() {
      if (open && unsaved) commit();
    },
    exit() {
      if (!open) return true;
      open = false;
      const seconds = Math.max(0, (now().getTime() - started.getTime()) / 1000);
      calls.set(words.sessionTime, version === '1.2' ? timespan(seconds) : `PT${Math.round(seconds)}S`);
      // It keeps suspend_data; without it the LMS starts a new attempt with the next visit.
      calls.set(words.exit, 'suspend');
      calls.commit();
      return calls.finish();
    },
    lastError: calls.lastError,
  };
}

const WORDS_12 = {
  status: 'cmi.core.lesson_status',
  score: 'cmi.core.score',
  sessionTime: 'cmi.core.session_time',
  exit: 'cmi.core.exit',
  time: 'time',
  wrong: 'wrong',
};

const WORDS_2004 = {
  status: 'cmi.completion_status',
  score: 'cmi.score',
  sessionTime: 'cmi.session_time',
  exit: 'cmi.exit',
  time: 'timestamp',
  wrong: 'incorrect',
};

/** CMIIdentifier: no spaces, at most 255 characters. */
function identifier(text: string): string {
  return clip(text.replace(/[^\w-]+/g, '-'), 255);
}

function clip(text: string, length: number): string {
  return text.length > length ? text.slice(0, length) : text;
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}

/** CMITime, the hour of the day: HH:MM:SS. */
function clock(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** time(second,10,0) of 2004: local time to the second. */
function timestamp(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${clock(date)}`;
}

/** CMITimespan: HHHH:MM:SS.SS. */
function timespan(seconds: number): string {
  const whole = Math.floor(seconds);
  const hundredths = Math.floor((seconds - whole) * 100);
  const hours = String(Math.floor(whole / 3600)).padStart(4, '0');
  return `${hours}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.${two(hundredths)}`;
}
