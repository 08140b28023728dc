// Runs first in a page that is one file. Its address may be no base for any other, as a blob's is none; of the data
// that it carries only the names count.
import { openParts } from './parts.js';

(globalThis as { laParts?: unknown }).laParts = openParts('file:///', null);
