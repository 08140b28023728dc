// Looks up the words of the interface and puts numbers into them as the reader's language writes numbers.
import { formatCount } from '../model/format-number.js';
import { type Catalogue, strings as english } from './strings.en.js';

export type StringKey = keyof Catalogue;
export type Values = Readonly<Record<string, string | number>>;
type Speaker = (key: StringKey, values?: Values) => string;

/** By language tag. A translation is another file like that of English and a line here; what it lacks is said in English. */
type Catalogues = ReadonlyMap<string, Partial<Catalogue>>;
const CATALOGUES: Catalogues = new Map([['en', english]]);

/** By the tag asked for: every widget asks whenever it draws. */
const speakers = new Map<string, Speaker>();

/** A function that says things in one language; '' is the browser's own. */
export function speaker(language = ''): Speaker {
  const tag = language || globalThis.navigator?.language || 'en';
  let speaks = speakers.get(tag);
  if (speaks === undefined) {
    speaks = speakerOf(tag, CATALOGUES);
    speakers.set(tag, speaks);
  }
  return speaks;
}

/** Speaks the language of `tag`, or of its first part, where there is a catalogue of it; else English. */
export function speakerOf(tag: string, catalogues: Catalogues): Speaker {
  const locale = canonical(tag);
  const catalogue = catalogues.get(locale) ?? catalogues.get(locale.split('-')[0]!);
  // The rules that chose a plural must be those of the language the text is written in.
  const textLocale = catalogue === undefined ? 'en' : locale;
  const plurals = new Intl.PluralRules(textLocale);
  const number = numbersIn(textLocale);
  return (key, values = {}) => {
    const entry = catalogue?.[key] ?? english[key];
    const text =
      typeof entry === 'string'
        ? entry
        : ((entry as Record<string, string>)[plurals.select(Number(values.count))] ?? entry.other);
    return (text ?? '').replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : typeof value === 'number' ? number(value) : value;
    });
  };
}

/**
 * Made when a number needs it: the first NumberFormat of a page takes 4 MB in Chromium and 20 ms, in which it reads in all
 * languages.
 */
function numbersIn(locale: string): (value: number) => string {
  let format: Intl.NumberFormat | undefined;
  const english = /^en(-[A-Z]{2})?$/.test(locale);
  // Others write 1 000 or 1,00,000.
  const byThrees = ['en', 'en-GB', 'en-US'].includes(locale);
  return (value) => {
    if (Number.isSafeInteger(value) && value >= 0) {
      if (english && value < 1000) return String(value);
      if (byThrees) return formatCount(value);
    }
    format ??= new Intl.NumberFormat(locale, { maximumSignificantDigits: 17 });
    return format.format(value);
  };
}

/** English; for places that have no language setting of their own. */
export const say = speaker('en');

/** The tag as browsers write it; English for what is no language tag at all. */
function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
