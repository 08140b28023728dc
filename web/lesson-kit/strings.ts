// Looks up the words of the interface and puts numbers into them as the reader's language writes numbers.
import { type Catalogue, strings as english } from './strings.en.js';

export type StringKey = keyof Catalogue;
export type Values = Readonly<Record<string, string | number>>;

/** Translations by language tag; what a translation lacks is said in English. */
const catalogues = new Map<string, Partial<Catalogue>>([['en', english]]);

export function addCatalogue(language: string, catalogue: Partial<Catalogue>): void {
  catalogues.set(language, catalogue);
}

/** A function that says things in one language; '' is the browser's own. */
export function speaker(language = ''): (key: StringKey, values?: Values) => string {
  const tag = language || globalThis.navigator?.language || 'en';
  const locale = Intl.getCanonicalLocales(supported(tag) ? tag : 'en')[0]!;
  const catalogue = catalogues.get(locale) ?? catalogues.get(locale.split('-')[0]!);
  // The rules that chose a plural must be those of the language the text is written in.
  const textLocale = catalogue === undefined ? 'en' : locale;
  const plurals = new Intl.PluralRules(textLocale);
  const numbers = new Intl.NumberFormat(textLocale, { maximumSignificantDigits: 17 });
  return (key, values = {}) => {
    const entry = catalogue?.[key] ?? english[key];
    const text =
      typeof entry === 'string'
        ? entry
        : ((entry as Record<string, string>)[plurals.select(Number(values.count))] ?? entry.other);
    return (text ?? '').replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value;
    });
  };
}

/** English; for places that have no language setting of their own. */
export const say = speaker('en');

function supported(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf([tag]).length > 0;
  } catch {
    return false; // not a language tag at all
  }
}
