// What an address, or the attributes of an element, ask for: which activity, the settings every activity
// understands, its own parameters, and a reader's saved state. Nothing here throws; what cannot be used is a warning.
import { type CommonSettings, commonParameters } from '../../model/common-parameters.js';
import { savedStateIn } from '../../model/fragment.js';
import { readTexts, type Warning } from '../../model/state.js';
import { OWN_KEY } from './own-page.js';

export interface ActivityRequest {
  /** The catalogue's id; '' where none was named. */
  ex: string;
  settings: CommonSettings;
  /** The text given for a key of the activity's own table, or null. */
  textOf: (key: string) => string | null;
  /** A reader's saved state, as written in `#s=`; null without one. */
  saved: string | null;
  warnings: Warning[];
}

/** Of a page's address; `pathEx` is the activity that the page itself stands for. */
export function readAddress(search: string, hash: string, pathEx: string): ActivityRequest {
  const query = new URLSearchParams(search);
  // An exercise too long for the query that a server reads may stand in the fragment, which no server sees.
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const textOf = (key: string) => query.get(key) ?? (key === OWN_KEY ? fragment.get(key) : null);
  return readTextsOf(pathEx || (textOf('ex') ?? ''), textOf, savedStateIn(hash));
}

/** The fragment of a page's address with `saved` in it, or without any where it is null; what else it carries stays. */
export function withSaved(hash: string, saved: string | null): string {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  if (saved === null) fragment.delete('s');
  else fragment.set('s', saved);
  const text = fragment.toString();
  return text === '' ? '' : `#${text}`;
}

/** Of an element; `id` is its own there and not held to the pattern that messages need. */
export function readAttributes(element: Element, saved: string | null): ActivityRequest {
  const textOf = (key: string) => (key === 'id' ? null : element.getAttribute(key));
  return readTextsOf(textOf('ex') ?? '', textOf, saved);
}

function readTextsOf(
  ex: string,
  textOf: (key: string) => string | null,
  saved: string | null,
): ActivityRequest {
  const { state, warnings } = readTexts(commonParameters, textOf);
  return { ex: ex.trim(), settings: state, textOf, saved, warnings: [...warnings] };
}
