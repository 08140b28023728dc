// What is written in raised and lowered signs, in words. Voices pass over some of these signs, and read n² as “n2” or v₃ᵀ as
// letters of a foreign alphabet.

const RAISED = new Map([...'⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺·ˣⁿ'].map((sign, at) => [sign, '0123456789−+.xn'.charAt(at)]));
const LOWERED = new Map([...'₀₁₂₃₄₅₆₇₈₉'].map((sign, at) => [sign, String(at)]));
const POWERS: Readonly<Record<string, string>> = { '2': 'squared', '3': 'cubed' };

const plain = (signs: string, table: ReadonlyMap<string, string>): string =>
  Array.from(signs, (sign) => table.get(sign) ?? sign).join('');

/** `text` as it should be heard: “n²r” is “n squared r”, “10⁻⁷” is “10 to the power of −7”, “v₃ᵀ” is “v sub 3 transpose”. */
export function spokenText(text: string): string {
  return text
    .replace(/([₀-₉]+)/g, (signs) => ` sub ${plain(signs, LOWERED)} `)
    .replace(/[⁰¹²³⁴-⁹⁻⁺ˣⁿ]+(?:·[⁰¹²³⁴-⁹]+)?/g, (signs) => {
      const power = plain(signs, RAISED);
      return ` ${POWERS[power] ?? `to the power of ${power}`} `;
    })
    .replace(/ᵀ/g, ' transpose ')
    .replace(/ +([),.:;]|$)/g, '$1')
    .replace(/ {2,}/g, ' ');
}

/** The name of a button that does `action` with one of several things of a page: heard alone, “Show as table” says not of what. */
export function named(action: string, thing: string): string {
  return spokenText(thing === '' ? action : `${action}: ${thing}`);
}
