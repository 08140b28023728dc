// /teach/: from an activity to what an author pastes.
import '../../engine/with-worker.js';
import { keepPlace } from '../site/keep-place.js';
import { startShell } from '../site/shell.js';
import './la-teach.js';

startShell();
keepPlace();
