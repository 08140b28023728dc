// Reading the numbers that people type, and the one rule by which a typed number is right.

import { parseNumber, withPlainSigns } from '../model/parse-number.js';

/** Of an answer that is a sum or a product, in characters. */
const LONGEST = 100;

/** How near is near enough. */
export type Tolerance =
  /** A whole number, exactly. */
  | 'exact'
  /** Agrees with the computed value to three significant figures. */
  | 'significant'
  /** At most so far away. */
  | { readonly absolute: number };

/** What an answer may name besides digits. */
const CONSTANTS: Readonly<Record<string, number>> = { e: Math.E, pi: Math.PI, π: Math.PI };
const FUNCTIONS: Readonly<Record<string, (x: number) => number>> = {
  exp: Math.exp,
  sqrt: Math.sqrt,
  '√': Math.sqrt,
};

/**
 * A number as people write an answer: whatever parseNumber reads, and sums, products, powers, roots and exponentials of
 * such numbers, as in 2*64*64 + 64, 3.4×10^7, sqrt(2) or e^-2; 45.5% is 0.455. null for anything else.
 */
export function readNumber(text: string): number | null {
  const parsed = parseNumber(text);
  if (parsed.ok) return parsed.value;
  if (text.length > LONGEST) return null;
  const plain = withPlainSigns(text.trim())
    .replaceAll(/[×·⋅]/g, '*')
    .replaceAll('÷', '/')
    .replaceAll(/(?<![\d.])[1-9]\d{0,2}(?:[,\u00a0\u202f'’]\d{3})+(?![\d,])/g, (grouped) =>
      grouped.replaceAll(/\D/g, ''),
    )
    .replaceAll(/(\d),(\d)/g, '$1.$2');
  if (plain === '') return null;
  const reader = new Reader(plain);
  const value = reader.sum();
  return value !== null && reader.finished && Number.isFinite(value) ? value : null;
}

/** Sums of products of powers, by recursive descent. */
class Reader {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get finished(): boolean {
    return this.#peek() === '';
  }

  sum(): number | null {
    let total = this.#product();
    for (let sign = this.#peek(); total !== null && (sign === '+' || sign === '-'); sign = this.#peek()) {
      this.#at += 1;
      const term = this.#product();
      total = term === null ? null : sign === '+' ? total + term : total - term;
    }
    return total;
  }

  #product(): number | null {
    let total = this.#signed();
    for (let sign = this.#peek(); total !== null && (sign === '*' || sign === '/'); sign = this.#peek()) {
      this.#at += 1;
      const factor = this.#signed();
      total = factor === null ? null : sign === '*' ? total * factor : total / factor;
    }
    return total;
  }

  #signed(): number | null {
    const sign = this.#peek();
    if (sign !== '-' && sign !== '+') return this.#power();
    this.#at += 1;
    const value = this.#signed();
    return value === null ? null : sign === '-' ? -value : value;
  }

  #power(): number | null {
    const base = this.#percent();
    if (base === null || this.#peek() !== '^') return base;
    this.#at += 1;
    const exponent = this.#signed();
    return exponent === null ? null : base ** exponent;
  }

  #percent(): number | null {
    const value = this.#atom();
    if (value === null || this.#peek() !== '%') return value;
    this.#at += 1;
    return value / 100;
  }

  #atom(): number | null {
    if (this.#peek() === '(') {
      this.#at += 1;
      const inner = this.sum();
      if (inner === null || this.#peek() !== ')') return null;
      this.#at += 1;
      return inner;
    }
    const match = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i.exec(this.#text.slice(this.#at));
    if (match === null) return this.#named();
    this.#at += match[0].length;
    return Number(match[0]);
  }

  /** A constant, or a function of the atom behind it. */
  #named(): number | null {
    const name = /^(\p{L}+|√)/u.exec(this.#text.slice(this.#at))?.[0].toLowerCase() ?? '';
    this.#at += name.length;
    if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name]!;
    const inner = Object.hasOwn(FUNCTIONS, name) ? this.#atom() : null;
    return inner === null ? null : FUNCTIONS[name]!(inner);
  }

  #peek(): string {
    while (this.#text[this.#at] === ' ') this.#at += 1;
    return this.#text[this.#at] ?? '';
  }
}

/**
 * What someone who writes numbers another way may have meant: 1,135 is read as 1135 and may be 1.135; 120.000 is read as
 * 120 and may be 120000; 45.5% is read as 0.455 and may be 45.5. null where there is no doubt.
 */
export function otherReading(text: string): number | null {
  const typed = withPlainSigns(text.trim());
  if (typed.endsWith('%')) return readNumber(typed.slice(0, -1));
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(typed)) return Number(typed.replace(',', '.'));
  if (/^[+-]?[1-9]\d{0,2}(\.\d{3})+$/.test(typed)) return Number(typed.replaceAll('.', ''));
  return null;
}

/** Rows of numbers: commas, semicolons or spaces between entries, a new line or ; between rows. null if unreadable. */
export function readRows(text: string): number[][] | null {
  const lines = text
    .trim()
    .replaceAll(/[[\](){}]/g, ' ')
    .split(/[;\n]+/)
    .filter((line) => line.trim() !== '');
  const rows = lines.map((line) =>
    line
      .trim()
      .split(/\s*,\s*|\s+/)
      .map((entry) => readNumber(entry)),
  );
  if (rows.length === 0 || rows.some((row) => row.length !== rows[0]!.length)) return null;
  return rows.flat().every((entry) => entry !== null) ? (rows as number[][]) : null;
}

/**
 * exact: a whole number, and the computed value is that number but for float32 rounding, for which a relative 10^-5
 * leaves room (ε = 6e-8, times the few dozen terms of an exercise). significant: at
 * most half a unit of the third significant figure away. Where the computed value is 0, or only rounding keeps it
 * from 0, there is no significant figure: then 10^-6 is near enough.
 */
export function isNear(given: number, expected: number, tolerance: Tolerance): boolean {
  const distance = Math.abs(given - expected);
  if (tolerance === 'exact') {
    return Number.isInteger(given) && distance <= Math.min(0.25, 1e-5 * Math.max(1, Math.abs(given)));
  }
  if (tolerance !== 'significant') return distance <= tolerance.absolute;
  if (Math.abs(expected) < 1e-6) return Math.abs(given) <= 1e-6;
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(expected))) - 2);
  // The last factor lets 0.125 count as near 0.1245 when their distance is half a unit but for binary rounding.
  return distance <= (unit / 2) * (1 + 1e-9);
}
