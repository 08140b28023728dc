// What a reader has solved, kept in their own browser. Storage can be absent, refused or full: then the page
// works the same and remembers until it is closed. Nothing is written before the first answer.

import { jsonOf } from '../model/json.js';

export interface Progress {
  /** The best score so far, 0 to 1. */
  readonly best: number;
  readonly attempts: number;
  readonly complete: boolean;
}

const KEY = 'linear-attention:progress:1';
const NOTHING: Progress = { best: 0, attempts: 0, complete: false };

export class ProgressStore {
  readonly #storage: Storage | null;
  #entries: Map<string, Progress>;
  /** A write failed: from then on the page remembers by itself. */
  #alone = false;

  constructor(storage: Storage | null = browserStorage()) {
    this.#storage = storage;
    this.#entries = read(storage);
  }

  /** false where progress lasts only as long as the page. */
  get kept(): boolean {
    return this.#storage !== null;
  }

  get(id: string): Progress {
    return this.#entries.get(id) ?? NOTHING;
  }

  all(): ReadonlyMap<string, Progress> {
    return this.#entries;
  }

  /** Joins one more attempt, scored 0 to 1, to what is known. */
  record(id: string, score: number, complete: boolean): Progress {
    this.putBack(new Map([[id, { best: score, attempts: 1, complete }]]));
    return this.get(id);
  }

  /** Forgets everything, and returns it. */
  reset(): ReadonlyMap<string, Progress> {
    this.#catchUp();
    const forgotten = this.#entries;
    this.#entries = new Map();
    this.#write();
    return forgotten;
  }

  /** Joins what was forgotten to what is known by now: another page may have recorded something since. */
  putBack(forgotten: ReadonlyMap<string, Progress>): void {
    this.#catchUp();
    for (const [id, { best, attempts, complete }] of forgotten) {
      const known = this.get(id);
      this.#entries.set(id, {
        best: Math.max(known.best, best),
        attempts: known.attempts + attempts,
        complete: known.complete || complete,
      });
    }
    this.#write();
  }

  /** Each frame of a course page has a store of its own, and all of them write to one place. */
  #catchUp(): void {
    if (this.#storage !== null && !this.#alone) this.#entries = read(this.#storage);
  }

  #write(): void {
    try {
      if (this.#entries.size === 0) this.#storage?.removeItem(KEY);
      else this.#storage?.setItem(KEY, jsonOf(Object.fromEntries(this.#entries)));
    } catch {
      // Full or refused; the page still knows what happened since it was opened.
      this.#alone = true;
    }
  }
}

let shared: ProgressStore | undefined;

/** The page's one store. */
export function sharedProgress(): ProgressStore {
  shared ??= new ProgressStore();
  return shared;
}

/** null where storage is refused: in a sandboxed frame even naming it throws. */
function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

function read(storage: Storage | null): Map<string, Progress> {
  const entries = new Map<string, Progress>();
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return entries;
    for (const [id, entry] of Object.entries(stored)) if (isProgress(entry)) entries.set(id, entry);
  } catch {
    // Written by something else, or unreadable: start anew.
  }
  return entries;
}

function isProgress(entry: unknown): entry is Progress {
  if (typeof entry !== 'object' || entry === null) return false;
  const { best, attempts, complete } = entry as Record<string, unknown>;
  return (
    typeof best === 'number' &&
    best >= 0 &&
    best <= 1 &&
    Number.isInteger(attempts) &&
    typeof complete === 'boolean'
  );
}
