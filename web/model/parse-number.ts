// Numbers as people type them. The page writes 4,294,967,296, −, decimal points and 4.00 × 10⁻⁶; readers also write
// decimal commas, fractions and powers, so all of these are read and none is guessed at.

import { DECIMAL } from './decimal.js';
import { fromSuperscript } from './format-number.js';
import { shorten } from './text.js';

export type ParsedNumber =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly message: string };

const GROUPED = /^[+-]?[1-9]\d{0,2}([,  '’]\d{3})+(\.\d+)?$/;
const DECIMAL_COMMA = /^[+-]?\d*,\d+(e[+-]?\d+)?$/i;
const POWER = /^([+-]?[\d.]+)\s*(?:\^|\*\*)\s*([+-]?\d+)$/;
const POWER_OF_TEN = /^([+-]?[\d.,]+)\s*[×x·*]\s*10(?:\^|\*\*)([+-]?\d+)$/i;
/** Long pastes are quoted by their beginning, in so many characters. */
export const QUOTED = 24;
/** The largest float32, (2 − 2⁻²³) 2¹²⁷. */
export const FLOAT32_MAX = 3.4028234663852886e38;

/**
 * Reads one number: '-0.5', '−0.5', '1e-3', '4 × 10⁻³', '4,096', '0,5', '1/3', '2^32', '2³²'. A comma before exactly three digits
 * groups, as on the page; any other single comma is a decimal comma, and so is one after a leading 0. `example`: what a message
 * offers, where not every number would be taken.
 */
export function parseNumber(text: string, example?: string): ParsedNumber {
  const typed = withPlainSigns(text.trim());
  if (typed === '')
    return { ok: false, message: `This is empty. Type a number, for example ${example ?? '0.5'}.` };
  const parts = typed.split('/');
  const value =
    parts.length === 2
      ? simple(parts[0]!.trim()) / simple(parts[1]!.trim())
      : (powerOfTen(typed) ?? power(typed) ?? simple(typed));
  if (parts.length === 2 && simple(parts[1]!.trim()) === 0) {
    return {
      ok: false,
      message: `“${text.trim()}” divides by 0. Type a number, for example ${example ?? '0.5'}.`,
    };
  }
  if (Number.isNaN(value)) {
    return {
      ok: false,
      message: `“${shorten(text.trim(), QUOTED)}” is not a number. Type one, for example ${example ?? '−0.5'}.`,
    };
  }
  if (Math.abs(value) > FLOAT32_MAX) {
    return {
      ok: false,
      message: `“${shorten(text.trim(), QUOTED)}” is larger than float32 can hold, which is about 3.4 × 10³⁸.`,
    };
  }
  return { ok: true, value };
}

/** As parseNumber, and the number has to be a whole one. */
export function parseInteger(text: string, example = '3'): ParsedNumber {
  const parsed = parseNumber(text, example);
  if (!parsed.ok || Number.isInteger(parsed.value)) return parsed;
  return {
    ok: false,
    message: `“${shorten(text.trim(), QUOTED)}” is not a whole number. Type one, for example ${example}.`,
  };
}

/** '−4 × 10⁻³' becomes '-4 × 10^-3': minus signs and raised digits as a keyboard has them. */
export function withPlainSigns(text: string): string {
  return text.replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (raised) => `^${fromSuperscript(raised)}`).replace(/[−–]/g, '-');
}

/** Read as one decimal: 4 times 10⁻³ is rounded twice, 4e-3 once. */
function powerOfTen(typed: string): number | null {
  const match = POWER_OF_TEN.exec(typed);
  return match === null ? null : simple(`${match[1]}e${match[2]}`);
}

function power(typed: string): number | null {
  const match = POWER.exec(typed);
  return match === null ? null : simple(match[1]!) ** Number(match[2]);
}

function simple(typed: string): number {
  if (DECIMAL.test(typed)) return Number(typed);
  if (GROUPED.test(typed)) return Number(typed.replace(/[,  '’]/g, ''));
  if (DECIMAL_COMMA.test(typed)) return Number(typed.replace(',', '.'));
  return Number.NaN;
}
