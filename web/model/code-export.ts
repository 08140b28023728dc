// "Copy as": the screen as a script in the reader's own language.
import { toJavaScript } from './code/javascript.js';
import { toNumPy, toPyTorch } from './code/python.js';
import type { CodeLanguage, CodeScreen } from './code/screen.js';

export { type CodeLanguage, type CodeRun, type CodeScreen, drawsProjection } from './code/screen.js';

/** Where a script finds this project's module when nothing else is said. */
const MODULE = './attention.js';

/**
 * A whole script that prints every run's output and keeps `outputs` and `weights` by the runs' names. Throws where a
 * run draws random numbers (W, a BigBird pattern) that it was not given.
 */
export function exportCode(language: CodeLanguage, screen: CodeScreen, module = MODULE): string {
  switch (language) {
    case 'numpy':
      return toNumPy(screen);
    case 'pytorch':
      return toPyTorch(screen);
    case 'javascript':
      return toJavaScript(screen, module);
  }
}
