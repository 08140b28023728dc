// The element's public face. `npm run build` copies this file into the package, so it imports nothing.

/** The state of an activity: its own parameters, and what the reader typed. */
export type State = Record<
  string,
  number | boolean | string | readonly string[] | readonly (readonly number[])[]
>;

export interface Score {
  raw: number;
  max: number;
  /** raw / max, 0 to 1. */
  scaled: number;
}

/** The details of the element's events; all of them bubble. */
export interface LinearAttentionEvents {
  'la-ready': { title: string; ex: string; steps: number };
  'la-change': { s: string; dirty: boolean; state: State };
  'la-step': { n: number; of: number };
  'la-answer': { item: string; correct: boolean; score: Score; attempt: number };
  'la-complete': { score: Score; success: boolean };
  'la-warning': { key: string; value: string; message: string };
  'la-error': { code: string; message: string };
}

export declare class LinearAttentionElement extends HTMLElement {
  /** The folder that holds embed/, for the frame that the element becomes where it may not compute. */
  static base: string;
  /**
   * Resolves when the activity is on the page; rejects when it cannot be. A change of attributes before that changes which
   * activity it is, and not the promise.
   */
  readonly ready: Promise<void>;
  /** The state in its written form, as `#s=` of an address holds it. */
  value: string;
  state: State;
  getState(): string;
  setState(s: string): void;
  reset(): void;
  /** Moves to step n, counted from 1, or to the nearest that can be reached. */
  goTo(n: number): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'linear-attention': LinearAttentionElement;
  }
  interface HTMLElementEventMap {
    'la-ready': CustomEvent<LinearAttentionEvents['la-ready']>;
    'la-change': CustomEvent<LinearAttentionEvents['la-change']>;
    'la-step': CustomEvent<LinearAttentionEvents['la-step']>;
    'la-answer': CustomEvent<LinearAttentionEvents['la-answer']>;
    'la-complete': CustomEvent<LinearAttentionEvents['la-complete']>;
    'la-warning': CustomEvent<LinearAttentionEvents['la-warning']>;
    'la-error': CustomEvent<LinearAttentionEvents['la-error']>;
  }
}
