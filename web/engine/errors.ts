// What a refused call throws, and how the core's status becomes a sentence.
import type { RawFailure } from './raw-module.js';
import type { ErrorCode } from './types.js';

export class AttentionError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Not set but found, as with all names here: to set one fails where a page has frozen Error.prototype. */
  override get name(): 'AttentionError' {
    return 'AttentionError';
  }
}

// In the order of attn::Code, which begins with success.
const CODES: readonly ErrorCode[] = [
  'bad-shape',
  'not-finite',
  'bad-option',
  'too-large',
  'out-of-memory',
  'overflow',
];

/** 1536 as "1.5 KiB". */
function readableBytes(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const value = bytes / 1024 ** step;
  return `${step === 0 ? value : value.toPrecision(value >= 1000 ? 4 : 3)} ${units[step]}`;
}

/** "k[2][0]": rows and columns counted from 0. */
export function place(argument: string, row: number, col: number): string {
  return argument + (row >= 0 ? `[${row}]` : '') + (col >= 0 ? `[${col}]` : '');
}

function notFinite(argument: string, row: number, col: number, value: number): AttentionError {
  const where = [row >= 0 ? `row ${row}` : '', col >= 0 ? `column ${col}` : ''].filter(Boolean).join(', ');
  const at = where === '' ? argument : `${argument} at ${where} (counted from 0)`;
  return new AttentionError('not-finite', `${at} is ${value}; expected a finite number.`);
}

/** What an overflow may be blamed on, beside results. */
const INPUTS: ReadonlySet<string> = new Set(['q', 'k', 'x', 'queries, keys']);

/** The error for a status that is not ok. */
export function errorFrom(status: RawFailure): AttentionError {
  const { argument, expected, row, col, got, limit } = status;
  const code = CODES[status.code - 1]!;
  const at = place(argument, row, col);
  switch (code) {
    case 'not-finite':
      return notFinite(argument, row, col, got);
    case 'too-large':
      // Of what is counted in anything but bytes, the core says in words how much is allowed.
      if (limit === 0) {
        return new AttentionError(
          code,
          `${argument} comes to ${got.toLocaleString('en')}; expected ${expected}. Nothing was taken.`,
        );
      }
      return new AttentionError(
        code,
        `${argument || 'This call'} asks for ${readableBytes(got)} of memory; the limit is ${readableBytes(limit)}. Nothing was taken.`,
      );
    case 'out-of-memory':
      return new AttentionError(
        code,
        'The engine did not give the memory this call needs. Try smaller sizes.',
      );
    case 'overflow': {
      // An input fits its own format: what comes of it does not. And what was expected names the format where that is
      // not float32.
      const ofInput = argument.includes(',') ? `${at} give` : `${at} gives`;
      const what = INPUTS.has(argument)
        ? `${ofInput} numbers that are too large`
        : argument === 'accumulator'
          ? 'The state is too large for its accumulator, whatever the output is'
          : expected.includes('float64')
            ? `${at} is too large`
            : `${at === '' ? 'The result' : at} is too large for float32 (more than 3.4e38)`;
      return new AttentionError(code, `${what}; expected ${expected || 'smaller inputs'}.`);
    }
    default:
      return new AttentionError(code, `${at} is ${got}; expected ${expected}.`);
  }
}

/** A call that was stopped on request: no fault of the core, so no code of the public module. */
export class CancelledError extends Error {
  readonly code = 'cancelled' as const;

  constructor() {
    super('The call was cancelled.');
  }

  override get name(): 'CancelledError' {
    return 'CancelledError';
  }
}
