import type { Progress } from './calls.js';

/** What a long call needs of its surroundings. */
export interface Control {
  /** What `arrival` resolves to; rejects when the call is cancelled before that. */
  until<T>(arrival: Promise<T>): Promise<T>;
  /** Resolves after pending messages have been handled; rejects when the call has been cancelled. */
  pause(): Promise<void>;
  progress(progress: Progress): void;
  /** How long to compute between two pauses. */
  readonly sliceMs: number;
}
