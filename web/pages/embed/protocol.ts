// What a framed activity and the page around it say to each other, in types, and the readers of both sides.
//
// Every message is a structured-clone object { src, v, id, seq, type, ... }. A sandboxed frame has the origin
// "null", so neither side can go by origins: the frame listens to window.parent alone, and a host must compare
// event.source with iframe.contentWindow. Readers take anything, never throw, and answer null for what is not ours.

export const SOURCE = 'linear-attention';
export const VERSION = 1;

export type Theme = 'auto' | 'light' | 'dark' | 'contrast';
const THEMES: readonly Theme[] = ['auto', 'light', 'dark', 'contrast'];

/** What a host may ask to be told besides ready, resize, answer, complete, warning and error. */
export type Wanted = 'state' | 'step';

export interface Score {
  raw: number;
  max: number;
  /** raw / max, 0 to 1. */
  scaled: number;
}

export type FrameMessage =
  | { type: 'hello'; min: number; max: number; caps: string[] }
  | { type: 'ready'; title: string; ex: string; steps: number }
  /** The core has started here: which build of it. Not sent where nothing could be computed. */
  | { type: 'core'; build: 'simd' | 'scalar' }
  | { type: 'resize'; width: number; height: number }
  | { type: 'step'; n: number; of: number }
  /** `re` is the seq of the getState that this answers; without it, the reader changed something. */
  | { type: 'state'; s: string; dirty: boolean; re?: number }
  | { type: 'answer'; item: string; correct: boolean; score: Score; attempt: number }
  | { type: 'complete'; score: Score; success: boolean }
  /** `message` says to people what became of the value that was found at `key`. */
  | { type: 'warning'; key: string; value: string; message: string }
  | { type: 'error'; code: string; message: string };

export type HostMessage =
  | { type: 'hello'; theme?: Theme; lang?: string; want?: Wanted[] }
  | { type: 'setState'; s: string }
  | { type: 'getState' }
  | { type: 'goTo'; n: number }
  | { type: 'set'; theme?: Theme; lang?: string; readonly?: boolean }
  | { type: 'reset' }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'focus' };

export interface Envelope {
  src: typeof SOURCE;
  v: typeof VERSION;
  /** The frame's own id, from its address; '' where none was given. */
  id: string;
  /** Counts up from 1 on each side. */
  seq: number;
}

/** What became of a message: not ours, ours and understood, or ours and malformed with the reason. */
export type Reading<M> =
  | { kind: 'other' }
  | { kind: 'message'; message: M; seq: number; id: string }
  | { kind: 'malformed'; reason: string; seq: number };

export function envelope(id: string, seq: number): Envelope {
  return { src: SOURCE, v: VERSION, id, seq };
}

/** Reads what a host sent to a frame. */
export function readHostMessage(data: unknown): Reading<HostMessage> {
  return read(data, hostMessage);
}

/** Reads what a frame sent to its host. */
export function readFrameMessage(data: unknown): Reading<FrameMessage> {
  return read(data, frameMessage);
}

type Fields = Record<string, unknown>;

function read<M>(data: unknown, parse: (fields: Fields) => M | string): Reading<M> {
  if (typeof data !== 'object' || data === null) return { kind: 'other' };
  const fields = data as Fields;
  if (fields.src !== SOURCE) return { kind: 'other' };
  const seq = isFinite_(fields.seq) ? fields.seq : 0;
  if (fields.v !== VERSION) {
    return {
      kind: 'malformed',
      seq,
      reason: `version ${show(fields.v)} was asked for; this is version ${VERSION}`,
    };
  }
  const parsed = parse(fields);
  if (typeof parsed === 'string') return { kind: 'malformed', seq, reason: parsed };
  return { kind: 'message', message: parsed, seq, id: typeof fields.id === 'string' ? fields.id : '' };
}

function hostMessage(f: Fields): HostMessage | string {
  switch (f.type) {
    case 'hello':
      return {
        type: 'hello',
        ...appearance(f),
        ...(Array.isArray(f.want) && { want: f.want.filter(isWanted) }),
      };
    case 'setState':
      if (typeof f.s !== 'string') return `setState needs s, a state string, and got ${show(f.s)}`;
      return { type: 'setState', s: f.s };
    case 'goTo':
      if (!isFinite_(f.n) || !Number.isInteger(f.n) || f.n < 1) {
        return `goTo needs n, a whole number from 1, and got ${show(f.n)}`;
      }
      return { type: 'goTo', n: f.n };
    case 'set':
      if (f.theme !== undefined && !isTheme(f.theme)) return `set got the theme ${show(f.theme)}`;
      return {
        type: 'set',
        ...appearance(f),
        ...(typeof f.readonly === 'boolean' && { readonly: f.readonly }),
      };
    case 'getState':
    case 'reset':
    case 'pause':
    case 'resume':
    case 'focus':
      return { type: f.type };
    default:
      return `there is no message of type ${show(f.type)}`;
  }
}

function frameMessage(f: Fields): FrameMessage | string {
  switch (f.type) {
    case 'hello':
      if (!isFinite_(f.min) || !isFinite_(f.max)) return 'hello needs min and max';
      return { type: 'hello', min: f.min, max: f.max, caps: strings(f.caps) };
    case 'ready':
      if (!isFinite_(f.steps)) return 'ready needs steps';
      return { type: 'ready', title: text(f.title), ex: text(f.ex), steps: f.steps };
    case 'core':
      if (f.build !== 'simd' && f.build !== 'scalar') return 'core needs build';
      return { type: 'core', build: f.build };
    case 'resize':
      if (!isFinite_(f.width) || !isFinite_(f.height)) return 'resize needs width and height';
      return { type: 'resize', width: f.width, height: f.height };
    case 'step':
      if (!isFinite_(f.n) || !isFinite_(f.of)) return 'step needs n and of';
      return { type: 'step', n: f.n, of: f.of };
    case 'state':
      if (typeof f.s !== 'string') return 'state needs s';
      return { type: 'state', s: f.s, dirty: f.dirty === true, ...(isFinite_(f.re) && { re: f.re }) };
    case 'answer': {
      const score = readScore(f.score);
      if (score === null || typeof f.item !== 'string') return 'answer needs item and score';
      const attempt = isFinite_(f.attempt) ? f.attempt : 1;
      return { type: 'answer', item: f.item, correct: f.correct === true, score, attempt };
    }
    case 'complete': {
      const score = readScore(f.score);
      if (score === null) return 'complete needs score';
      return { type: 'complete', score, success: f.success === true };
    }
    case 'warning':
      return { type: 'warning', key: text(f.key), value: text(f.value), message: text(f.message) };
    case 'error':
      return { type: 'error', code: text(f.code), message: text(f.message) };
    default:
      return `there is no message of type ${show(f.type)}`;
  }
}

function appearance(f: Fields): { theme?: Theme; lang?: string } {
  return { ...(isTheme(f.theme) && { theme: f.theme }), ...(isLanguageTag(f.lang) && { lang: f.lang }) };
}

function isTheme(x: unknown): x is Theme {
  return typeof x === 'string' && (THEMES as readonly string[]).includes(x);
}

/** A BCP 47 tag by its form alone: letters, digits and hyphens, the first part two to eight letters. */
function isLanguageTag(x: unknown): x is string {
  return typeof x === 'string' && /^[a-z]{2,8}(-[a-z0-9]{1,8}){0,6}$/i.test(x);
}

function readScore(x: unknown): Score | null {
  if (typeof x !== 'object' || x === null) return null;
  const { raw, max, scaled } = x as Fields;
  return isFinite_(raw) && isFinite_(max) && isFinite_(scaled) ? { raw, max, scaled } : null;
}

function isWanted(x: unknown): x is Wanted {
  return x === 'state' || x === 'step';
}

function isFinite_(x: unknown): x is number {
  return typeof x === 'number' && Number.isFinite(x);
}

function strings(x: unknown): string[] {
  return Array.isArray(x) ? x.filter((item) => typeof item === 'string') : [];
}

function text(x: unknown): string {
  return typeof x === 'string' ? x : '';
}

/** A short, harmless picture of any value for a sentence. */
export function show(x: unknown): string {
  if (typeof x === 'string') return JSON.stringify(x.length > 60 ? `${x.slice(0, 57)}...` : x);
  if (typeof x === 'number' || typeof x === 'boolean' || x === undefined || x === null) return String(x);
  return Array.isArray(x) ? 'a list' : `a ${typeof x}`;
}
