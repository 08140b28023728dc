// Everything of a page that stands before any script runs: the lesson's text with its formulas as MathML, the
// worked examples, the statements, header and footer. Called by the build and the development server.

import { type Statement, statements } from '../../lessons/statements.js';
import { escapeHtml } from '../../model/text.js';

/** What the build hands over: files of web/lessons by their path there, and the Markdown reader. */
export interface Kitchen {
  read(path: string): string;
  markdown(source: string): string;
  inline(source: string): string;
}

export interface StationText {
  readonly number: number;
  readonly file: string;
  readonly title: string;
}

const STATION_FILES = [
  '1-orders.md',
  '2-softmax.md',
  '3-feature-maps.md',
  '4-summaries.md',
  '5-cost.md',
  '6-state.md',
  '7-loss.md',
  '8-others.md',
  '9-practice.md',
] as const;

/** Formula letters that have a colour of their own, by the classes of theme/site.css. */
const OBJECT_CLASS: Readonly<Record<string, string>> = {
  q: 'q',
  Q: 'q',
  k: 'k',
  K: 'k',
  v: 'v',
  V: 'v',
  S: 'state',
  z: 'normaliser',
};

const VERDICTS: Readonly<Record<Statement['verdict'], string>> = {
  right: 'Right',
  rounded: 'Rounded',
  incomplete: 'Something is left out',
  misprinted: 'Misprinted',
  wrong: 'Not so',
};

/** Gives each object letter in a formula its colour, and lets a wide table scroll in its own box. */
function dressed(html: string): string {
  return html
    .replace(
      /<mi>([qQkKvVSz])<\/mi>/g,
      (_, letter: string) => `<mi class="${OBJECT_CLASS[letter]}">${letter}</mi>`,
    )
    .replace(/<la-term name=/g, '<la-term term=')
    .replace(/(<tr>\s*)<td([^>]*)>(.*?)<\/td>/gs, '$1<th scope="row"$2>$3</th>')
    .replace(/<table>/g, '<div class="scroll"><table>')
    .replace(/<\/table>/g, '</table></div>');
}

/** Number and title of each station, from the first heading of its text. */
export function stationTexts({ read }: Kitchen): StationText[] {
  return STATION_FILES.map((file) => {
    const title = /^## (.+)$/m.exec(read(`stations/${file}`))?.[1];
    if (title === undefined) throw new Error(`stations/${file} has no heading of the second level.`);
    return { number: Number.parseInt(file, 10), file, title };
  });
}

function statementsHtml(station: number, { inline }: Kitchen): string {
  const here = statements.filter((statement) => statement.station === station);
  if (here.length === 0) return '';
  const rows = here.map(
    (statement) =>
      `<tr id="statement-${statement.id}"><td>${dressed(inline(statement.lesson))}</td>` +
      `<td><span class="verdict ${statement.verdict}">${VERDICTS[statement.verdict]}.</span> ` +
      `${dressed(inline(statement.exact))}</td></tr>`,
  );
  return (
    `<section class="statements wide" aria-label="Station ${station}: the lesson’s words and the exact numbers">` +
    `<table><thead><tr><th scope="col">The lesson says</th><th scope="col">Exactly</th></tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table></section>`
  );
}

function stationHtml(station: StationText, kitchen: Kitchen): string {
  const body = dressed(kitchen.markdown(kitchen.read(`stations/${station.file}`).replace(/^## .+$/m, '')))
    .replace(/<p>/, '<p class="notice">')
    .replaceAll('<div class="figure" ', '<div class="figure wide" ');
  return (
    `<section class="station page" id="station-${station.number}" aria-labelledby="station-${station.number}-title">\n` +
    `<h2 id="station-${station.number}-title"><span class="ordinal">${station.number}</span> ` +
    `${kitchen.inline(station.title)}</h2>\n${body}${statementsHtml(station.number, kitchen)}</section>\n`
  );
}

function contentsHtml(stations: readonly StationText[]): string {
  const items = stations.map(
    ({ number, title }) =>
      // Its name is the title, which readers with a mouse see; a text of its own would be read besides it.
      `<li><a href="#station-${number}" title="Station ${number}: ${escapeHtml(title)}"><span aria-hidden="true">${number}</span></a></li>`,
  );
  return `<nav class="stations-bar" aria-label="Stations"><ol>${items.join('')}</ol><p class="here" aria-hidden="true"></p></nav>`;
}

/** `up` leads from the page to the site's root: './' or '../'. */
function headerHtml(up: string, current: string): string {
  const link = (path: string, name: string) =>
    `<li><a href="${path === '' ? up : `${up}${path}/`}"${path === current ? ' aria-current="page"' : ''}>${name}</a></li>`;
  return (
    `<a class="skip" href="#main">Skip to the text</a>\n<header class="top"><nav aria-label="Pages"><ul>` +
    `${link('', 'Walk')}${link('play', 'Bench')}${link('teach', 'Teach')}${link('about', 'About')}</ul></nav>` +
    `<label class="theme" hidden>Theme <select><option value="">as the system</option><option value="light">light</option>` +
    `<option value="dark">dark</option><option value="contrast">high contrast</option></select></label></header>`
  );
}

const footerHtml = (up: string) =>
  '<footer class="bottom page"><p>Everything on this page is computed on your machine. Nothing you type or open is sent anywhere. ' +
  `Trained heads: Universal Sentence Encoder lite, Apache-2.0. The page itself: MIT licence. <a href="${up}licences.txt">All licences</a></p></footer>`;

/** The table of /about/: every statement, where it is shown, and the test that computes it. */
function statementTable(stations: readonly StationText[], { inline }: Kitchen): string {
  const rows = statements.map((statement) => {
    const station = stations.find(({ number }) => number === statement.station)!;
    return (
      `<tr><th scope="row">${statement.id}</th><td>${dressed(inline(statement.lesson))}</td>` +
      `<td>${VERDICTS[statement.verdict]}. ${dressed(inline(statement.exact))}</td>` +
      `<td><a href="../#statement-${statement.id}">${statement.station}. ${inline(station.title)}</a></td>` +
      `<td><code>statement ${statement.id}</code></td></tr>`
    );
  });
  return (
    `<div class="wide scroll"><table class="all-statements"><thead><tr><th scope="col">No.</th><th scope="col">The lesson says</th>` +
    `<th scope="col">Exactly</th><th scope="col">Station</th><th scope="col">Test</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  );
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  // Lit writes a colour or a width into a style attribute; style elements stay refused.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self' blob: data:",
  "worker-src 'self' blob:",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Fills the comments that mark places in a page's HTML. `path` is the page's folder, '' for the walk. */
export function fillPage(html: string, path: string, kitchen: Kitchen, options: { policy: boolean }): string {
  const stations = stationTexts(kitchen);
  const up = path === '' ? './' : '../'.repeat(path.split('/').length);
  const text = (file: string) => dressed(kitchen.markdown(kitchen.read(file)));
  const parts: Record<string, () => string> = {
    csp: () => (options.policy ? `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />` : ''),
    header: () => headerHtml(up, path),
    footer: () => footerHtml(up),
    contents: () => contentsHtml(stations),
    intro: () => text('intro.md'),
    stations: () => stations.map((station) => stationHtml(station, kitchen)).join('\n'),
    play: () => text('play.md'),
    about: () => text('about.md').replace('<!-- statements -->', statementTable(stations, kitchen)),
  };
  return html.replace(/<!-- ([a-z]+) -->/g, (comment, name: string) => parts[name]?.() ?? comment);
}
