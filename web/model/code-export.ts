// "Copy as": the screen as a script in the reader's own language.
import { toJavaScript } from './code/javascript.js';
import { toNumPy, toPyTorch } from './code/python.js';
import type { CodeLanguage, CodeScreen } from './code/screen.js';
import { formatCount } from './format-number.js';

export { withDrawnNumbers } from './code/drawn-numbers.js';
export type { CodeLanguage, CodeRun, CodeScreen } from './code/screen.js';

/** Where a script finds this project's module when nothing else is said. */
const MODULE = './attention.js';

/** About two megabytes of text; more travels as a file. */
export const MAX_WRITTEN_NUMBERS = 200_000;

/**
 * A whole script that prints every run's output and keeps `outputs` and `weights` by the runs' names. Throws where a
 * run draws random numbers (W, a BigBird pattern) that it was not given, and where the inputs are too large to write.
 */
export function exportCode(language: CodeLanguage, screen: CodeScreen, module = MODULE): string {
  const numbers = screen.q.data.length + screen.k.data.length + screen.v.data.length;
  if (numbers > MAX_WRITTEN_NUMBERS) {
    throw new Error(
      `The inputs are ${formatCount(numbers)} numbers. A script holds up to ${formatCount(MAX_WRITTEN_NUMBERS)}; ` +
        'choose fewer tokens, or download the inputs as a file.',
    );
  }
  switch (language) {
    case 'numpy':
      return toNumPy(screen);
    case 'pytorch':
      return toPyTorch(screen);
    case 'javascript':
      return toJavaScript(screen, module);
  }
}
