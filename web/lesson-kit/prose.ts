// Words with numbers in them, as HTML. Sections come from our own Markdown and are trusted; whatever is put into
// them, and whatever a teacher wrote, is escaped.
import { escapeHtml } from '../model/text.js';

/**
 * `html` with {name} replaced by the escaped value of that name; unknown names stay as they are. `around` may put an
 * element around what is filled in.
 */
export function fill(
  html: string,
  values: Readonly<Record<string, string>>,
  around: (name: string, escaped: string) => string = (_, escaped) => escaped,
): string {
  return html.replace(/\{([\w-]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? around(name, escapeHtml(values[name]!)) : whole,
  );
}

/** The names that a section asks for. */
export function placeholders(html: string): string[] {
  return [...html.matchAll(/\{([\w-]+)\}/g)].map((match) => match[1]!);
}

/**
 * Text by a stranger as HTML: blank lines part paragraphs, **strong**, *emphasis* and `code` work inside one, and
 * everything else is shown as typed.
 */
export function plainProse(text: string): string {
  const paragraphs = text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => inline(escapeHtml(paragraph.trim())));
  return paragraphs.length === 1
    ? paragraphs[0]!
    : paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');
}

function inline(escaped: string): string {
  return escaped
    .replace(/`([^`\n]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*\n]+)\*/g, '<em>$1</em>')
    .replace(/\n/g, '<br>');
}
