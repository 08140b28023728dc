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

/** The whole text, or its beginning and an ellipsis, in at most `length` characters. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
