// The script of every page below /v1/embed/: a classic script with everything in it, because a sandboxed frame may load
// no module and fetch no file from a server that does not allow it.

import { inlineEngine } from './inline-engine.js';
import { showActivity } from './page.js';

void showActivity({ engine: inlineEngine() });
