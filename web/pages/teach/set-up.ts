// An activity as a teacher set it up: from the controls to the query string, and to the file that carries it.
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { commonParameters } from '../../model/common-parameters.js';
import type { State, Table } from '../../model/parameters.js';
import { pack, writeQuery } from '../../model/state.js';
import { escapeHtml } from '../../model/text.js';
import { OWN, OWN_KEY, OWN_PAGE } from '../embed/own-page.js';
import type { ScormVersion } from '../scorm/find-api.js';
import { manifest } from '../scorm/manifest.js';

export interface SetUp {
  ex: string;
  title: string;
  /** The activity's own parameters and their values. */
  table: Table;
  values: State;
  common: State;
  /** A teacher's own exercise, as the JSON that custom-exercise.ts reads; absent for one of the catalogue. */
  own?: unknown;
}

/** Longer addresses are cut by some platforms: then the activity travels as a file. */
export const LONGEST_ADDRESS = 2000;

/** What differs from the defaults, as the query string of the address; without '?'. */
export function queryOf({ table, values, common, own }: SetUp): string {
  // Where an activity has a parameter of a common name, its own value is the one that counts.
  const ownValues = new URLSearchParams(writeQuery(table, values));
  const query = new URLSearchParams(writeQuery(commonParameters, common));
  for (const [key, value] of ownValues) query.set(key, value);
  if (own !== undefined) query.set(OWN_KEY, pack(own));
  return query.toString().replaceAll('%2C', ',').replaceAll('%3B', ';');
}

/** The single-file page of an exercise of one's own, with that exercise's title where the file has a general one. */
export function withTitle(html: string, title: string): string {
  // A function: in a text, $& and its like would stand for parts of the page.
  return html.replaceAll(escapeHtml(OWN_PAGE.title), () => escapeHtml(title));
}

/** A name for files, and for an LMS that tells packages apart by it. */
export function fileName({ ex, title }: Pick<SetUp, 'ex' | 'title'>): string {
  if (ex !== OWN) return ex;
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['exercise'];
  return `${OWN}-${words.join('-').slice(0, 40)}`;
}

/** The single-file page `html` of an activity, with settings as if they stood in its address. */
export function withSettings(html: string, query: string, scorm = false): string {
  const marks = `${query === '' ? '' : ` data-query="${escapeHtml(query)}"`}${scorm ? ' data-package="scorm"' : ''}`;
  return html.replace(/<html\b/, (tag) => tag + marks);
}

/** The single-file page in a package of the site, as it would stand outside one. */
export function pageOf(scorm: Uint8Array): string {
  const { 'index.html': page } = unzipSync(scorm, { filter: ({ name }) => name === 'index.html' });
  if (page === undefined) throw new Error('the package holds no index.html');
  return strFromU8(page).replace(' data-package="scorm"', '');
}

/** A SCORM package of it, as the bytes of a zip file. */
export function scormPackage(html: string, setUp: SetUp, query: string, version: ScormVersion): Uint8Array {
  return zipSync(
    {
      'imsmanifest.xml': strToU8(manifest({ version, id: fileName(setUp), title: setUp.title })),
      'index.html': strToU8(withSettings(html, query, true)),
    },
    { level: 9 },
  );
}
