// What the catalogue says of each activity, read once for every package.
import { load } from './bundle.mjs';

let read;

/** id, title, summary, kind, minutes and still (HTML) of each. */
export function activities() {
  read ??= load('/web/pages/embed/stills.ts').then(({ stills }) => stills);
  return read;
}
