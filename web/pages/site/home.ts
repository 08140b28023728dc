// The walk: nine stations, each computed as it comes near.
import { sharedEngine } from '../../engine/shared.js';
import '../../engine/with-worker.js';
import { startContents } from './contents.js';
import { startExercises } from './exercises.js';
import { openedByLink, startFigures } from './figures.js';
import { startGlossary } from './glossary.js';
import { keepPlace } from './keep-place.js';
import { startShell } from './shell.js';

startGlossary();
startShell();
startContents();
const opening = document.querySelector<HTMLElement>('[data-opening]');
if (opening !== null)
  void import('../../widgets/la-opening.js').then(({ LaOpening }) => {
    const first = new LaOpening();
    first.engine = sharedEngine();
    first.append(...opening.childNodes);
    opening.append(first);
  });
const opened = openedByLink(location.hash);
startFigures(sharedEngine, opened);
startExercises(sharedEngine, opened);
keepPlace();
