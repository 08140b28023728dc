// /play/: the bench.
import { sharedEngine } from '../../engine/shared.js';
import '../../engine/with-worker.js';
import { openedByLink, startFigures } from './figures.js';
import { startGlossary } from './glossary.js';
import { keepPlace } from './keep-place.js';
import { startShell } from './shell.js';

startGlossary();
startShell();
startFigures(sharedEngine, openedByLink(location.hash));
keepPlace();
