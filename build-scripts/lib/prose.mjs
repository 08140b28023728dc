// Markdown with formulas becomes HTML with MathML while the site is built: the page carries no Markdown reader and no
// formula engine. `$…$` is a formula in the line, `$$…$$` one of its own; `[word](term:key)` marks a glossary term.
import { Marked } from 'marked';
import temml from 'temml';
import { withSpokenMath } from './spoken-math.mjs';

// One colour for one object: \cq{q}, \ck{k}, \cv{v}, \cs{S}, \cz{z} carry the classes that the theme colours.
const OBJECTS = { q: 'q', k: 'k', v: 'v', s: 'state', z: 'normaliser' };
const MACROS = Object.fromEntries(
  Object.entries(OBJECTS).map(([letter, object]) => [`\\c${letter}`, `\\class{${object}}{#1}`]),
);

const formula = (name, displayMode, pattern) => ({
  name,
  level: 'inline',
  start: (source) => source.match(/\$/)?.index,
  tokenizer(source) {
    const match = pattern.exec(source);
    return match ? { type: name, raw: match[0], text: match[1].trim() } : undefined;
  },
  // Browsers lay out display formulas by the attribute alone; a strict policy refuses inline styles.
  renderer: ({ text }) =>
    temml
      .renderToString(raised(text), { displayMode, throwOnError: true, trust: true, macros: { ...MACROS } })
      .replaceAll(/ style="[^"]*"/g, ''),
});

const marked = new Marked({
  extensions: [
    formula('displayFormula', true, /^\$\$([^$]+)\$\$/),
    formula('formula', false, /^\$(?!\s)([^$\n]+?)(?<!\s)\$(?!\d)/),
    {
      name: 'term',
      level: 'inline',
      start: (source) => source.indexOf('['),
      tokenizer(source) {
        const match = /^\[([^\]]+)\]\(term:([^)]+)\)/.exec(source);
        return match
          ? { type: 'term', raw: match[0], text: match[1], key: decodeURIComponent(match[2]) }
          : undefined;
      },
      renderer: ({ text, key }) => `<la-term term="${escaped(key)}">${escaped(text)}</la-term>`,
    },
  ],
});

// v_t^⊤ as (v_t)^⊤: without a font for mathematics, browsers set the two scripts of one letter far apart.
function raised(formula) {
  return formula.replace(/(\\c[qkvsz]\{\w\}|\b\w)(_(?:\w|\{[^{}]*\}))\^/g, '{$1$2}^');
}

// NUMBERED_NAME of web/model/text.ts, which says why.
const NAME = /(?<![\p{L}\d{-])\p{L}[\p{L}\d+]*-\d+(?![\p{L}\d}-])/gu;

// A browser may break the line at the hyphen of DPFP-1. Only what stands between tags is text.
function wholeNames(html) {
  return html.replace(/(<[^>]*>)|[^<]+/g, (part, tag) =>
    tag === undefined ? part.replace(NAME, '<span class="unbroken">$&</span>') : part,
  );
}

// A browser may break the line before a comma that follows a formula or a term; readers may not expect one there. Every
// formula has the span: where it is wider than the page, it scrolls inside.
function unbroken(html) {
  return html.replace(
    /<math>(?:(?!<\/math>).)*<\/math>[.,;:!?)’”]*|<la-term [^>]*>[^<]*<\/la-term>[.,;:!?)’”]+/g,
    '<span class="unbroken">$&</span>',
  );
}

/** One piece of Markdown as HTML. Our own text only: HTML in it passes through. */
export function renderMarkdown(source) {
  return withSpokenMath(unbroken(wholeNames(marked.parse(source, { async: false }).trim())));
}

/** The same for words inside a sentence, without a paragraph around them. */
export function renderInline(source) {
  return withSpokenMath(unbroken(wholeNames(marked.parseInline(source, { async: false }).trim())));
}

/**
 * The sections of a file, each `## name` and the text below it, as HTML. A section of a single paragraph has no <p>
 * around it, so that it can stand inside a label or a sentence. What precedes the first heading is not shown.
 */
function renderSections(source) {
  const sections = {};
  for (const part of source.split(/^## +/m).slice(1)) {
    const end = part.indexOf('\n');
    const name = part.slice(0, end < 0 ? undefined : end).trim();
    const text = end < 0 ? '' : part.slice(end).trim();
    if (name in sections) throw new Error(`Two sections are called “${name}”.`);
    const single = !/\n\s*\n/.test(text) && !/^([#>|-]|\d+\.|\$\$)/.test(text);
    sections[name] = single ? renderInline(text) : renderMarkdown(text);
  }
  return sections;
}

/** `import text from './x.md'` gives the sections of x.md. */
export function prose() {
  return {
    name: 'prose',
    enforce: 'pre',
    transform(source, id) {
      if (!/\.md$/.test(id)) return null;
      try {
        return { code: `export default ${JSON.stringify(renderSections(source))};`, map: null };
      } catch (error) {
        throw new Error(`${id}: ${error.message}`);
      }
    },
  };
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
