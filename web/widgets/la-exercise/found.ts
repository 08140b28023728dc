// What an exercise has found out for its reader, besides the marks of their answers.
import type { Shown } from './demonstrations.js';
import type { Computed } from './results.js';

/** What was computed from the inputs as they stand, and shown. */
export interface Found {
  readonly results: readonly Computed[];
  readonly shown: ReadonlyMap<string, Shown>;
  readonly closing: { readonly solution: string; readonly explain: string } | null;
  readonly solutionOpen: boolean;
}

export const NOTHING_FOUND: Found = { results: [], shown: new Map(), closing: null, solutionOpen: false };
