// The walk: nine stations, each computed as it comes near.
import { sharedEngine } from '../../engine/shared.js';
import '../../engine/with-worker.js';
import { startContents } from './contents.js';
import { startExercises } from './exercises.js';
import { openedByLink, startFigures } from './figures.js';
import { startShell } from './shell.js';

startShell();
startContents();
startFigures(sharedEngine, openedByLink(location.hash));
startExercises(sharedEngine);
