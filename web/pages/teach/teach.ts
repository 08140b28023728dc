// /teach/: from an activity to what an author pastes.
import { startShell } from '../site/shell.js';
import './la-teach.js';

startShell();
