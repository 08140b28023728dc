// What can be said of another page from here, given its address: what the address itself tells, and what its HTML tells
// where that page lets others read it. Most do not, and then this says so.

import { platforms } from '../teach/snippets.js';
import type { Finding } from './checks.js';
import { allowsFrame } from './policy.js';

/** What fetching the page brought: its HTML and the one header that matters, or null where it may not be read. */
export interface Fetched {
  html: string;
  /** Content-Security-Policy, which few pages let others read; '' otherwise. */
  policy: string;
}

/** Ids of platforms.ts by what stands in an address, and in the meta element that names what made the page. */
const BY_ADDRESS: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)instructure\.com$/, 'canvas'],
  [/(^|\.)(notion\.so|notion\.site|coda\.io)$|^sites\.google\.com$/, 'notion'],
  [/(^|\.)observablehq\.com$/, 'observable'],
  [/(^|\.)wordpress\.com$/, 'wordpress'],
  [/(^|\.)(edx\.org|openedx\.org)$/, 'openedx'],
  [/(^|\.)moodle(cloud)?\./, 'moodle'],
];
const BY_GENERATOR: readonly (readonly [RegExp, string])[] = [
  [/\bhugo\b/i, 'hugo'],
  [/\bmkdocs\b/i, 'mkdocs'],
  [/\bdocusaurus\b/i, 'docusaurus'],
  [/\bvitepress\b/i, 'vitepress'],
  [/\bquarto\b/i, 'quarto'],
  [/\bmdbook\b/i, 'mdbook'],
  [/\bsphinx|docutils\b/i, 'sphinx'],
  [/\bwordpress\b/i, 'wordpress'],
  [/\bmoodle\b/i, 'moodle'],
];

/** null where the text is no address of a web page. */
export function readPageAddress(text: string): URL | null {
  const trimmed = text.trim();
  try {
    const url = new URL(/^[a-z]+:/i.test(trimmed) ? trimmed : `https://${trimmed}`);
    return /^https?:$/.test(url.protocol) && /\.|^localhost$/.test(url.hostname) ? url : null;
  } catch {
    return null;
  }
}

/** `ours`: the address that an activity would have in a frame there. */
export function lookAt(page: URL, fetched: Fetched | null, ours: URL): Finding[] {
  return [
    platform(page, fetched),
    transport(page, ours),
    readable(fetched),
    policy(page, fetched, ours),
  ].filter((finding) => finding !== null);
}

function platform({ hostname }: URL, fetched: Fetched | null): Finding {
  const generator = meta(fetched?.html ?? '', 'name', 'generator')[0] ?? '';
  const id =
    BY_ADDRESS.find(([pattern]) => pattern.test(hostname))?.[1] ??
    BY_GENERATOR.find(([pattern]) => pattern.test(generator))?.[1];
  const found = platforms.find((one) => one.id === id);
  const asks = 'Which platform is it?';
  return found === undefined
    ? { id: 'platform', asks, outcome: 'partly', says: 'That cannot be told from here. You know it.' }
    : { id: 'platform', asks, outcome: 'yes', says: `It looks like ${found.name}. ${found.says}` };
}

function transport(page: URL, ours: URL): Finding | null {
  const asks = 'Does a frame reach it at all?';
  if (/^(127\.|localhost$|\[::1\]$)/.test(ours.hostname)) {
    return {
      id: 'transport',
      asks,
      outcome: 'no',
      says: 'No: this copy of the playground runs on your own machine. Nobody else can load it. Ask again from the published one.',
    };
  }
  return page.protocol === 'https:' && ours.protocol === 'http:'
    ? {
        id: 'transport',
        asks,
        outcome: 'no',
        says: 'No: a page with https shows no frame with http. Publish the playground with https.',
      }
    : null;
}

function readable(fetched: Fetched | null): Finding {
  const asks = 'May this page read it?';
  return fetched === null
    ? {
        id: 'readable',
        asks,
        outcome: 'partly',
        says: 'No, or it did not answer. Browsers let one site read another only where that one agrees, and most do not. So what it allows cannot be known from here: see below.',
      }
    : { id: 'readable', asks, outcome: 'yes', says: 'Yes, as somebody who is not signed in.' };
}

function policy(page: URL, fetched: Fetched | null, ours: URL): Finding | null {
  if (fetched === null) return null;
  const asks = 'Does it have a policy that forbids our frame?';
  const policies = [fetched.policy, ...meta(fetched.html, 'http-equiv', 'content-security-policy')].filter(
    Boolean,
  );
  const against = policies.find((one) => !allowsFrame(one, page.href, ours.href));
  if (against !== undefined) {
    return {
      id: 'policy',
      asks,
      outcome: 'no',
      says: `Yes: its Content-Security-Policy allows no frame of ${ours.origin}. Whoever runs the page can add that to frame-src.`,
    };
  }
  return fetched.policy === ''
    ? {
        id: 'policy',
        asks,
        outcome: 'partly',
        says: 'Not in its HTML. A policy may also stand in headers, which cannot be read from here.',
      }
    : { id: 'policy', asks, outcome: 'yes', says: 'It has one, and it allows our frame.' };
}

/** Contents of the meta elements with this attribute and value. A script that writes such text is no reader of HTML. */
function meta(html: string, attribute: string, value: string): string[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return [...page.querySelectorAll(`meta[${attribute}]`)]
    .filter((one) => one.getAttribute(attribute)!.toLowerCase() === value)
    .map((one) => one.getAttribute('content') ?? '');
}
