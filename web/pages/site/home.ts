// The walk: nine stations, each computed as it comes near.
import { sharedEngine } from '../../engine/shared.js';
import '../../engine/with-worker.js';
import { terms } from '../../lessons/glossary/terms.js';
import { defineTerms } from '../../widgets/la-term.js';
import { startContents } from './contents.js';
import { startExercises } from './exercises.js';
import { openedByLink, startFigures } from './figures.js';
import { holdLinkedPlaces } from './hold-place.js';
import { startShell } from './shell.js';

defineTerms(Object.fromEntries(Object.entries(terms).map(([key, { means }]) => [key, means])));
startShell();
startContents();
const opened = openedByLink(location.hash);
startFigures(sharedEngine, opened);
startExercises(sharedEngine, opened);
holdLinkedPlaces();
