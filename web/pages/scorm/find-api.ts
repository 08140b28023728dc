// The LMS puts its run-time API on some window above ours: a parent frame, or the window that opened us.

export type ScormVersion = '1.2' | '2004';

/** The calls of either version; both answer strings. */
export interface ScormCalls {
  initialize(): boolean;
  get(key: string): string;
  set(key: string, value: string): boolean;
  commit(): boolean;
  finish(): boolean;
  /** The code and sentence of the last failed call. */
  lastError(): { code: string; message: string };
}

export interface FoundApi {
  version: ScormVersion;
  calls: ScormCalls;
}

/** SCORM 1.2 asks for at most seven parents; deeper nesting is met in the field. */
const DEEPEST = 20;

/**
 * Looks through the parents, then through the opener and its parents, nearest first. Reading a window of another
 * origin throws, which ends that line of search: an API that cannot be read cannot be called either.
 */
export function findApi(view: Window): FoundApi | null {
  return (
    searchUp(view) ?? searchUp(readable(() => view.opener)) ?? searchUp(readable(() => view.top?.opener))
  );
}

function searchUp(start: Window | null): FoundApi | null {
  let at: Window | null = start;
  for (let depth = 0; at !== null && depth < DEEPEST; depth += 1) {
    const found = apiOf(at);
    if (found !== null) return found;
    const here = at;
    const parent = readable(() => here.parent);
    if (parent === null || parent === here) return null;
    at = parent;
  }
  return null;
}

function apiOf(view: Window): FoundApi | null {
  const on = (key: string) => readable(() => (view as unknown as Record<string, unknown>)[key]);
  // An API whose window was closed, or shows another page, still answers "true", and nothing of it is kept.
  const there = (key: string) => () => readable(() => view.closed) !== true && isObject(on(key));
  const newer = on('API_1484_11');
  if (isObject(newer)) {
    const names = ['Initialize', 'GetValue', 'SetValue', 'Commit', 'Terminate', ''];
    return { version: '2004', calls: callsOf(newer, names, there('API_1484_11')) };
  }
  const older = on('API');
  if (isObject(older) && typeof older.LMSInitialize === 'function') {
    const names = ['LMSInitialize', 'LMSGetValue', 'LMSSetValue', 'LMSCommit', 'LMSFinish', 'LMS'];
    return { version: '1.2', calls: callsOf(older, names, there('API')) };
  }
  return null;
}

type Names = readonly [string, string, string, string, string, prefix: string] | string[];
type Api = Record<string, unknown>;

function callsOf(api: Api, names: Names, there: () => boolean): ScormCalls {
  const [initialize, get, set, commit, finish, prefix] = names as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  // An LMS that throws must cost the learner nothing but the report.
  const call = (name: string, ...args: string[]): string => {
    const method = api[name];
    if (!there() || typeof method !== 'function') return '';
    try {
      return String(method.apply(api, args));
    } catch {
      return '';
    }
  };
  return {
    initialize: () => call(initialize, '') === 'true',
    get: (key) => call(get, key),
    set: (key, value) => call(set, key, value) === 'true',
    commit: () => call(commit, '') === 'true',
    finish: () => call(finish, '') === 'true',
    lastError: () => {
      if (!there()) return { code: 'gone', message: 'its window was closed or shows another page' };
      const code = call(`${prefix}GetLastError`);
      return { code, message: call(`${prefix}GetErrorString`, code) };
    },
  };
}

function isObject(x: unknown): x is Api {
  return typeof x === 'object' && x !== null;
}

function readable<T>(read: () => T): T | null {
  try {
    return read() ?? null;
  } catch {
    return null;
  }
}
