// The HTML of pages that hold one activity, written while building. Pure: texts in, one text out.

import { escapeHtml } from '../../model/text.js';

export interface Page {
  /** '' for a page that lists the activities and takes ?ex=. */
  ex: string;
  title: string;
  summary: string;
  /** Trusted HTML, shown until the activity is live. */
  still: string;
  css: string;
  /** A file beside the page, or the whole script; `hash` is that of the text inside the page, see `inlineScript`. */
  script: ({ src: string } | { code: string }) & { hash: string };
  /** Files that the page carries in itself, name to base64. */
  files?: ReadonlyMap<string, string>;
  /** An LMS package: the page looks for the LMS around it. */
  scorm?: boolean;
  /** The page's own public address; absent where it has none, as in a file. */
  address?: string;
  /** The page asks other hosts for what its reader names. */
  asks?: boolean;
  /** What the picture shows that lies beside the page as poster.png; only with an address. */
  poster?: string;
}

/**
 * The text of the page's one inline script: the whole, or what puts the script file on the page. The file is loaded by
 * a trusted script and not by markup, because in a frame without an origin WebKit's 'self' is nobody.
 */
export function inlineScript(script: { src: string } | { code: string }): string {
  if ('code' in script) return script.code;
  const src = JSON.stringify(script.src);
  return `{const s=document.createElement("script");s.src=${src};document.body.append(s)}`;
}

/**
 * The policy of our own pages. No script but the one that is hashed and what it loads, no eval, no other host. Styles
 * may be inline: the tokens stand in the page, and MathML carries a few. A worker is a blob: a sandboxed frame has no
 * other. Engines that know 'strict-dynamic' pass over 'self'.
 */
function policy(script: Page['script'], asks: boolean): string {
  const scripts = `'${script.hash}'${'src' in script ? " 'strict-dynamic' 'self'" : ''}`;
  return [
    "default-src 'none'",
    `script-src ${scripts} 'wasm-unsafe-eval'`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    // The trained heads lie beside the script; a file carries its own and fetches nothing.
    `connect-src ${asks ? 'https: http:' : 'src' in script ? "'self'" : "'none'"}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

export function activityDocument(page: Page): string {
  const {
    ex,
    title,
    summary,
    still,
    css,
    script,
    files = new Map(),
    scorm,
    address,
    poster,
    asks = false,
  } = page;
  const marks = [`lang="en"`, `data-ex="${escapeHtml(ex)}"`, ...(scorm ? ['data-package="scorm"'] : [])];
  const links =
    address === undefined
      ? ''
      : `
<link rel="canonical" href="${escapeHtml(address)}">
<link rel="alternate" type="application/json+oembed" href="oembed.json" title="${escapeHtml(title)}">
<meta property="og:type" content="website">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:description" content="${escapeHtml(summary)}">
<meta property="og:url" content="${escapeHtml(address)}">
<meta property="og:site_name" content="Linear attention playground">${poster === undefined ? '' : picture(address, poster)}`;
  const tag = `<script>${inlineScript(script)}</script>`;
  // A type that no browser runs: data, and no matter for the policy on scripts.
  const data = [...files].map(
    ([name, base64]) =>
      `<script type="application/octet-stream" data-file="${escapeHtml(name)}">${base64}</script>\n`,
  );
  const footer =
    'src' in script
      ? `\n<p class="la-footer"><a href="${ex === '' ? '../../' : '../../../'}" target="_blank" rel="noopener">Linear attention playground</a></p>`
      : '';
  return `<!doctype html>
<html ${marks.join(' ')}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script, asks)}">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(summary)}">${links}
<style>${css}</style>
</head>
<body>
<main id="la-wrapper">
<div id="la-notices"></div>
<article id="la-static">
<h1>${escapeHtml(title)}</h1>
${still}
<noscript><p>Scripts are off, so this page stays as it is: a worked example to read.</p></noscript>
</article>${footer}
</main>
${data.join('')}${tag}
</body>
</html>
`;
}

/** Beside each page. */
export const POSTER = 'poster.png';
/** In pixels: what most of those who show link previews ask for. */
export const POSTER_SIZE = { width: 1200, height: 630 } as const;

function picture(address: string, says: string): string {
  return `
<meta property="og:image" content="${escapeHtml(new URL(POSTER, address).href)}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${POSTER_SIZE.width}">
<meta property="og:image:height" content="${POSTER_SIZE.height}">
<meta property="og:image:alt" content="${escapeHtml(says)}">
<meta name="twitter:card" content="summary_large_image">`;
}

/** oEmbed 1.0, type rich: what WordPress and others paste for a bare address. */
export function oembed({ title, address }: { title: string; address: string }): string {
  const width = 720;
  const height = 520;
  const html =
    `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}" width="${width}" height="${height}"` +
    ' style="border:0;max-width:100%" allow="fullscreen; clipboard-write"></iframe>';
  const provider = {
    provider_name: 'Linear attention playground',
    provider_url: new URL('../../../', address).href,
  };
  const thumbnail = {
    thumbnail_url: new URL(POSTER, address).href,
    thumbnail_width: POSTER_SIZE.width,
    thumbnail_height: POSTER_SIZE.height,
  };
  const whole = { version: '1.0', type: 'rich', title, ...provider, width, height, html, ...thumbnail };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** A list of the catalogue for the page that takes ?ex=. */
export function catalogueList(
  entries: ReadonlyArray<{ id: string; title: string; summary: string }>,
): string {
  const items = entries.map(
    ({ id, title, summary }) =>
      `<li><a href="?ex=${encodeURIComponent(id)}">${escapeHtml(title)}</a>: ${escapeHtml(summary)}</li>`,
  );
  return `<p>Choose an activity.</p>\n<ul>\n${items.join('\n')}\n</ul>`;
}

/** Script text that may stand inside a script element. */
export function scriptText(code: string): string {
  // These stand in a script only inside strings and expressions of text, and there \x3c means the same.
  return code.replace(/<(?=\/script|!--)/gi, '\\x3c');
}
