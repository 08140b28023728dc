// What an author pastes, platform by platform. Pure: one activity as it was set up in, texts out. The guides in
// docs/embedding/ say the same with more words; a test holds the two together.

import { escapeHtml } from '../../model/text.js';
import { OWN } from '../embed/own-page.js';

export interface Embedded {
  /** The public address of the folder that holds embed/, ending with a slash. */
  base: string;
  ex: string;
  title: string;
  /** The author's settings as a query string without '?'; '' for none. */
  query: string;
  /** Of the frame where the host does not give it the height it asks for, in CSS pixels. */
  height: number;
}

export interface Block {
  /** What to do with it. */
  label: string;
  text: string;
}

export interface Platform {
  id: string;
  name: string;
  /** What to expect there, in one or two sentences. */
  says: string;
  /** It carries everything in the text of the page, where an address that some platform may cut matters less. */
  anyLength?: true;
  blocks: (embedded: Embedded) => Block[];
}

export function addressOf({ base, ex, query }: Embedded): string {
  return `${base}embed/${encodeURIComponent(ex)}/${query === '' ? '' : `?${query}`}`;
}

/** The frame that stays right everywhere HTML is taken. */
function frame(embedded: Embedded, extra = ''): string {
  const { title, height } = embedded;
  return (
    `<iframe src="${escapeHtml(addressOf(embedded))}" title="${escapeHtml(title)}"\n` +
    `  width="100%" height="${height}" style="border:0" loading="lazy" allow="fullscreen; clipboard-write"${extra}></iframe>`
  );
}

function helper({ base }: Embedded): string {
  return `<script src="${escapeHtml(`${base}resize.js`)}" async></script>`;
}

function parameters({ query }: Embedded): [string, string][] {
  return [...new URLSearchParams(query)];
}

export const platforms: readonly Platform[] = [
  {
    id: 'html',
    name: 'HTML page',
    says: 'The frame works alone. The script below it gives the frame its height and follows the theme of your page.',
    blocks: (one) => [
      { label: 'Paste where the activity should stand.', text: `${frame(one)}\n${helper(one)}` },
    ],
  },
  {
    id: 'element',
    name: 'HTML page, as an element',
    says: 'For pages with many activities: they share one core. Where your page’s policy refuses it, the element becomes a frame by itself.',
    anyLength: true,
    blocks: (one) => [
      {
        label: 'Once, in the head of the page.',
        text: `<script type="module" src="${escapeHtml(`${one.base}linear-attention.js`)}"></script>`,
      },
      {
        label: 'Where each activity should stand. The link is shown until it is ready.',
        text:
          `<linear-attention ex="${escapeHtml(one.ex)}"${parameters(one)
            .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
            .join('')}>\n` +
          `  <a href="${escapeHtml(addressOf(one))}">${escapeHtml(one.title)}</a>\n</linear-attention>`,
      },
    ],
  },
  {
    id: 'myst',
    name: 'MyST and Jupyter Book 2',
    says: 'The theme shows every frame in a box of fixed proportions, so the activity scrolls inside it.',
    blocks: (one) => [
      {
        label: 'Paste into your Markdown.',
        text: `:::{iframe} ${addressOf(withFit(one))}\n:width: 100%\n:title: ${line(one.title)}\n:::`,
      },
    ],
  },
  {
    id: 'anywidget',
    name: 'MyST, Jupyter and marimo, as a widget',
    says: 'The activity takes the height it needs. MyST marks this way of embedding as experimental.',
    blocks: (one) => {
      const model = Object.fromEntries([['ex', one.ex], ...parameters(one)]);
      return [
        {
          label: 'Paste into your Markdown.',
          text: `\`\`\`{anywidget} ${one.base}anywidget.js\n${JSON.stringify(model)}\n\`\`\``,
        },
        {
          label: 'Or into a notebook cell.',
          text: `from IPython.display import IFrame\nIFrame(${JSON.stringify(addressOf(one))}, "100%", ${one.height})`,
        },
      ];
    },
  },
  {
    id: 'quarto',
    name: 'Quarto',
    says: 'Works in pages and in slides. Do not set embed-resources for a page that holds a frame.',
    blocks: (one) => [
      { label: 'Paste into your .qmd file.', text: `\`\`\`{=html}\n${frame(one)}\n${helper(one)}\n\`\`\`` },
    ],
  },
  {
    id: 'mkdocs',
    name: 'MkDocs',
    says: 'Keep the full address: MkDocs does not rewrite relative ones in HTML.',
    blocks: (one) => [
      { label: 'Paste into your Markdown, with an empty line before and after.', text: frame(one) },
      {
        label:
          'Once, in mkdocs.yml. If it has extra_javascript already, add only the second line to that list.',
        text: `extra_javascript:\n  - ${one.base}resize.js`,
      },
    ],
  },
  {
    id: 'docusaurus',
    name: 'Docusaurus',
    says: 'MDX is not quite HTML: style takes an object.',
    blocks: (one) => [
      {
        label: 'Paste into your .mdx file.',
        text:
          `<iframe\n  src={${JSON.stringify(addressOf(one))}}\n  title={${JSON.stringify(one.title)}}\n` +
          `  width="100%" height="${one.height}" style={{border: 0}} loading="lazy"\n` +
          '  allow="fullscreen; clipboard-write" />',
      },
      {
        label:
          'Once, in docusaurus.config.js. If it has scripts already, add only what stands in [ ] to that list.',
        text: `scripts: [{src: ${JSON.stringify(`${one.base}resize.js`)}, async: true}],`,
      },
    ],
  },
  {
    id: 'vitepress',
    name: 'VitePress',
    says: 'HTML in the Markdown passes through. A script does not, so it stands in the configuration.',
    blocks: (one) => [
      { label: 'Paste into your Markdown, with an empty line before and after.', text: frame(one) },
      {
        label: 'Once, in .vitepress/config.js. If it has head already, add only the inner [ ] to that list.',
        text: `head: [['script', {src: ${JSON.stringify(`${one.base}resize.js`)}, async: ''}]],`,
      },
    ],
  },
  {
    id: 'mdbook',
    name: 'mdBook',
    says: 'HTML in the Markdown passes through as it is.',
    blocks: (one) => [{ label: 'Paste into your Markdown.', text: `${frame(one)}\n${helper(one)}` }],
  },
  {
    id: 'hugo',
    name: 'Hugo',
    says: 'Hugo drops HTML in Markdown, so the frame comes from a shortcode of your own.',
    blocks: (one) => [
      {
        label: 'Once: save this in your site as layouts/shortcodes/linear-attention.html.',
        text:
          '<iframe src="{{ .Get "base" | default ' +
          `"${one.base}" }}embed/{{ .Get "ex" }}/{{ with .Get "settings" }}?{{ . | safeURL }}{{ end }}"\n` +
          '  title="{{ .Get "title" }}" width="100%" height="{{ .Get "height" | default "520" }}"\n' +
          '  style="border:0" loading="lazy" allow="fullscreen; clipboard-write"></iframe>\n' +
          helper(one),
      },
      {
        label: 'Where the activity should stand.',
        text:
          `{{< linear-attention ex="${one.ex}" title=${JSON.stringify(line(one.title))} height="${one.height}"` +
          `${one.query === '' ? '' : ` settings="${one.query}"`} >}}`,
      },
    ],
  },
  {
    id: 'sphinx',
    name: 'Sphinx and Jupyter Book 1',
    says: 'For HTML output; other builders leave the block out.',
    blocks: (one) => [
      {
        label: 'In reStructuredText.',
        text: `.. raw:: html\n\n${indented(`${frame(one)}\n${helper(one)}`, '   ')}`,
      },
      { label: 'In MyST Markdown.', text: `\`\`\`{raw} html\n${frame(one)}\n${helper(one)}\n\`\`\`` },
    ],
  },
  {
    id: 'moodle',
    name: 'Moodle',
    says: 'In a page, label or description that a teacher writes. The height is fixed there. For grades, upload the SCORM package instead.',
    blocks: (one) => [
      { label: 'Paste into the HTML view of the editor (the <> button).', text: frame(withFit(one)) },
    ],
  },
  {
    id: 'canvas',
    name: 'Canvas',
    says: 'Canvas removes scripts, and gives the frame its height by itself on the web.',
    blocks: (one) => [
      {
        label: 'Paste into the HTML editor of a page.',
        text: `<iframe src="${escapeHtml(addressOf(one))}" title="${escapeHtml(one.title)}" width="100%" height="${one.height}" style="border: 0;"></iframe>`,
      },
    ],
  },
  {
    id: 'openedx',
    name: 'Open edX',
    says: 'In a Text component. The height is fixed there. For grades, upload the SCORM package instead.',
    blocks: (one) => [{ label: 'Paste into the HTML view of the component.', text: frame(withFit(one)) }],
  },
  {
    id: 'wordpress',
    name: 'WordPress',
    says: 'The address alone becomes a frame. Settings in the address need the Custom HTML block.',
    blocks: (one) => {
      const framed = { label: 'In a Custom HTML block, with your settings.', text: frame(one) };
      // Without what stands in its address, an exercise of one's own is no exercise.
      if (one.ex === OWN) return [framed];
      const bare = addressOf({ ...one, query: '' });
      return [{ label: 'On a line of its own, for the activity as it comes.', text: bare }, framed];
    },
  },
  {
    id: 'observable',
    name: 'Observable',
    says: 'Observable notebooks take the height from the frame.',
    blocks: (one) => [
      {
        label: 'In a cell.',
        text: `html\`${templateText(
          `<iframe src="${escapeHtml(addressOf(one))}" title="${escapeHtml(line(one.title))}" ` +
            `width="100%" height="${one.height}" style="border:0"></iframe>`,
        )}\``,
      },
    ],
  },
  {
    id: 'notion',
    name: 'Notion, Google Sites, Coda',
    says: 'Paste the address into an Embed block and drag the box to a size that suits. The activity scrolls inside it.',
    blocks: (one) => [{ label: 'The address.', text: addressOf(withFit(one)) }],
  },
];

/** For boxes of a size that nothing inside can change. */
function withFit(embedded: Embedded): Embedded {
  const query = new URLSearchParams(embedded.query);
  query.set('fit', 'frame');
  return { ...embedded, query: query.toString() };
}

/** For the inside of a JavaScript template literal. */
function templateText(value: string): string {
  return value.replace(/[\\`]|\$(?=\{)/g, '\\$&');
}

/** On one line, for formats in which a line end ends the value. */
function line(value: string): string {
  return value.replace(/\s+/g, ' ').trim();
}

function indented(block: string, by: string): string {
  return block
    .split('\n')
    .map((one) => by + one)
    .join('\n');
}
