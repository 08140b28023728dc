// Runs first in /v1/embed/activity.js: a classic script knows its own address only then, and its parts lie beside it.
import { openParts, scriptFetcher } from './parts.js';

const own = (document.currentScript as HTMLScriptElement).src;

(globalThis as { laParts?: unknown }).laParts = openParts(
  new URL('../', own).href,
  scriptFetcher(new URL('./', own).href),
);
