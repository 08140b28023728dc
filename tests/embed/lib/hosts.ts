// Other people's pages: a server whose pages are written in the tests, and the built site on another one. The host is
// reached as localhost and the site as 127.0.0.1: two ports of one name would be one site.
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { serve } from '../../../build-scripts/lib/serve.mjs';

export const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));

export interface HostPage {
  body: string;
  headers?: Record<string, string>;
}

export interface Host {
  /** Ends with a slash. */
  readonly address: string;
  /** Puts a page at a path without a leading slash and answers its address. */
  page(path: string, page: HostPage): string;
  close(): Promise<void>;
}

export async function startHost(name = 'localhost'): Promise<Host> {
  const pages = new Map<string, HostPage>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname.slice(1);
    const page = pages.get(path);
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    response.writeHead(200, { 'Content-Type': type, ...page.headers }).end(page.body);
  });
  const port = await listening(server);
  const address = `http://${name}:${port}/`;
  return {
    address,
    page(path, page) {
      pages.set(path, page);
      return address + path;
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** The built site on an origin of its own. */
export function startSite(options: Parameters<typeof serve>[1] = {}) {
  if (!existsSync(`${dist}site/v1/embed/index.html`)) {
    throw new Error('dist/site/v1 is missing. Run `npm run build` first.');
  }
  return serve(`${dist}site`, { port: 0, ...options });
}

/** What every host page of the tests brings: a record of messages and errors, and a way to speak to a frame. */
const RECORDER = `<script>
  window.log = []; window.raw = []; window.errors = [];
  addEventListener('error', (event) => errors.push(event.message));
  addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));
  addEventListener('message', (event) => {
    const frame = [...document.querySelectorAll('iframe')].findIndex((one) => one.contentWindow === event.source);
    if (event.data && event.data.src === 'linear-attention') log.push({ ...event.data, frame, origin: event.origin, at: performance.now() });
    else raw.push(event.data);
  });
  let seq = 0;
  window.tell = (message, frame = 0) => document.querySelectorAll('iframe')[frame].contentWindow
    .postMessage({ src: 'linear-attention', v: 1, id: '', seq: ++seq, ...message }, '*');
  window.heard = (type, frame = 0) => log.filter((one) => one.type === type && one.frame === frame);
  /** Asks the frame for its state and answers the message: proof that the activity is live. */
  window.askState = (frame = 0) => new Promise((resolve) => {
    const asked = seq + 1;
    const timer = setInterval(() => {
      const answer = log.find((one) => one.type === 'state' && one.re === asked && one.frame === frame);
      if (answer) { clearInterval(timer); resolve(answer); }
    }, 20);
    tell({ type: 'getState' }, frame);
  });
</script>`;

export function hostDocument(
  body: string,
  { head = '', htmlAttributes = '', doctype = '<!doctype html>' } = {},
): string {
  return `${doctype}<html lang="en" ${htmlAttributes}><head><meta charset="utf-8"><title>Host</title>
${RECORDER}${head}</head><body style="margin:8px">${body}</body></html>`;
}

/** The text of a file below dist/. */
export function built(path: string): string {
  return readFileSync(dist + path, 'utf8');
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, () => resolve((server.address() as AddressInfo).port));
  });
}
