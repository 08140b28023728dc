// /play/: the bench.
import { sharedEngine } from '../../engine/shared.js';
import '../../engine/with-worker.js';
import { terms } from '../../lessons/glossary/terms.js';
import { defineTerms } from '../../widgets/la-term.js';
import { openedByLink, startFigures } from './figures.js';
import { startShell } from './shell.js';

defineTerms(Object.fromEntries(Object.entries(terms).map(([key, { means }]) => [key, means])));
startShell();
startFigures(sharedEngine, openedByLink(location.hash));
