// Text inside markup and inside sentences.

/** For the content of an HTML element, and of an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The same for XML, which has no way to write control characters, tab and line ends excepted: they are left out. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replace(/[^\P{Cc}\t\n\r]/gu, ''));
}

/**
 * A name with a number at its end, such as FlashAttention-2 or DPFP-1, by which a text can be split. A browser may break a line
 * at its hyphen; a hyphen that does not break is another letter, which nobody finds or types, so the name is only styled.
 * build-scripts/lib/prose.mjs has the same for Markdown. {linear-1} is no name: a number is filled in there.
 */
export const NUMBERED_NAME = /((?<![\p{L}\d{-])\p{L}[\p{L}\d+]*-\d+(?![\p{L}\d}-]))/u;

/** The text as HTML, escaped, with each numbered name on one line. */
export function escapeWithNames(text: string): string {
  return escapeHtml(text)
    .split(NUMBERED_NAME)
    .map((part, i) => (i % 2 === 0 ? part : `<span class="unbroken">${part}</span>`))
    .join('');
}

/** The whole text, or its beginning and an ellipsis, in at most `length` characters. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
